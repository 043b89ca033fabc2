// The clients with which people sign in: they have no secret, and each gets only its own part of what a user is.
import { DASHBOARD_CLIENT_ID, WALLET_CLIENT_ID } from "#core/domain/identity-provider/realm.ts";

export type PublicClientId = typeof DASHBOARD_CLIENT_ID | typeof WALLET_CLIENT_ID;

interface PublicClient {
  role: "merchant" | "customer";
  /** The attribute that becomes a claim of the same name. */
  attribute: "merchant_id" | "wallet_id";
}

export const PUBLIC_CLIENTS: Record<PublicClientId, PublicClient> = {
  [DASHBOARD_CLIENT_ID]: { role: "merchant", attribute: "merchant_id" },
  [WALLET_CLIENT_ID]: { role: "customer", attribute: "wallet_id" },
};

export function isPublicClient(id: string | null | undefined): id is PublicClientId {
  return id === DASHBOARD_CLIENT_ID || id === WALLET_CLIENT_ID;
}
