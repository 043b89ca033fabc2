// Disabling a user, with a fault or a kill at any of its calls, takes effect whole or not at all.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { DependencyError } from "../../src/domain/ports.ts";
import type { Dependencies } from "../../src/services/dependencies.ts";
import { disableDashboardUser, enableDashboardUser } from "../../src/services/user-access.ts";
import { call } from "../support/api.ts";
import { INTENTS } from "../support/factories.ts";
import { muteLog, repair } from "../support/faults.ts";
import { readStoredUser } from "../support/identity-provider-users.ts";
import { CAUSE } from "../support/objects.ts";
import {
  expectNothingLeftOver,
  FAULT_NAMES,
  failingAt,
  healthy,
  killAtEachCall,
  numbered,
  sweepAfter,
  sweepUntilSettled,
} from "../support/provider-faults.ts";
import { registeredMerchant } from "../support/registered-merchant.ts";
import { storedSession } from "../support/sessions.ts";
import { merchantToken, withRoles } from "../support/tokens.ts";

beforeEach(() => void muteLog());
afterEach(repair);

type TestMerchant = Awaited<ReturnType<typeof registeredMerchant>>;

function disable(deps: Dependencies, { merchantId, email }: TestMerchant) {
  return disableDashboardUser(deps, CAUSE, { merchantId, email, reason: "Stolen laptop" });
}

async function statusOfRead({ merchantId, userId: sub }: TestMerchant): Promise<number> {
  const claims = { sub, azp: "merchant-dashboard", ...withRoles("merchant") };
  return (await call("GET", INTENTS, { token: await merchantToken(merchantId, claims) })).status;
}

async function expectDisabled(merchant: TestMerchant, isDisabled = true): Promise<void> {
  expect(await readStoredUser(merchant.email)).toMatchObject({ enabled: isDisabled ? 0 : 1 });
  expect((await storedSession(merchant.sessionId)) === null).toBe(isDisabled);
  await expectNothingLeftOver();
}

const CALLS_BEFORE = ["the token", "the look-up"];
const CALLS_AFTERWARDS = ["the user", "the disabling", "the logout"];
const CALLS = [...CALLS_BEFORE, ...CALLS_AFTERWARDS];

it("a disabling makes as many calls as are named here", async () => {
  const { deps, calls } = failingAt(0, "refused connection");
  await disable(deps, await registeredMerchant());
  expect(calls).toHaveLength(CALLS.length);
});

describe.each(FAULT_NAMES)("a disabling with a fault: %s", (fault) => {
  it.each(numbered(CALLS_BEFORE))("at %s", async (_, number) => {
    const merchant = await registeredMerchant();
    const { deps } = failingAt(number, fault);
    await expect(disable(deps, merchant)).rejects.toThrow(DependencyError);
    expect(await statusOfRead(merchant)).toBe(200);
    await expectDisabled(merchant, false);
  });

  const afterwards = numbered(CALLS).slice(CALLS_BEFORE.length);

  it.each(afterwards)("at %s", async (_, number) => {
    const merchant = await registeredMerchant();
    const { deps, calls, arrive } = failingAt(number, fault);
    expect(await disable(deps, merchant)).toEqual({ ok: true, value: merchant.userId });
    expect(calls.length).toBeGreaterThanOrEqual(number);
    expect(await statusOfRead(merchant)).toBe(401);
    await sweepAfter(2);
    await arrive();
    await sweepUntilSettled();
    await expectDisabled(merchant);
  });

  it.each(afterwards)("at %s, before the user is enabled again", async (_, number) => {
    const merchant = await registeredMerchant();
    const { merchantId, email } = merchant;
    const { deps, arrive } = failingAt(number, fault);
    await disable(deps, merchant);
    await enableDashboardUser(healthy, CAUSE, { merchantId, email });
    await sweepAfter(2);
    await arrive();
    await sweepUntilSettled();
    expect(await readStoredUser(email)).toMatchObject({ enabled: 1 });
    await expectNothingLeftOver();
  });
});

it("a disabling that is killed before any of its calls is finished by the sweep, once it is stored", async () => {
  const calls = await killAtEachCall(async (kill) => {
    const merchant = await registeredMerchant();
    const isKilled = await kill((deps) => disable(deps, merchant));
    const isDisabled = (await statusOfRead(merchant)) === 401;
    await sweepUntilSettled();
    await expectDisabled(merchant, isDisabled);
    if (!isKilled) expect(isDisabled).toBe(true);
  });
  expect(calls).toBeGreaterThan(CALLS.length);
});
