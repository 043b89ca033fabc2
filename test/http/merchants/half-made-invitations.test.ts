// An invitation that fails or is killed at any of its calls leaves no user and no role, and can be repeated.

import { describe, expect, it } from "vitest";
import { DependencyError } from "../../../src/domain/dependency-error.ts";
import type { Dependencies } from "../../../src/services/dependencies.ts";
import { changeMerchant } from "../../../src/services/merchants/merchant-changes.ts";
import { inviteUser, removeUser } from "../../../src/services/merchants/merchant-users.ts";
import { registerMerchant } from "../../../src/services/merchants/merchants.ts";
import { useMutedLog } from "../../support/faults.ts";
import { expectNothingLeftOver, sweepAfter, sweepUntilSettled } from "../../support/half-made.ts";
import { readStoredUser, uniqueEmail } from "../../support/identity-provider-users.ts";
import { FAULT_NAMES, failingAt, healthy, killAtEachCall, numbered } from "../../support/provider-faults.ts";
import { okValue } from "../../support/result.ts";
import { rowsOf } from "../../support/rows.ts";
import { CAUSE } from "../../support/seeds.ts";

useMutedLog();

interface TestMerchant {
  merchantId: string;
  owner: string;
}

async function makeMerchant(): Promise<TestMerchant> {
  const owner = uniqueEmail();
  const input = { email: owner, businessName: "Bean & Leaf" };
  const { merchantId } = okValue(await registerMerchant(healthy, CAUSE, input));
  return { merchantId, owner };
}

function invite(deps: Dependencies, merchantId: string, email: string) {
  return inviteUser(deps, CAUSE, merchantId, { email, role: "staff" });
}

async function rolesOf(merchantId: string): Promise<unknown[]> {
  const select = "SELECT email, role FROM merchant_users WHERE merchant_id = ? ORDER BY role";
  return await rowsOf(merchantId).all(select, merchantId);
}

/** Enabled, and of the staff. */
async function expectWhole({ merchantId, owner }: TestMerchant, email: string): Promise<void> {
  expect(await readStoredUser(email)).toMatchObject({ enabled: 1, roles: '["merchant"]' });
  expect(await rolesOf(merchantId)).toEqual([
    { email: owner, role: "owner" },
    { email, role: "staff" },
  ]);
}

async function expectGone({ merchantId, owner }: TestMerchant, email: string): Promise<void> {
  expect(await readStoredUser(email)).toEqual({});
  expect(await rolesOf(merchantId)).toEqual([{ email: owner, role: "owner" }]);
  expect(await readStoredUser(owner)).toMatchObject({ enabled: 1 });
  await expectNothingLeftOver();
}

const CALLS = [
  "the token",
  "the list of users",
  "the new user",
  "the read-back",
  "the role",
  "the role mapping",
  "the user to enable",
  "the enabling",
  "the setup link",
  "the mail",
];

it("an invitation makes as many calls as are named here", async () => {
  const { merchantId } = await makeMerchant();
  const { deps, calls } = failingAt(0, "refused connection");
  await invite(deps, merchantId, uniqueEmail());
  expect(calls).toHaveLength(CALLS.length);
});

describe.each(FAULT_NAMES)("an invitation with a fault: %s", (fault) => {
  it.each(numbered(CALLS, fault))("at %s", async (_, number) => {
    const [merchant, email] = [await makeMerchant(), uniqueEmail()];
    const { merchantId } = merchant;
    const failing = failingAt(number, fault);
    await expect(invite(failing.deps, merchantId, email)).rejects.toThrow(DependencyError);
    await sweepAfter(2);
    await failing.arrive();
    await sweepUntilSettled();
    await expectGone(merchant, email);

    const again = failingAt(number, fault);
    await expect(invite(again.deps, merchantId, email)).rejects.toThrow(DependencyError);
    expect(await invite(healthy, merchantId, email)).toMatchObject({ ok: true });
    await again.arrive();
    await sweepUntilSettled();
    await expectWhole(merchant, email);
    await expectNothingLeftOver();
  });
});

