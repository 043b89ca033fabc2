// What a browser is signed in as in the wallet: a customer, who has no merchant.

import type { ActorIdentity } from "./actor-identity.ts";
import type { CookieSession } from "./session.ts";

export interface CustomerSession extends CookieSession {
  walletId: string;
  /** Whether the customer's tokens name the wallet, as an administrator has told the provider, and not this service. */
  isClaimed: boolean;
  /** Browser and system that have signed in; null where they did not say. */
  device: string | null;
}

/** Returns null when the customer has another wallet by now: the session is over. */
export function customerOf(
  { walletId, isClaimed }: Pick<CustomerSession, "walletId" | "isClaimed">,
  identity: ActorIdentity,
): ActorIdentity | null {
  const isSame = identity.walletId === null ? !isClaimed : identity.walletId === walletId;
  return isSame ? { ...identity, walletId } : null;
}

/** The sandbox's customer, of whom no provider knows. */
export function sandboxCustomer({ id, walletId }: CustomerSession): ActorIdentity {
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
