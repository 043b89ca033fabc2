// The delivery of an event's webhook, and the health of the address it goes to.

export const DELIVERY_STATUSES = ["none", "pending", "delivered", "failed"] as const;
/** `none` has no target; it stays to be read, and can be delivered later. */
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

export const TARGET_KINDS = ["callback_url", "counter", "merchant"] as const;
export type TargetKind = (typeof TARGET_KINDS)[number];

export interface DeliveryId {
  merchantId: string;
  eventId: string;
}

/** One attempt, as the merchant is shown it. */
export interface LoggedAttempt {
  at: number;
  target: TargetKind;
  url: string;
  /** Null when no answer came. */
  status: number | null;
  durationMs: number;
  error: string | null;
  /** The beginning of the answer. */
  response: string | null;
  nextAttemptAt: number | null;
}

export interface AttemptOutcome {
  /** Null when no answer came. */
  status: number | null;
  error: string | null;
  /** The beginning of the answer, at most 4 KB. */
  response: string | null;
  retryAfterMs: number | null;
  durationMs: number;
  /** False when it never came to the address: then a failure is not the receiver's. */
  countsAgainstAddress: boolean;
}

/** A ping that was sent at once, and what came back. */
export interface WebhookTest {
  url: string;
  outcome: AttemptOutcome;
  /** The very text that was signed. */
  signedContent: string;
  headers: Record<string, string>;
  body: string;
}

export interface EndpointHealth {
  failures: number;
  degradedSince: number | null;
  nextProbeAt: number | null;
}

/** Failures in a row after which an address counts as degraded. It is never switched off. */
export const DEGRADED_AFTER_FAILURES = 20;
export const PROBE_INTERVAL_MS = 10 * 60_000;