it("an invitation that is killed before any of its calls is undone by the sweep", async () => {
  const calls = await killAtEachCall(async (kill) => {
    const [merchant, email] = [await makeMerchant(), uniqueEmail()];
    const { merchantId } = merchant;
    const isKilled = await kill((deps) => invite(deps, merchantId, email));
    await sweepUntilSettled();
    if (!isKilled) return await expectWhole(merchant, email);
    await expectGone(merchant, email);
    expect(await invite(healthy, merchantId, email)).toMatchObject({ ok: true });
  });
  expect(calls).toBeGreaterThan(CALLS.length);
});

it("the undoing of an invitation spares the merchant's own user, who has got its email meanwhile", async () => {
  const [{ merchantId }, email] = [await makeMerchant(), uniqueEmail()];
  const { deps } = failingAt(3, "5xx before acting");
  await expect(invite(deps, merchantId, email)).rejects.toThrow(DependencyError);
  const change = { email, businessName: undefined };
  expect(await changeMerchant(healthy, CAUSE, merchantId, change)).toMatchObject({ ok: true });
  await sweepUntilSettled();
  expect(await readStoredUser(email)).toMatchObject({ enabled: 1 });
});

it("parallel invitations of one email end with one user", async () => {
  const [merchant, email] = [await makeMerchant(), uniqueEmail()];
  const { merchantId } = merchant;
  const results = await Promise.all(Array.from({ length: 10 }, () => invite(healthy, merchantId, email)));
  const refused = results.flatMap((result) => (result.ok ? [] : [result.error])).sort();
  expect(refused).toEqual([
    ...Array.from({ length: 2 }, () => "cannot_be_invited"),
    ...Array.from({ length: 7 }, () => "too_many_invitations"),
  ]);
  await sweepUntilSettled();
  await expectWhole(merchant, email);
  await expectNothingLeftOver();
});

it("the undoing of an invitation spares the user of another that is under way", async () => {
  const [merchant, email] = [await makeMerchant(), uniqueEmail()];
  const { merchantId } = merchant;
  const { deps } = failingAt(3, "response lost, and down from then on");
  await expect(invite(deps, merchantId, email)).rejects.toThrow(DependencyError);
  const { identityProvider } = healthy;
  const createUser: typeof identityProvider.createUser = async (...given) => {
    const created = await identityProvider.createUser(...given);
    await sweepAfter(1);
    return created;
  };
  const slow = { ...healthy, identityProvider: { ...identityProvider, createUser } };
  expect(await invite(slow, merchantId, email)).toMatchObject({ ok: true });
  await sweepUntilSettled();
  await expectWhole(merchant, email);
  await expectNothingLeftOver();
});

it("an invitation of the merchant's own owner, whose replies are lost, leaves the owner alone", async () => {
  const { merchantId, owner } = await makeMerchant();
  for (const number of [1, 2, 3]) {
    const { deps } = failingAt(number, "response lost after acting");
    await invite(deps, merchantId, owner).catch(() => {});
  }
  await sweepUntilSettled();
  expect(await readStoredUser(owner)).toMatchObject({ enabled: 1 });
});

describe("the email of an invitation that failed", () => {
  it("can be registered by another merchant at once", async () => {
    const [{ merchantId }, email] = [await makeMerchant(), uniqueEmail()];
    const { deps } = failingAt(3, "response lost, and down from then on");
    await expect(invite(deps, merchantId, email)).rejects.toThrow(DependencyError);
    const other = okValue(await registerMerchant(healthy, CAUSE, { email, businessName: "Other" }));
    await sweepUntilSettled();
    const { attributes } = await readStoredUser(email);
    expect(JSON.parse(String(attributes)).merchant_id).toEqual([other.merchantId]);
    await expectNothingLeftOver();
  });
});

describe.each(FAULT_NAMES)("a removal with a fault: %s", (fault) => {
  it("is finished by the sweep", async () => {
    const [{ merchantId }, email] = [await makeMerchant(), uniqueEmail()];
    const { user } = okValue(await invite(healthy, merchantId, email));
    const { deps, arrive } = failingAt(3, fault);
    expect(await removeUser(deps, CAUSE, merchantId, user.id)).toMatchObject({ ok: true });
    await arrive();
    await sweepUntilSettled();
    expect(await readStoredUser(email)).toEqual({});
    await expectNothingLeftOver();
  });
});
