import { PaymentsTimeoutError } from "./errors.ts";
import type { CallOptions } from "./options.ts";
import type { Transport } from "./transport/transport.ts";
import type { IntentStatus, PublicPaymentIntent } from "./wire/payment-intent.ts";

const OPEN: readonly IntentStatus[] = ["pending", "pending_approval"];

export interface WaitOptions extends CallOptions {
  /** Time between polls. Default: 2,000. */
  intervalMs?: number;
  /** Default: none; the wait then lasts until the intent is paid, cancelled or expires. */
  timeoutMs?: number;
}

export async function waitUntilSettled<Intent extends PublicPaymentIntent>(
  transport: Transport,
  path: string,
  options: WaitOptions,
): Promise<Intent> {
  const { intervalMs = 2_000, timeoutMs, signal } = options;
  const deadline = timeoutMs === undefined ? null : AbortSignal.timeout(timeoutMs);
  const stop = AbortSignal.any([signal, deadline].filter((each) => each instanceof AbortSignal));
  try {
    return await poll<Intent>(transport, path, intervalMs, stop);
  } catch (error) {
    if (deadline?.aborted && error === deadline.reason) {
      throw new PaymentsTimeoutError(`the payment intent is still open after ${timeoutMs} ms`);
    }
    throw error;
  }
}

async function poll<Intent extends PublicPaymentIntent>(
  transport: Transport,
  path: string,
  intervalMs: number,
  signal: AbortSignal,
): Promise<Intent> {
  let etag: string | null = null;
  for (;;) {
    const headers: Record<string, string> = etag === null ? {} : { "If-None-Match": etag };
    const response = await transport.exchange({ method: "GET", path, headers, signal });
    // 304 means that nothing has changed; it has no body.
    if (response.status !== 304) {
      const { payment_intent: intent } = response.body as { payment_intent: Intent };
      if (!OPEN.includes(intent.status)) return intent;
      etag = response.headers.get("ETag");
    }
    await transport.connection.sleep(intervalMs, signal);
  }
}
