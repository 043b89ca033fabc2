// Users, counters and merchants that are stopped while the provider is down, or while something is being made of them: nothing of
// it stays, however close together the two are.

import { describe, expect, it } from "vitest";
import { DependencyError } from "#core/domain/dependency-error.ts";
import { err, ok } from "#core/domain/result.ts";
import { createCounter } from "#core/services/counters/counters.ts";
import type { Dependencies } from "#core/services/dependencies.ts";
import { changeMerchant } from "#core/services/merchants/merchant-changes.ts";
import { closeMerchant } from "#core/services/merchants/merchant-stops.ts";
import { inviteUser } from "#core/services/merchants/merchant-users.ts";
import { createSetupLink, registerMerchant } from "#core/services/merchants/merchants.ts";
import { setUserAccess } from "#core/services/merchants/user-access.ts";
import { useMutedLog } from "../../support/faults.ts";
import {
  expectNothingLeftOver,
  isClientEnabled,
  isSuspended,
  makeSignedInMerchant,
  sweepAroundLateCall,
  sweepUntilSettled,
} from "../../support/half-made.ts";
import {
  beginStop,
  CALLS_OF_STOPS,
  disable,
  expectAllEnabled,
  expectDisabled,
  makeMerchantWithCounters,
  STOPS,
  statusOfRead,
} from "../../support/half-made-operations.ts";
import { readStoredUser, uniqueEmail } from "../../support/identity-provider-users.ts";
import { reinstateMerchant, suspendMerchant } from "../../support/merchant-stops.ts";
import { external, type Fault, failingAt, healthy, numbered } from "../../support/provider-faults.ts";
import { okValue } from "../../support/result.ts";
import { rowsOf, sharedRows } from "../../support/rows.ts";
import { ACTOR } from "../../support/seeds.ts";

useMutedLog();

describe("while the provider is down", () => {
  it("a user whom D1 does not know is not disabled", async () => {
    const merchant = await makeSignedInMerchant();
    await sharedRows.run("DELETE FROM merchant_users WHERE subject = ?", merchant.userId);
    const { deps } = failingAt(1, "response lost, and down from then on");
    await expect(disable(deps, merchant)).rejects.toThrow(DependencyError);
    expect(await statusOfRead(merchant)).toBe(200);
    await expectDisabled(merchant, false);
  });

  it("a user of another merchant is not disabled", async () => {
    const [merchant, other] = [await makeSignedInMerchant(), await makeSignedInMerchant()];
    const { deps } = failingAt(1, "response lost, and down from then on");
    const disabling = disable(deps, { ...merchant, email: other.email });
    await expect(disabling).rejects.toThrow(DependencyError);
    expect(await statusOfRead(other)).toBe(200);
  });

  it("an invited user is disabled, by an email in any case, and the first user by a new email", async () => {
    const merchant = await makeSignedInMerchant();
    const { id: merchantId } = merchant;
    const invited = { email: uniqueEmail(), role: "staff" } as const;
    const { user } = okValue(await inviteUser(healthy, ACTOR, merchantId, invited));
    const [email, businessName] = [uniqueEmail(), undefined];
    okValue(await changeMerchant(healthy, ACTOR, merchantId, { email, businessName }));
    const { deps } = failingAt(1, "response lost, and down from then on");
    expect(await disable(deps, { ...merchant, email: invited.email.toUpperCase() })).toEqual(ok(user.id));
    expect(await disable(deps, { ...merchant, email })).toEqual(ok(merchant.userId));
    expect(await statusOfRead({ ...merchant, userId: user.id })).toBe(401);
    await sweepUntilSettled();
    await expectDisabled({ ...merchant, email });
  });

  it("a first user who was made again by a setup link is disabled, not the one from before", async () => {
    const merchant = await makeSignedInMerchant();
    await healthy.identityProvider.removeUser(merchant.userId);
    okValue(await createSetupLink(healthy, ACTOR, merchant.id));
    const { id } = await readStoredUser(merchant.email);
    expect(id).not.toBe(merchant.userId);
    const { deps } = failingAt(1, "response lost, and down from then on");
    expect(await disable(deps, merchant)).toEqual(ok(id));
  });
});

it("enabling a user while the merchant is being suspended leaves the user disabled there", async () => {
  const merchant = await makeSignedInMerchant();
  const { id: merchantId, email } = merchant;
  await disable(healthy, merchant);
  const { identityProvider } = healthy;
  const setUserEnabled: typeof identityProvider.setUserEnabled = async (...given) => {
    await suspendMerchant(external(healthy), merchantId, "Fraud");
    await identityProvider.setUserEnabled(...given);
  };
  const slow = external({ ...healthy, identityProvider: { ...identityProvider, setUserEnabled } });
  await setUserAccess(slow, ACTOR, { merchantId, email, reason: null });
  await sweepUntilSettled(external(healthy));
  expect(await readStoredUser(email)).toMatchObject({ enabled: 0 });
  await expectNothingLeftOver();
});

const CASES = [
  { stop: "suspending", reverse: "reinstating", isSuspending: true },
  { stop: "reinstating", reverse: "suspending", isSuspending: false },
] as const;

/** Faults that leave something when the reversal comes. */
const LASTING_FAULTS: Fault[] = ["request late", "response lost, and down from then on"];

