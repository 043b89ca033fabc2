// A dashboard user can be a customer as well, with the same account: it is the only way to the money in the wallet.
import { describe, expect, it } from "vitest";
import { keepCustomerWallet } from "#core/db/wallet/customer-wallets.ts";
import { DependencyError } from "#core/domain/dependency-error.ts";
import { sweepProviderTasks } from "#core/services/identity-provider/provider-tasks.ts";
import { inviteUser, listMerchantUsers, removeUser } from "#core/services/merchants/merchant-users.ts";
import { MINUTE, moveClock } from "../../support/clock.ts";
import { useMutedLog } from "../../support/faults.ts";
import { atService } from "../../support/identity-provider.ts";
import { callRealm, readStoredUser, uniqueEmail } from "../../support/identity-provider-users.ts";
import { PASSWORD, signIn, submitPassword } from "../../support/logins.ts";
import { makeMerchant } from "../../support/parties.ts";
import { USERS_PATH } from "../../support/paths.ts";
import { okValue } from "../../support/result.ts";
import { ACTOR, deps } from "../../support/seeds.ts";

useMutedLog();

const KINDS: [string, (userId: string) => Promise<unknown>][] = [
  [
    "that the service has given",
    (subject) => {
      const wallet = { walletId: crypto.randomUUID(), createdAt: 0 };
      return keepCustomerWallet(deps.db, { issuer: deps.tokens.issuer, subject, ...wallet });
    },
  ],
  [
    "that the provider names",
    async (userId) => {
      const { attributes } = await (await callRealm(atService, "GET", `${USERS_PATH}/${userId}`)).json<{
        attributes: object;
      }>();
      const changed = { attributes: { ...attributes, wallet_id: ["w-1"] } };
      await callRealm(atService, "PUT", `${USERS_PATH}/${userId}`, changed);
    },
  ],
];

async function makeUser() {
  const { id: merchantId } = await makeMerchant();
  const email = uniqueEmail();
  const invited = okValue(await inviteUser(deps, ACTOR, merchantId, { email, role: "staff" }));
  await submitPassword(atService, String(invited.setupUrl), PASSWORD);
  return { merchantId, email, userId: invited.user.id };
}

describe.each(KINDS)("removing a user with a wallet %s", (_, giveWallet) => {
  it("leaves the account, which is no merchant's any more", async () => {
    const { merchantId, email, userId } = await makeUser();
    await giveWallet(userId);
    expect(await removeUser(deps, ACTOR, merchantId, userId)).toMatchObject({ ok: true });
    const { attributes, ...stored } = await readStoredUser(email);
    expect(stored).toMatchObject({ id: userId, enabled: 1, roles: "[]" });
    expect(attributes).not.toContain("merchant_id");
    expect(attributes).not.toContain("business_name");
    expect((await signIn(atService, email)).status).toBe(200);
    expect(await listMerchantUsers(deps, merchantId)).toHaveLength(1);
  });

  it("does so later where the provider is down, and no invitation deletes it meanwhile", async () => {
    const { merchantId, email, userId } = await makeUser();
    await giveWallet(userId);
    const fail = () => Promise.reject(new DependencyError("identity_provider", "did not respond"));
    const identityProvider = { ...deps.identityProvider, releaseUser: fail };
    await removeUser({ ...deps, identityProvider }, ACTOR, merchantId, userId);
    const refused = { ok: false, error: "cannot_be_invited" };
    expect(await inviteUser(deps, ACTOR, merchantId, { email, role: "staff" })).toEqual(refused);
    expect(await readStoredUser(email)).toMatchObject({ id: userId, roles: '["merchant"]' });
    moveClock(MINUTE);
    await sweepProviderTasks(deps);
    expect(await readStoredUser(email)).toMatchObject({ id: userId, roles: "[]" });
  });
});
