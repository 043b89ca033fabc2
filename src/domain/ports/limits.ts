export interface RateLimits {
  /** Counts one more request; false when it exceeds the limit. */
  allow(limit: RateLimit, key: string): Promise<boolean>;
}

export type RateLimit =
  | "token_client"
  | "token_failures"
  | "writes"
  | "creations"
  | "webhooks"
  | "reads"
  | "public_reads"
  | "unknown_ids"
  | "lists"
  | "long_reads"
  | "downloads";

/** Limits what a network address, given as its key, can look up without a token. */
export interface PublicLookups {
  /** False when the address has named too many unknown ids and has not read this one before. */
  mayRead(address: string, intentId: string): Promise<boolean>;
  /** Null when the isolate has noted it already. */
  noteRead(address: string, intentId: string): Promise<void> | null;
  /** Counts an id that does not exist; false when there were too many. */
  countUnknown(address: string, intentId: string): Promise<boolean>;
}
