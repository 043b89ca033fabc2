export const DELIVERY_STATUSES = ["none", "pending", "delivered", "failed"] as const;
/** `none`: no endpoint wanted the event. It can still be read, and delivered later. */
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** How long the body of a delivered webhook is kept. */
export const DELIVERED_KEPT_DAYS = 30;

export const ENDPOINT_KINDS = ["callback_url", "counter", "merchant"] as const;
export type EndpointKind = (typeof ENDPOINT_KINDS)[number];

export interface DeliveryId {
  merchantId: string;
  eventId: string;
}

/** One attempt. It is stored as JSON with these names, hence `target`. */
export interface LoggedAttempt {
  at: number;
  target: EndpointKind;
  url: string;
  /** It is null when there was no response. */
  status: number | null;
  durationMs: number;
  error: string | null;
  /** The start of the response body. */
  response: string | null;
  nextAttemptAt: number | null;
}

export interface AttemptOutcome {
  /** It is null when there was no response. */
  status: number | null;
  error: string | null;
  /** The start of the response body, at most 4 KB. */
  response: string | null;
  retryAfterMs: number | null;
  durationMs: number;
  /** It is false when no request reached the endpoint: such a failure is not the endpoint's fault. */
  countsAgainstEndpoint: boolean;
}

/** A ping, sent while the merchant waits, and its outcome. */
export interface WebhookTest {
  url: string;
  outcome: AttemptOutcome;
  /** The exact text that was signed. */
  signedContent: string;
  headers: Record<string, string>;
  body: string;
}

/**
 * Where a merchant's webhooks go, by origin. Merchants do not share its health, so that none can stop another's deliveries.
 * All of a merchant's URLs at an origin share it, because making up another path or query costs nothing.
 */
export interface WebhookEndpoint {
  merchantId: string;
  /** Scheme, host name and port (RFC 6454). */
  origin: string;
}

export function originOf(url: string): string {
  return URL.parse(url)?.origin ?? url;
}

export interface EndpointHealth {
  failures: number;
  degradedSince: number | null;
  nextProbeAt: number | null;
}

/** Consecutive failures after which an endpoint counts as degraded. It is never disabled. */
export const DEGRADED_AFTER_FAILURES = 20;
export const PROBE_INTERVAL_MS = 10 * 60_000;
/** An endpoint whose URL is changed is probed at once, but not sooner than this after the last probe. */
export const REPAIRED_PROBE_INTERVAL_MS = 60_000;
/** The most deliveries that are sent to a recovered endpoint at once. */
export const RELEASED_MAX = 500;
/** The time between two such releases. It is below the sweep's minute, so that no sweep comes just too early. */
export const RELEASE_INTERVAL_MS = 55_000;

export function isSuccess(status: number | null): boolean {
  return status !== null && status >= 200 && status < 300;
}
