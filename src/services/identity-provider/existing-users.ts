// What becomes of an account that is in the way at the identity provider.
import { readUserTraces } from "../../db/merchants/merchant-users.ts";
import { hasCustomerWallet } from "../../db/wallet/customer-wallets.ts";
import { isLeftOver, isUnproven } from "../../domain/left-over-user.ts";
import type { ExistingUser } from "../../domain/ports/identity-provider.ts";
import type { Dependencies } from "../dependencies.ts";

type Reader = Pick<Dependencies, "db" | "tokens">;

/** What an invitation or a registration does with an account that nobody needs; null for any other. `askingTaskId`: as in `isLeftOver`. */
export async function decideOnNobodys(
  deps: Reader,
  email: string,
  user: ExistingUser,
  askingTaskId?: string,
): Promise<"replace" | "keep" | null> {
  const isNobodys =
    isUnproven(user) || isLeftOver(user, await readUserTraces(deps.db, email, user), askingTaskId);
  if (!isNobodys) return null;
  return (await holdsWallet(deps, user)) ? "keep" : "replace";
}

/** Such an account is never deleted: without it, nobody gets to the money in the wallet. */
export async function holdsWallet({ db, tokens }: Reader, user: ExistingUser): Promise<boolean> {
  return user.hasWallet || (await hasCustomerWallet(db, { issuer: tokens.issuer, subject: user.id }));
}
