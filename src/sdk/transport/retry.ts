// Exponential backoff with full jitter: clients that failed together do not come back together.
import { PaymentsApiError, type PaymentsConnectionError } from "../errors.ts";
import type { Connection } from "../options.ts";
import type { Outcome, ResponseSpec } from "./attempt.ts";

const BACKOFF_MS = 250;
const BACKOFF_MS_MAX = 8_000;
/** A service that asks for more is down: that is for the caller to know, not to wait for. */
const RETRY_AFTER_MS_MAX = 60_000;

interface RetryPolicy {
  /** Whether the operation may happen twice, or cannot because it carries an idempotency key. */
  isRepeatable: boolean;
  signal: AbortSignal | undefined;
}

/** Throws the last attempt's error. */
export async function withRetries(
  connection: Connection,
  policy: RetryPolicy,
  attempt: () => Promise<Outcome>,
): Promise<ResponseSpec> {
  for (let retry = 0; ; retry++) {
    const outcome = await attempt();
    if (outcome.ok) return outcome.response;
    const jitterMs = connection.random() * Math.min(BACKOFF_MS_MAX, BACKOFF_MS * 2 ** retry);
    const askedMs = askedWaitMs(outcome.error);
    const isLast = retry >= connection.retries || askedMs > RETRY_AFTER_MS_MAX;
    if (isLast || !mayRepeat(outcome.error, policy.isRepeatable)) throw outcome.error;
    await connection.sleep(askedMs + jitterMs, policy.signal);
  }
}

/** After 429 nothing has happened; after a 5xx or no answer at all that is unknown. */
function mayRepeat(error: PaymentsApiError | PaymentsConnectionError, isRepeatable: boolean): boolean {
  if (!(error instanceof PaymentsApiError)) return isRepeatable;
  return error.status === 429 || (error.status >= 500 && isRepeatable);
}

function askedWaitMs(error: PaymentsApiError | PaymentsConnectionError): number {
  return error instanceof PaymentsApiError ? (error.retryAfterMs ?? 0) : 0;
}
