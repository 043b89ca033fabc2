// Generated from the OpenAPI document by npm run generate; do not edit.

export interface CreateSandboxWallet {
  /** At most 200 characters. */
  name?: string | null;
  /** ISO 4217 code in either case; USD when left out. */
  currency?: string | null;
  /** What the wallet holds at first, in major units. From 0 to 999,999,999.99. */
  balance: number;
}

/** The wallet, with credentials for the wallet API. */
export interface SandboxWalletResponse {
  wallet_id: string;
  /** What the customer's QR code carries. */
  scan_token: string;
  client_id: string;
  /** With the client id, it gets tokens for the wallet API. */
  client_secret: string;
}

export interface Simulate {
  action: "pay" | "approve" | "reject" | "expire";
}

/** CloudEvents 1.0, newest first. */
export interface WalletEventsResponse {
  events: {
    specversion: "1.0";
    id: string;
    type: string;
    subject: string;
  }[];
}
