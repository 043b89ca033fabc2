// What the pages and apps of a wallet are told while they wait: what to read again, never a value.

export interface WalletChange {
  type: "approval_requested" | "approval_ended" | "balance_changed";
  /** It is null when it is not about one intent. */
  intentId: string | null;
}

/** No socket lives longer: its page then connects again. */
export const SOCKET_MS_MAX = 24 * 60 * 60_000;

/** What a socket was opened with; it ends with either. */
export interface SocketPass {
  /** Epoch milliseconds. */
  endsAt: number;
  /** The session of a browser; null for an app with a token. */
  sessionIdHash: string | null;
}
