// Disabling a user while the provider is down, and while the merchant is being suspended.

import { describe, expect, it } from "vitest";
import { DependencyError } from "../../../src/domain/dependency-error.ts";
import { ok } from "../../../src/domain/result.ts";
import { changeMerchant } from "../../../src/services/merchants/merchant-changes.ts";
import { inviteUser } from "../../../src/services/merchants/merchant-users.ts";
import { createSetupLink } from "../../../src/services/merchants/merchants.ts";
import { setUserAccess } from "../../../src/services/merchants/user-access.ts";
import { useMutedLog } from "../../support/faults.ts";
import { expectNothingLeftOver, makeSignedInMerchant, sweepUntilSettled } from "../../support/half-made.ts";
import { disable, expectDisabled, statusOfRead } from "../../support/half-made-operations.ts";
import { readStoredUser, uniqueEmail } from "../../support/identity-provider-users.ts";
import { suspendMerchant } from "../../support/merchant-stops.ts";
import { external, failingAt, healthy } from "../../support/provider-faults.ts";
import { okValue } from "../../support/result.ts";
import { sharedRows } from "../../support/rows.ts";
import { CAUSE } from "../../support/seeds.ts";

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
