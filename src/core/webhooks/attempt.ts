import type { AttemptOutcome } from "#core/domain/webhooks/delivery.ts";
import type { Fetch } from "#core/lib/fetch-json.ts";
import { retryAfterMs } from "#sdk/transport/retry-after.ts";
import type { SignedHeaders } from "./sign.ts";

const TIMEOUT_MS = 15_000;
const RESPONSE_BYTES_MAX = 4_096;

/** One signed POST. Never throws: a failure is an outcome as well. Redirects are not followed. */
export async function postWebhook(
  fetch: Fetch,
  webhook: { url: string; body: string },
  signature: SignedHeaders,
  clock: () => number,
): Promise<AttemptOutcome> {
  const startedAt = clock();
  try {
    const response = await fetch(webhook.url, {
      method: "POST",
      headers: webhookHeaders(signature),
      body: webhook.body,
      redirect: "manual",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return {
      status: response.status,
      error: response.ok ? null : errorOf(response.status),
      response: await readExcerpt(response),
      retryAfterMs: retryAfterMs(response.headers.get("retry-after"), clock()),
      durationMs: clock() - startedAt,
      countsAgainstEndpoint: true,
    };
  } catch (error) {
    return {
      ...outcomeWithoutResponse(wordsFor(error, webhook.url), { countsAgainstEndpoint: true }),
      durationMs: clock() - startedAt,
    };
  }
}

/** With these, Cloudflare responds in place of a receiver that it has not reached. */
const UNREACHED: Record<number, string> = {
  521: "the receiver refuses connections",
  522: "the receiver did not accept the connection in time",
  523: "there is no route to the receiver",
  525: "the receiver's TLS failed",
  526: "the receiver's certificate is not valid",
  530: "the receiver's host name was not found",
};

function errorOf(status: number): string {
  const fault = UNREACHED[status];
  return `responded with ${status}${fault === undefined ? "" : `: ${fault}`}`;
}

/** The runtime says no more than "internal error" when it finds no address, or when TLS fails. */
function wordsFor(error: unknown, url: string): string {
  if (!(error instanceof Error)) return "failed";
  if (!error.message.startsWith("internal error")) return `${error.name}: ${error.message}`.slice(0, 200);
  const orTls = url.startsWith("https:") ? ", or its certificate or TLS is at fault" : "";
  return `no connection could be made: the host name was not found${orTls}`;
}

export function webhookHeaders(signature: SignedHeaders): Record<string, string> {
  return { "content-type": "application/json", "user-agent": "merchant-payments/1.0", ...signature };
}

/** An attempt without a response, or one that was not made. */
export function outcomeWithoutResponse(
  error: string,
  { countsAgainstEndpoint }: { countsAgainstEndpoint: boolean },
): AttemptOutcome {
  return { status: null, error, response: null, retryAfterMs: null, durationMs: 0, countsAgainstEndpoint };
}

/** Reads the first 4 KB, so that an endless body costs nothing. If the body breaks off, what has come is returned. */
async function readExcerpt(response: Response): Promise<string> {
  if (response.body === null) return "";
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let text = "";
  try {
    for (let left = RESPONSE_BYTES_MAX; left > 0; ) {
      const { done, value } = await reader.read();
      if (done) return text + decoder.decode();
      text += decoder.decode(value.subarray(0, left), { stream: true });
      left -= value.byteLength;
    }
    await reader.cancel();
  } catch {
    // The body has broken off.
  }
  return text;
}
