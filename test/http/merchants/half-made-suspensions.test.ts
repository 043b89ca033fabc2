// Suspending or reinstating a merchant, with a fault or a kill at any of its calls, takes effect whole or not at all.
import { describe, expect, it } from "vitest";
import type { Dependencies } from "../../../src/services/dependencies.ts";
import { makeCounter } from "../../support/counters.ts";
import { useMutedLog } from "../../support/faults.ts";
import {
  expectNothingLeftOver,
  isClientEnabled,
  isSuspended,
  makeSignedInMerchant,
  sweepAroundLateCall,
} from "../../support/half-made.ts";
import { readStoredUser } from "../../support/identity-provider-users.ts";
import { reinstateMerchant, suspendMerchant } from "../../support/merchant-stops.ts";
import {
  external,
  FAULT_NAMES,
  type Fault,
  failingAt,
  healthy,
  killAtEachCall,
  numbered,
} from "../../support/provider-faults.ts";

useMutedLog();

async function makeMerchant() {
  const merchant = await makeSignedInMerchant();
  const counters = [await makeCounter(merchant), await makeCounter(merchant)];
  return { ...merchant, clients: [merchant, ...counters].map(({ clientId }) => clientId) };
}

type TestMerchant = Awaited<ReturnType<typeof makeMerchant>>;

const LEVERS = {
  suspending: (deps: Dependencies, { id }: TestMerchant) => suspendMerchant(external(deps), id, "Fraud"),
  reinstating: (deps: Dependencies, { id }: TestMerchant) => reinstateMerchant(external(deps), id),
};

const CASES = [
  { lever: "suspending", reverse: "reinstating", isSuspending: true },
  { lever: "reinstating", reverse: "suspending", isSuspending: false },
] as const;

/** At the provider, of the merchant, its user and its counters. */
async function expectAllEnabled({ email, clients }: TestMerchant, areEnabled: boolean): Promise<void> {
  expect(await readStoredUser(email)).toMatchObject({ enabled: areEnabled ? 1 : 0 });
  expect(await Promise.all(clients.map(isClientEnabled))).toEqual(clients.map(() => areEnabled));
  await expectNothingLeftOver();
}

const CALLS = [
  "the token",
  "the look-up of the client",
  "the client",
  "the list of users",
  "the user",
  "the change of the user",
  "the look-up of a counter's client",
  "the look-up of another",
  "a counter's client",
  "another",
];
/** Disabling a user also ends the user's sessions. */
const SUSPENSION_CALLS = CALLS.toSpliced(6, 0, "the logout");

/** Faults that leave something when the reversal comes. */
const LASTING_FAULTS: Fault[] = ["request late", "response lost, and down from then on"];

describe.each(CASES)("$lever", ({ lever, reverse, isSuspending }) => {
  const calls = isSuspending ? SUSPENSION_CALLS : CALLS;

  async function begin(): Promise<TestMerchant> {
    const merchant = await makeMerchant();
    if (!isSuspending) await LEVERS.suspending(healthy, merchant);
    return merchant;
  }

  it("makes as many calls as are named here", async () => {
    const failing = failingAt(0, "refused connection");
    await LEVERS[lever](failing.deps, await begin());
    expect(failing.calls).toHaveLength(calls.length);
  });

  describe.each(FAULT_NAMES)("with a fault: %s", (fault) => {
    it.each(numbered(calls, fault))("at %s", async (_, number) => {
      const merchant = await begin();
      const failing = failingAt(number, fault);
      expect(await LEVERS[lever](failing.deps, merchant)).toMatchObject({ ok: true });
      expect(failing.calls.length).toBeGreaterThanOrEqual(number);
      expect(await isSuspended(merchant)).toBe(isSuspending);
      await sweepAroundLateCall(failing.arrive);
      await expectAllEnabled(merchant, !isSuspending);
    });
  });

  describe.each(LASTING_FAULTS)("before it is reversed, with a fault: %s", (fault) => {
    it.each(numbered(calls, fault))("at %s", async (_, number) => {
      const merchant = await begin();
      const failing = failingAt(number, fault);
      await LEVERS[lever](failing.deps, merchant);
      await LEVERS[reverse](healthy, merchant);
      expect(await isSuspended(merchant)).toBe(!isSuspending);
      await sweepAroundLateCall(failing.arrive);
      await expectAllEnabled(merchant, isSuspending);
    });
  });

  it.each(["setClientEnabled", "listUsers", "setUserEnabled"] as const)(
    "that is overtaken by its reversal before %s ends as D1 says",
    async (method) => {
      const merchant = await begin();
      const { identityProvider } = healthy;
      const call = identityProvider[method] as (...given: unknown[]) => Promise<unknown>;
      const overtaken = async (...given: unknown[]) => {
        const response = method === "listUsers" ? await call(...given) : null;
        await LEVERS[reverse](healthy, merchant);
        return response ?? (await call(...given));
      };
      const slow = { ...healthy, identityProvider: { ...identityProvider, [method]: overtaken } };
      await LEVERS[lever](slow, merchant);
      await sweepAroundLateCall();
      await expectAllEnabled(merchant, isSuspending);
    },
  );

  it("that is killed before any of its calls is finished by the sweep, once it is stored", async () => {
    const count = await killAtEachCall(async (kill) => {
      const merchant = await begin();
      const isKilled = await kill((deps) => LEVERS[lever](deps, merchant));
      const isStopped = await isSuspended(merchant);
      await sweepAroundLateCall();
      await expectAllEnabled(merchant, !isStopped);
      if (!isKilled) expect(isStopped).toBe(isSuspending);
    });
    expect(count).toBeGreaterThan(calls.length);
  });
});

it("suspending and reinstating at the same time end with what D1 says", async () => {
  for (let count = 0; count < 2; count++) {
    const merchant = await makeMerchant();
    const levers = [LEVERS.suspending, LEVERS.reinstating, LEVERS.suspending, LEVERS.reinstating];
    await Promise.all(levers.map((pull) => pull(healthy, merchant)));
    await sweepAroundLateCall();
    await expectAllEnabled(merchant, !(await isSuspended(merchant)));
  }
});
