// The sweep stores the roles of users from before there were roles.
import { describe, expect, it } from "vitest";
import { findMerchant } from "../../src/db/merchants/merchants.ts";
import { DependencyError } from "../../src/domain/dependency-error.ts";
import type { MerchantUser } from "../../src/domain/merchant-user.ts";
import { inviteUser, listMerchantUsers, sweepOwners } from "../../src/services/merchants/merchant-users.ts";
import { beginSweep } from "../../src/services/operations/resume-sweep.ts";
import { LIMITS } from "../../src/services/operations/sweep-limits.ts";
import { useMutedLog } from "../support/faults.ts";
import { uniqueEmail } from "../support/identity-provider-users.ts";
import { pull, reinstate, suspend } from "../support/levers.ts";
import { makeMerchantWithoutRoles } from "../support/merchant-users.ts";
import { CAUSE, deps, seedMerchant } from "../support/seeds.ts";

useMutedLog();

const sweep = (from = deps) => sweepOwners(beginSweep(from));

async function isComplete(merchantId: string): Promise<boolean> {
  return (await findMerchant(deps.db, merchantId))?.ownersCompleteAt !== null;
}

/** As an operator does at the provider. */
async function makeAccount(merchantId: string): Promise<string> {
  const email = uniqueEmail();
  const user = { email, attributes: { merchant_id: merchantId }, roles: ["merchant"] };
  await deps.identityProvider.createUser(user, async () => "keep");
  return email;
}

async function rolesOf(merchantId: string): Promise<Record<string, MerchantUser["role"]>> {
  const users = await listMerchantUsers(deps, merchantId);
  return Object.fromEntries(users.map(({ email, role }) => [email, role]));
}

describe("the sweep of owners", () => {
  it("stores those who are enabled, and from then on nobody else is an owner", async () => {
    const { id, email: first } = await makeMerchantWithoutRoles();
    const [second, disabled, staff] = [await makeAccount(id), await makeAccount(id), uniqueEmail()];
    await inviteUser(deps, CAUSE, id, { email: staff, role: "staff" });
    await pull(id, "disable-user", { email: disabled, reason: "lost" });
    expect(await rolesOf(id)).toMatchObject({ [second]: "owner", [disabled]: "owner" });
    await sweep();
    const later = await makeAccount(id);
    expect(await rolesOf(id)).toEqual({
      [first]: "owner",
      [second]: "owner",
      [disabled]: "staff",
      [staff]: "staff",
      [later]: "staff",
    });
  });

  it("waits while the merchant is suspended, because its users may be disabled at the provider", async () => {
    const merchant = await makeMerchantWithoutRoles();
    await suspend(merchant);
    await sweep();
    expect(await isComplete(merchant.id)).toBe(false);
    await reinstate(merchant);
    await sweep();
    expect(await isComplete(merchant.id)).toBe(true);
  });

  it("is not held up by a merchant whose users cannot be read, and comes back to it", async () => {
    const [broken, ...others] = await Promise.all(
      Array.from({ length: LIMITS.merchantsLackingOwners + 1 }, () =>
        seedMerchant({ ownersCompleteAt: null }),
      ),
    ).then((merchants) => merchants.map(({ id }) => id).sort());
    const listUsers: typeof deps.identityProvider.listUsers = async (merchantId) => {
      if (merchantId === broken) throw new DependencyError("identity_provider", "did not respond");
      return await deps.identityProvider.listUsers(merchantId);
    };
    const failing = { ...deps, identityProvider: { ...deps.identityProvider, listUsers } };
    for (let run = 0; run < 2; run++) await sweep(failing);
    const isLacking = async () => Promise.all([broken ?? "", ...others].map(isComplete));
    expect(await isLacking()).toEqual([false, ...others.map(() => true)]);
    await sweep();
    expect(await isLacking()).not.toContain(false);
  });
});
