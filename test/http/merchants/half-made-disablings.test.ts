// Disabling a user, with a fault or a kill at any of its calls, takes effect whole or not at all.

import { describe, expect, it } from "vitest";
import { DependencyError } from "../../../src/domain/dependency-error.ts";
import { ok } from "../../../src/domain/result.ts";
import type { Dependencies } from "../../../src/services/dependencies.ts";
import { changeMerchant } from "../../../src/services/merchants/merchant-changes.ts";
import { inviteUser } from "../../../src/services/merchants/merchant-users.ts";
import { createSetupLink } from "../../../src/services/merchants/merchants.ts";
import { setUserAccess } from "../../../src/services/merchants/user-access.ts";
import { call } from "../../support/api.ts";
import { useMutedLog } from "../../support/faults.ts";
import {
  expectNothingLeftOver,
  makeSignedInMerchant,
  sweepAfter,
  sweepUntilSettled,
} from "../../support/half-made.ts";
import { readStoredUser, uniqueEmail } from "../../support/identity-provider-users.ts";
import { suspendMerchant } from "../../support/merchant-stops.ts";
import { INTENTS } from "../../support/paths.ts";
import {
  external,
  FAULT_NAMES,
  failingAt,
  healthy,
  killAtEachCall,
  numbered,
} from "../../support/provider-faults.ts";
import { okValue } from "../../support/result.ts";
import { sharedRows } from "../../support/rows.ts";
import { CAUSE } from "../../support/seeds.ts";
import { storedSession } from "../../support/sessions.ts";
import { merchantToken, withRoles } from "../../support/tokens.ts";

useMutedLog();

type TestMerchant = Awaited<ReturnType<typeof makeSignedInMerchant>>;

function disable(deps: Dependencies, { id: merchantId, email }: TestMerchant) {
  return setUserAccess(deps, CAUSE, { merchantId, email, reason: "Stolen laptop" });
}

async function statusOfRead({ id, userId: sub }: TestMerchant): Promise<number> {
  const claims = { sub, azp: "merchant-dashboard", ...withRoles("merchant") };
  return (await call("GET", INTENTS, { token: await merchantToken(id, claims) })).status;
}

async function expectDisabled(merchant: TestMerchant, isDisabled = true): Promise<void> {
  expect(await readStoredUser(merchant.email)).toMatchObject({ enabled: isDisabled ? 0 : 1 });
  expect((await storedSession(merchant.sessionId)) === null).toBe(isDisabled);
  await expectNothingLeftOver();
}

const CALLS = ["the token", "the look-up", "the user", "the disabling", "the logout"];

it("a disabling makes as many calls as are named here", async () => {
  const { deps, calls } = failingAt(0, "refused connection");
  await disable(deps, await makeSignedInMerchant());
  expect(calls).toHaveLength(CALLS.length);
});

describe.each(FAULT_NAMES)("a disabling with a fault: %s", (fault) => {
  it.each(numbered(CALLS, fault))("at %s", async (_, number) => {
    const merchant = await makeSignedInMerchant();
    const { deps, calls, arrive } = failingAt(number, fault);
    expect(await disable(deps, merchant)).toEqual({ ok: true, value: merchant.userId });
    expect(calls.length).toBeGreaterThanOrEqual(number);
    expect(await statusOfRead(merchant)).toBe(401);
    await sweepAfter(2);
    await arrive();
    await sweepUntilSettled();
    await expectDisabled(merchant);
  });

  it.each(numbered(CALLS, fault))("at %s, before the user is enabled again", async (_, number) => {
    const merchant = await makeSignedInMerchant();
    const { id: merchantId, email } = merchant;
    const { deps, arrive } = failingAt(number, fault);
    await disable(deps, merchant);
    await setUserAccess(healthy, CAUSE, { merchantId, email, reason: null });
    await sweepAfter(2);
    await arrive();
    await sweepUntilSettled();
    expect(await readStoredUser(email)).toMatchObject({ enabled: 1 });
    await expectNothingLeftOver();
  });
});

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
    const { user } = okValue(await inviteUser(healthy, CAUSE, merchantId, invited));
    const [email, businessName] = [uniqueEmail(), undefined];
    okValue(await changeMerchant(healthy, CAUSE, merchantId, { email, businessName }));
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
    okValue(await createSetupLink(healthy, CAUSE, merchant.id));
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
  await setUserAccess(slow, CAUSE, { merchantId, email, reason: null });
  await sweepUntilSettled(external(healthy));
  expect(await readStoredUser(email)).toMatchObject({ enabled: 0 });
  await expectNothingLeftOver();
});

it("a disabling that is killed before any of its calls is finished by the sweep, once it is stored", async () => {
  const calls = await killAtEachCall(async (kill) => {
    const merchant = await makeSignedInMerchant();
    const isKilled = await kill((deps) => disable(deps, merchant));
    const isDisabled = (await statusOfRead(merchant)) === 401;
    await sweepUntilSettled();
    await expectDisabled(merchant, isDisabled);
    if (!isKilled) expect(isDisabled).toBe(true);
  });
  expect(calls).toBeGreaterThan(CALLS.length);
});
