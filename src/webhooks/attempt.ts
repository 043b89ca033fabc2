import { parseRetryAfterMs } from "./schedule.ts";
import { signWebhook } from "./sign.ts";

const TIMEOUT_MS = 15_000;
const RESPONSE_BYTES_MAX = 4_096;

export interface AttemptOutcome {
  /** Null when no answer came. */
  status: number | null;
  error: string | null;
  retryAfterMs: number | null;
  durationMs: number;
}

/** One signed POST. It never throws: whatever happens to it is an outcome. Redirects are answers, not followed. */
export async function attemptDelivery(
  webhook: { id: string; url: string; secrets: readonly string[]; body: string },
  clock: () => number,
): Promise<AttemptOutcome> {
  const startedAt = clock();
  try {
    const signature = await signWebhook(webhook.secrets, webhook.id, startedAt, webhook.body);
    const response = await fetch(webhook.url, {
      method: "POST",
      headers: { "content-type": "application/json", "user-agent": "merchant-payments/1.0", ...signature },
      body: webhook.body,
      redirect: "manual",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await discard(response);
    const retryAfterMs = parseRetryAfterMs(response.headers.get("retry-after"), clock());
    const error = response.ok ? null : `answered ${response.status}`;
    return { status: response.status, error, retryAfterMs, durationMs: clock() - startedAt };
  } catch (error) {
    const text = error instanceof Error ? `${error.name}: ${error.message}` : "failed";
    return { status: null, error: text.slice(0, 200), retryAfterMs: null, durationMs: clock() - startedAt };
  }
}

/** Reads little and hangs up, so that an endless answer costs nothing. The status alone decides: a body that breaks off changes nothing. */
async function discard(response: Response): Promise<void> {
  const reader = response.body?.getReader();
  if (reader === undefined) return;
  try {
    for (let received = 0; received < RESPONSE_BYTES_MAX; ) {
      const { done, value } = await reader.read();
      if (done) return;
      received += value.byteLength;
    }
    await reader.cancel();
  } catch {
    return;
  }
}
