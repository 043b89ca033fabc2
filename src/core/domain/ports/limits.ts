import type { Result } from "#core/domain/result.ts";

declare global {
  /** Names the parts' limits; each has a binding. */
  interface PartRateLimits {}
  /** Names the kinds of secrets that parts issue. */
  interface PartSecretKinds {}
}

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
  | "downloads"
  | "strangers"
  | keyof PartRateLimits;

/** Limits what a network address, given as its key, can look up without a token. */
export interface IntentGuesses {
  /** Returns false when the address has named too many unknown ids and has not read this one before. */
  mayRead(address: string, intentId: string): Promise<boolean>;
  /** Returns null when the isolate has noted it already. */
  noteRead(address: string, intentId: string): Promise<void> | null;
  /** Counts an id that does not exist; false when there were too many. */
  countUnknown(address: string, intentId: string): Promise<boolean>;
}

/** What the service issues and later looks up for whoever presents it. */
export type SecretKind = "session" | "customer session" | "pairing code" | keyof PartSecretKinds;

export interface SecretGuesses {
  /** Calls `read` with the secret's hash, unless there were too many that are unknown. */
  find<T>(
    kind: SecretKind,
    secret: string,
    address: string,
    read: (hash: string) => Promise<T | null>,
  ): Promise<Result<T | null, "rate_limited">>;
  /** Tries a code of the provider's, which shows to be invented only when the provider is asked: `ask` returns null. */
  askProvider<T>(address: string, ask: () => Promise<T | null>): Promise<Result<T | null, "rate_limited">>;
}
