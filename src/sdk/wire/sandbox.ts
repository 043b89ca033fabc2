// Generated from the OpenAPI document by npm run generate; do not edit.

export interface CreateSandboxWallet {
  /** At most 200 characters. */
  name?: string | null;
  /** ISO 4217 code in either case; USD when left out. */
  currency?: string | null;
  /** What the wallet holds at first, in major units. Or text in JSON's form of a number, such as `"12.50"`. From 0 to 999,999,999.99. */
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

/** The newest 100 webhooks of the last 24 hours, newest first. */
export interface SandboxInboxResponse {
  /** Set it as the webhook address. */
  url: string;
  messages: InboxMessage[];
}

export interface InboxMessage {
  /** Send it as `after` next time. */
  id: string;
  /** ISO 8601. */
  received_at: string;
  /** With names in lower case. */
  headers: Record<string, string>;
  /** The raw body, which is what was signed. */
  body: string;
  /** How the inbox responded; null when it did not. */
  response_status: number | null;
}

/** What goes wrong at the moment. */
export interface SandboxFaultsResponse {
  faults: SandboxFault[];
}

export interface SandboxFault {
  fault:
    | "wallet_empty"
    | "ledger_slow"
    | "refund_refused"
    | "endpoint_down"
    | "endpoint_slow"
    | "endpoint_gone"
    | (string & {});
  /** When it ends by itself. ISO 8601. */
  expires_at: string;
}

export interface SetSandboxFaults {
  /** What goes wrong from now on, for an hour. An empty list ends all of it. */
  faults: (
    | "wallet_empty"
    | "ledger_slow"
    | "refund_refused"
    | "endpoint_down"
    | "endpoint_slow"
    | "endpoint_gone"
  )[];
}

/** What has come nearer. */
export interface SandboxClockResponse {
  /** Open intents that now expire sooner, or have expired. */
  payment_intents: number;
  /** Failed webhooks that are now sent again sooner. */
  retries: number;
}