describe.each(CASES)("$stop", ({ stop, reverse, isSuspending }) => {
  describe.each(LASTING_FAULTS)("before it is reversed, with a fault: %s", (fault) => {
    it.each(numbered(CALLS_OF_STOPS[stop], fault))("at %s", async (_, number) => {
      const merchant = await beginStop(stop);
      const failing = failingAt(number, fault);
      await STOPS[stop](failing.deps, merchant);
      await STOPS[reverse](healthy, merchant);
      expect(await isSuspended(merchant)).toBe(!isSuspending);
      await sweepAroundLateCall(failing.arrive);
      await expectAllEnabled(merchant, isSuspending);
    });
  });

  it.each(["setClientEnabled", "listUsers", "setUserEnabled"] as const)(
    "that is overtaken by its reversal before %s ends as D1 says",
    async (method) => {
      const merchant = await beginStop(stop);
      const { identityProvider } = healthy;
      const call = identityProvider[method] as (...given: unknown[]) => Promise<unknown>;
      const overtaken = async (...given: unknown[]) => {
        const response = method === "listUsers" ? await call(...given) : null;
        await STOPS[reverse](healthy, merchant);
        return response ?? (await call(...given));
      };
      const slow = { ...healthy, identityProvider: { ...identityProvider, [method]: overtaken } };
      await STOPS[stop](slow, merchant);
      await sweepAroundLateCall();
      await expectAllEnabled(merchant, isSuspending);
    },
  );
});

it("suspending and reinstating at the same time end with what D1 says", async () => {
  for (let count = 0; count < 2; count++) {
    const merchant = await makeMerchantWithCounters();
    const stops = [STOPS.suspending, STOPS.reinstating, STOPS.suspending, STOPS.reinstating];
    await Promise.all(stops.map((stop) => stop(healthy, merchant)));
    await sweepAroundLateCall();
    await expectAllEnabled(merchant, !(await isSuspended(merchant)));
  }
});

const LASTING_STOPS = {
  suspended: suspendMerchant,
  closed: (deps: Dependencies, merchantId: string, reason: string) =>
    closeMerchant(deps, ACTOR, merchantId, reason),
};

const INVITATION = () => ({ email: uniqueEmail(), role: "staff" }) as const;
const COUNTER = { name: "Till", location: "", webhookUrl: null, webhookEvents: null };

const create = (deps: Dependencies, merchantId: string) => createCounter(deps, ACTOR, merchantId, COUNTER);

/** A service in which `stop` follows as soon as the provider has made the client or user. */
function stoppedAfter(method: "createClient" | "createUser", stop: () => Promise<unknown>): Dependencies {
  const { identityProvider } = healthy;
  const make = identityProvider[method] as (...given: unknown[]) => Promise<unknown>;
  const makeAndStop = async (...given: unknown[]) => {
    const made = await make(...given);
    await stop();
    return made;
  };
  return { ...healthy, identityProvider: { ...identityProvider, [method]: makeAndStop } };
}

async function countOf(table: "counters" | "merchant_users", merchantId: string): Promise<number | null> {
  return await rowsOf(merchantId).value(`SELECT count(*) FROM ${table} WHERE merchant_id = ?`, merchantId);
}

async function expectStopped({
  id: merchantId,
  clientId,
  email,
}: Awaited<ReturnType<typeof makeSignedInMerchant>>) {
  expect(await isClientEnabled(clientId)).toBe(false);
  expect(await readStoredUser(email)).toMatchObject({ enabled: 0 });
  expect([await countOf("counters", merchantId), await countOf("merchant_users", merchantId)]).toEqual([
    0, 1,
  ]);
  await expectNothingLeftOver();
}

describe.each(Object.entries(LASTING_STOPS))("while a merchant is %s", (_, pull) => {
  const stop = (merchantId: string) => pull(external(healthy), merchantId, "Fraud");

  it("a counter that is being made is undone", async () => {
    const merchant = await makeSignedInMerchant();
    const slow = stoppedAfter("createClient", () => stop(merchant.id));
    await expect(create(slow, merchant.id)).rejects.toThrow("took too long");
    await sweepUntilSettled(external(healthy));
    await expectStopped(merchant);
  });

  it("an invitation that is under way is undone", async () => {
    const [merchant, invitation] = [await makeSignedInMerchant(), INVITATION()];
    const slow = stoppedAfter("createUser", () => stop(merchant.id));
    await expect(inviteUser(slow, ACTOR, merchant.id, invitation)).rejects.toThrow("took too long");
    await sweepUntilSettled(external(healthy));
    expect(await readStoredUser(invitation.email)).toEqual({});
    await expectStopped(merchant);
  });

  it.each(["createClient", "createUser"] as const)(
    "a registration is undone that has just called %s",
    async (method) => {
      const email = uniqueEmail();
      const merchantId = () => sharedRows.value("SELECT id FROM merchants WHERE email = ?", email);
      const slow = stoppedAfter(method, async () => stop(String(await merchantId())));
      const registration = registerMerchant(slow, ACTOR, { email, businessName: "Bean & Leaf" });
      await expect(registration).rejects.toThrow("took too long");
      await sweepUntilSettled(external(healthy));
      expect(await merchantId()).toBeNull();
      expect(await readStoredUser(email)).toEqual({});
      await expectNothingLeftOver();
    },
  );

  it("a counter or invitation whose request was let through just before is not begun", async () => {
    const [merchant, invitation] = [await makeSignedInMerchant(), INVITATION()];
    const { id: merchantId } = merchant;
    await stop(merchantId);
    const { deps, calls } = failingAt(0, "refused connection");
    expect(await create(deps, merchantId)).toEqual(err("merchant_suspended"));
    expect(calls).toEqual([]);
    expect(await inviteUser(deps, ACTOR, merchantId, invitation)).toEqual(err("merchant_suspended"));
    expect(await readStoredUser(invitation.email)).toEqual({});
    await expectStopped(merchant);
    await reinstateMerchant(external(healthy), merchantId);
    expect(await create(healthy, merchantId)).toMatchObject({ ok: true });
    expect(await inviteUser(healthy, ACTOR, merchantId, invitation)).toMatchObject({ ok: true });
  });
});
