// Suspending and reinstating a merchant close to each other end with what D1 says.
import { describe, expect, it } from "vitest";
import { useMutedLog } from "../../support/faults.ts";
import { isSuspended, sweepAroundLateCall } from "../../support/half-made.ts";
import {
  beginLever,
  CALLS_OF_LEVERS,
  expectAllEnabled,
  LEVERS,
  makeMerchantWithCounters,
} from "../../support/half-made-operations.ts";
import { type Fault, failingAt, healthy, numbered } from "../../support/provider-faults.ts";

useMutedLog();

const CASES = [
  { lever: "suspending", reverse: "reinstating", isSuspending: true },
  { lever: "reinstating", reverse: "suspending", isSuspending: false },
] as const;

/** Faults that leave something when the reversal comes. */
const LASTING_FAULTS: Fault[] = ["request late", "response lost, and down from then on"];

describe.each(CASES)("$lever", ({ lever, reverse, isSuspending }) => {
  describe.each(LASTING_FAULTS)("before it is reversed, with a fault: %s", (fault) => {
    it.each(numbered(CALLS_OF_LEVERS[lever], fault))("at %s", async (_, number) => {
      const merchant = await beginLever(lever);
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
      const merchant = await beginLever(lever);
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
});

it("suspending and reinstating at the same time end with what D1 says", async () => {
  for (let count = 0; count < 2; count++) {
    const merchant = await makeMerchantWithCounters();
    const levers = [LEVERS.suspending, LEVERS.reinstating, LEVERS.suspending, LEVERS.reinstating];
    await Promise.all(levers.map((pull) => pull(healthy, merchant)));
    await sweepAroundLateCall();
    await expectAllEnabled(merchant, !(await isSuspended(merchant)));
  }
});
