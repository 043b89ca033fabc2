import { PaymentsRefundError, PaymentsTimeoutError } from "./errors.ts";
import type { CallOptions } from "./options.ts";
import type { Transport } from "./transport/transport.ts";
import type { PublicPaymentIntent } from "./wire/public.ts";

export interface WaitOptions extends CallOptions {
  /** Time between polls. Default: 2,000. */
  intervalMs?: number;
  /** Default: none; the wait then lasts until there is a result. */
  timeoutMs?: number;
}

/** What the merchant's view and the public one have in common. */
type Polled = Pick<PublicPaymentIntent, "id" | "status" | "refund_status">;

interface Goal {
  isReached(intent: Polled): boolean;
  /** What is so when the time runs out. */
  overdue: string;
}

/** Paid, cancelled or expired. */
export const SETTLED: Goal = {
  isReached: ({ status }) => status !== "pending" && status !== "pending_approval",
  overdue: "the payment intent is still open",
};

export const REFUNDED: Goal = {
  isReached: ({ id, refund_status: status }) => {
    if (status === null)
      throw new PaymentsRefundError(
        `payment intent ${id} is not being refunded: no refund was requested, or the ledger refused it`,
      );
    return status === "completed";
  },
  overdue: "the refund is still pending",
};

export async function waitUntil<Intent extends Polled>(
  goal: Goal,
  transport: Transport,
  path: string,
  options: WaitOptions,
): Promise<Intent> {
  const { intervalMs = 2_000, timeoutMs, signal } = options;
  const deadline = timeoutMs === undefined ? null : AbortSignal.timeout(timeoutMs);
  const stop = AbortSignal.any([signal, deadline].filter((each) => each instanceof AbortSignal));
  try {
    return await poll<Intent>(goal, transport, path, intervalMs, stop);
  } catch (error) {
    if (deadline?.aborted && error === deadline.reason)
      throw new PaymentsTimeoutError(`GET ${path}: ${goal.overdue} after ${timeoutMs} ms`);
    throw error;
  }
}

async function poll<Intent extends Polled>(
  goal: Goal,
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
      if (goal.isReached(intent)) return intent;
      etag = response.headers.get("ETag");
    }
    await transport.connection.sleep(intervalMs, signal);
  }
}
