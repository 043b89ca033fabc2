// Invitations that fail while others are under way.

import { describe, expect, it } from "vitest";
import { DependencyError } from "../../../src/domain/dependency-error.ts";
import { changeMerchant } from "../../../src/services/merchants/merchant-changes.ts";
import { removeUser } from "../../../src/services/merchants/merchant-users.ts";
import { registerMerchant } from "../../../src/services/merchants/merchants.ts";
import { useMutedLog } from "../../support/faults.ts";
import { expectNothingLeftOver, sweepAfter, sweepUntilSettled } from "../../support/half-made.ts";
import { beginInvitation, expectInvited, invite } from "../../support/half-made-operations.ts";
import { readStoredUser } from "../../support/identity-provider-users.ts";
import { FAULT_NAMES, failingAt, healthy } from "../../support/provider-faults.ts";
import { okValue } from "../../support/result.ts";
import { CAUSE } from "../../support/seeds.ts";

useMutedLog();

it("the undoing of an invitation spares the merchant's own user, who has got its email meanwhile", async () => {
  const invitation = await beginInvitation();
  const { merchantId, email } = invitation;
  const { deps } = failingAt(3, "5xx before acting");
  await expect(invite(deps, invitation)).rejects.toThrow(DependencyError);
  const change = { email, businessName: undefined };
  expect(await changeMerchant(healthy, CAUSE, merchantId, change)).toMatchObject({ ok: true });
  await sweepUntilSettled();
  expect(await readStoredUser(email)).toMatchObject({ enabled: 1 });
});

it("parallel invitations of one email end with one user", async () => {
  const invitation = await beginInvitation();
  const results = await Promise.all(Array.from({ length: 10 }, () => invite(healthy, invitation)));
  const refused = results.flatMap((result) => (result.ok ? [] : [result.error])).sort();
  expect(refused).toEqual([
    ...Array.from({ length: 2 }, () => "cannot_be_invited"),
    ...Array.from({ length: 7 }, () => "too_many_invitations"),
  ]);
  await sweepUntilSettled();
  await expectInvited(invitation);
  await expectNothingLeftOver();
});

it("the undoing of an invitation spares the user of another that is under way", async () => {
  const invitation = await beginInvitation();
  const { deps } = failingAt(3, "response lost, and down from then on");
  await expect(invite(deps, invitation)).rejects.toThrow(DependencyError);
  const { identityProvider } = healthy;
  const createUser: typeof identityProvider.createUser = async (...given) => {
    const created = await identityProvider.createUser(...given);
    await sweepAfter(1);
    return created;
  };
  const slow = { ...healthy, identityProvider: { ...identityProvider, createUser } };
  expect(await invite(slow, invitation)).toMatchObject({ ok: true });
  await sweepUntilSettled();
  await expectInvited(invitation);
  await expectNothingLeftOver();
});

it("an invitation of the merchant's own owner, whose replies are lost, leaves the owner alone", async () => {
  const { merchantId, owner } = await beginInvitation();
  for (const number of [1, 2, 3]) {
    const { deps } = failingAt(number, "response lost after acting");
    await invite(deps, { merchantId, email: owner }).catch(() => {});
  }
  await sweepUntilSettled();
  expect(await readStoredUser(owner)).toMatchObject({ enabled: 1 });
});

describe("the email of an invitation that failed", () => {
  it("can be registered by another merchant at once", async () => {
    const invitation = await beginInvitation();
    const { email } = invitation;
    const { deps } = failingAt(3, "response lost, and down from then on");
    await expect(invite(deps, invitation)).rejects.toThrow(DependencyError);
    const other = okValue(await registerMerchant(healthy, CAUSE, { email, businessName: "Other" }));
    await sweepUntilSettled();
    const { attributes } = await readStoredUser(email);
    expect(JSON.parse(String(attributes)).merchant_id).toEqual([other.merchantId]);
    await expectNothingLeftOver();
  });
});

describe.each(FAULT_NAMES)("a removal with a fault: %s", (fault) => {
  it("is finished by the sweep", async () => {
    const invitation = await beginInvitation();
    const { merchantId, email } = invitation;
    const { user } = okValue(await invite(healthy, invitation));
    const { deps, arrive } = failingAt(3, fault);
    expect(await removeUser(deps, CAUSE, merchantId, user.id)).toMatchObject({ ok: true });
    await arrive();
    await sweepUntilSettled();
    expect(await readStoredUser(email)).toEqual({});
    await expectNothingLeftOver();
  });
});
