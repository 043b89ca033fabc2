export interface CreateWalletBody {
  name?: string | null;
  /** USD when left out. */
  currency?: string | null;
  balance: number;
}

/** A funded wallet, with client credentials for the wallet API. */
export interface WalletCreatedResponse {
  success: true;
  wallet_id: string;
  scan_token: string;
  client_id: string;
  client_secret: string;
}

export type SimulatedAction = "pay" | "approve" | "reject" | "expire";
