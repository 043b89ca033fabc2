export interface CreateWalletBody {
  name?: string | null;
  /** ISO 4217. Default: USD. */
  currency?: string | null;
  /** In major units. */
  balance: number;
}

/** A wallet with a balance, and client credentials for the wallet API. */
export interface WalletCreatedResponse {
  success: true;
  wallet_id: string;
  scan_token: string;
  client_id: string;
  client_secret: string;
}

export type SimulatedAction = "pay" | "approve" | "reject" | "expire";
