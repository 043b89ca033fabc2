// Whoever registers at the provider with an email that is not theirs gets no merchant by it, and is in nobody's way.
import { describe, expect, it } from "vitest";
import { keepCustomerWallet } from "../../../src/db/wallet/customer-wallets.ts";
import { err } from "../../../src/domain/result.ts";
import type { Dependencies } from "../../../src/services/dependencies.ts";
import { inviteUser } from "../../../src/services/merchants/merchant-users.ts";
import { registerMerchant } from "../../../src/services/merchants/merchants.ts";
import { useMutedLog } from "../../support/faults.ts";
import { atService } from "../../support/identity-provider.ts";
import { addUser, readStoredUser } from "../../support/identity-provider-users.ts";
import { makeMerchant } from "../../support/parties.ts";
import { CAUSE, deps } from "../../support/seeds.ts";

useMutedLog();

/** At a provider where nobody has verified an email. */
const unverified: Dependencies = {
  ...deps,
  identityProvider: {
    ...deps.identityProvider,
    createUser: (user, decide) =>
      deps.identityProvider.createUser(user, (existing) => decide({ ...existing, isEmailVerified: false })),
  },
};

const addCustomer = () => addUser(atService, {}, ["customer"]);
const idOf = async (email: string) => (await readStoredUser(email)).id;

function register(through: Dependencies, email: string) {
  return registerMerchant(through, CAUSE, { email, businessName: "Own Shop" });
}

async function invite(through: Dependencies, email: string) {
  return await inviteUser(through, CAUSE, (await makeMerchant()).id, { email, role: "staff" });
}

describe.each([
  ["a registration", register],
  ["an invitation", invite],
])("%s", (_, begin) => {
  it("replaces an account whose email is not verified", async () => {
    const { id, email } = await addCustomer();
    expect(await begin(unverified, email)).toMatchObject({ ok: true });
    expect(await idOf(email)).not.toBe(id);
    expect(await readStoredUser(email)).toMatchObject({ password_hash: null, roles: '["merchant"]' });
  });

  it("is refused by one that holds a wallet", async () => {
    const { id, email } = await addCustomer();
    const wallet = { walletId: crypto.randomUUID(), createdAt: 0 };
    await keepCustomerWallet(deps.db, { issuer: deps.tokens.issuer, subject: id, ...wallet });
    expect(await begin(unverified, email)).toMatchObject({ ok: false });
    expect(await readStoredUser(email)).toMatchObject({ id, roles: '["customer"]' });
  });
});

it("a customer whose email is verified can become a merchant's first user, but cannot be invited", async () => {
  const { id, email } = await addCustomer();
  expect(await invite(deps, email)).toEqual(err("cannot_be_invited"));
  expect(await register(deps, email)).toMatchObject({ ok: true });
  expect(await readStoredUser(email)).toMatchObject({ id, roles: '["customer","merchant"]' });
});
