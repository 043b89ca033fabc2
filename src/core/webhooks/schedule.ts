// When a failed delivery is retried: often at first, because a cashier may be waiting.

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

const DELAYS_MS: readonly number[] = [
  5 * SECOND,
  30 * SECOND,
  2 * MINUTE,
  10 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
];

const RETRY_AFTER_MS_MAX = 24 * HOUR;

/** How late the queue may be before the sweep takes over a delivery. */
export const DELIVERY_GRACE_MS = 2 * MINUTE;
/** The longest delay that a queue accepts; the sweep finds what is due later. */
export const QUEUE_DELAY_MS_MAX = 12 * HOUR;

/**
 * Milliseconds until the next attempt after `attempts` failed ones, or null when the schedule is exhausted.
 * `random` is in [0, 1): jitter adds up to a tenth. `retryAfterMs` is the endpoint's Retry-After.
 */
export function retryDelayMs(attempts: number, random: number, retryAfterMs: number | null): number | null {
  const delay = DELAYS_MS[attempts - 1];
  if (delay === undefined) return null;
  const requested = Math.min(retryAfterMs ?? 0, RETRY_AFTER_MS_MAX);
  return Math.max(Math.round(delay * (1 + random / 10)), requested);
}
