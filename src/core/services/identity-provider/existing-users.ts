// What becomes of an account at the identity provider that is in the way, or that a merchant needs no more.
import { readUserTraces } from "#core/db/merchants/merchant-users.ts";
import { findMerchant } from "#core/db/merchants/merchants.ts";
import { hasCustomerWallet } from "#core/db/wallet/customer-wallets.ts";
import { isAbandoned, isUnproven } from "#core/domain/identity-provider/abandoned-user.ts";
import { isSuspended } from "#core/domain/merchants/merchant.ts";
import type { ExistingUser } from "#core/domain/ports/identity-provider.ts";
import type { Dependencies } from "#core/services/dependencies.ts";

type Reader = Pick<Dependencies, "db" | "tokens">;

/** What an invitation or a registration does with an account that nobody needs; null for any other. `askingTaskId`: as in `isLeftOver`. */
export async function decideOnNobodys(
  deps: Reader,
  email: string,
  user: ExistingUser,
  askingTaskId?: string,
): Promise<"replace" | "keep" | null> {
  const isNobodys =
    isUnproven(user) || isAbandoned(user, await readUserTraces(deps.db, email, user), askingTaskId);
  if (!isNobodys) return null;
  return (await holdsWallet(deps, user)) ? "keep" : "replace";
}

/** Deletes the account of a merchant's user, unless it holds a wallet: then it is only no merchant's any more. Safe to repeat. */
export async function endAccount(
  deps: Pick<Dependencies, "db" | "tokens" | "identityProvider">,
  { merchantId, userId }: { merchantId: string; userId: string },
): Promise<void> {
  const { db, identityProvider } = deps;
  const user = await identityProvider.findUserById(userId);
  if (user === null) return;
  if (!(await holdsWallet(deps, user))) return await identityProvider.removeUser(userId);
  // The users of a stopped merchant are disabled, whoever they are; at any other, it was meant for this one.
  const enables = isSuspended(await findMerchant(db, merchantId));
  await identityProvider.releaseUser(userId, { enables });
}

/** Such an account is never deleted: without it, nobody gets to the money in the wallet. */
export async function holdsWallet({ db, tokens }: Reader, user: ExistingUser): Promise<boolean> {
  return user.hasWallet || (await hasCustomerWallet(db, { issuer: tokens.issuer, subject: user.id }));
}
