// What a browser is signed in as in the wallet: a customer, who has no merchant.
import type { Principal } from "./principal.ts";
import type { CookieSession } from "./session.ts";

export interface CustomerSession extends CookieSession {
  walletId: string;
  /** Whether the customer's tokens name the wallet, as an administrator has told the provider, and not this service. */
  isClaimed: boolean;
}

/** Returns null when the customer has another wallet by now: the session is over. */
export function customerOf(
  { walletId, isClaimed }: Pick<CustomerSession, "walletId" | "isClaimed">,
  principal: Principal,
): Principal | null {
  const isSame = principal.walletId === null ? !isClaimed : principal.walletId === walletId;
  return isSame ? { ...principal, walletId } : null;
}

/** The sandbox's customer, of whom no provider knows. */
export function sandboxCustomer({ id, walletId }: CustomerSession): Principal {
  return {
    subject: id,
    clientId: `wallet-${walletId}`,
    roles: ["customer"],
    merchantId: null,
    counterId: null,
    walletId,
    issuedAt: null,
  };
}
