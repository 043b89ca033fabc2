import { PaymentsApiError, PaymentsConnectionError } from "../errors.ts";
import type { Connection } from "../options.ts";
import type { Outcome, ReadResponse } from "./attempt.ts";

const BACKOFF = { firstMs: 250, maxMs: 8_000 };
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
  { isRepeatable, signal }: RetryPolicy,
  attempt: () => Promise<Outcome>,
): Promise<ReadResponse> {
  for (let retry = 0; ; retry++) {
    const outcome = await attempt();
    if (outcome.ok) return outcome.response;
    const { error } = outcome;
    const requestedMs = requestedWaitMs(error);
    const isLast = retry >= connection.retries || requestedMs > RETRY_AFTER_MS_MAX;
    if (isLast || !isTransient(error) || !(isRepeatable || hadNoEffect(error))) throw error;
    await connection.sleep(requestedMs + backoffMs(connection, retry, BACKOFF), signal);
  }
}

/** Whether a later attempt may succeed. */
export function isTransient(error: unknown): boolean {
  if (error instanceof PaymentsApiError) return error.status >= 500 || hadNoEffect(error);
  return error instanceof PaymentsConnectionError;
}

/** After a 5xx or a lost response this is unknown. */
function hadNoEffect(error: unknown): boolean {
  return error instanceof PaymentsApiError && error.status === 429;
}

/** The wait that the service has asked for. */
export function requestedWaitMs(error: unknown): number {
  return error instanceof PaymentsApiError ? (error.retryAfterMs ?? 0) : 0;
}

/** Exponential backoff with full jitter, so that clients that failed together do not retry together. */
export function backoffMs(
  { random }: Connection,
  failures: number,
  { firstMs, maxMs }: { firstMs: number; maxMs: number },
): number {
  return random() * Math.min(maxMs, firstMs * 2 ** failures);
}
