// Exponential backoff with full jitter, so that clients that failed together do not retry together.
import { PaymentsApiError, type PaymentsConnectionError } from "../errors.ts";
import type { Connection } from "../options.ts";
import type { Outcome, ReadResponse } from "./attempt.ts";

const BACKOFF_MS = 250;
const BACKOFF_MS_MAX = 8_000;
/** With a longer Retry-After the service is down, and the call fails instead of waiting. */
const RETRY_AFTER_MS_MAX = 60_000;

interface RetryPolicy {
  /** Whether the request is safe to repeat: its method is idempotent, or it has an idempotency key. */
  isRepeatable: boolean;
  signal: AbortSignal | undefined;
}

/** Throws the last attempt's error. */
export async function withRetries(
  connection: Connection,
  policy: RetryPolicy,
  attempt: () => Promise<Outcome>,
): Promise<ReadResponse> {
  for (let retry = 0; ; retry++) {
    const outcome = await attempt();
    if (outcome.ok) return outcome.response;
    const jitterMs = connection.random() * Math.min(BACKOFF_MS_MAX, BACKOFF_MS * 2 ** retry);
    const requestedMs = requestedWaitMs(outcome.error);
    const isLast = retry >= connection.retries || requestedMs > RETRY_AFTER_MS_MAX;
    if (isLast || !mayRepeat(outcome.error, policy.isRepeatable)) throw outcome.error;
    await connection.sleep(requestedMs + jitterMs, policy.signal);
  }
}

/** A 429 means that the request had no effect; after a 5xx or a lost response this is unknown. */
function mayRepeat(error: PaymentsApiError | PaymentsConnectionError, isRepeatable: boolean): boolean {
  if (!(error instanceof PaymentsApiError)) return isRepeatable;
  return error.status === 429 || (error.status >= 500 && isRepeatable);
}

function requestedWaitMs(error: PaymentsApiError | PaymentsConnectionError): number {
  return error instanceof PaymentsApiError ? (error.retryAfterMs ?? 0) : 0;
}
