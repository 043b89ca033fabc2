import { PaymentsRefundError, PaymentsTimeoutError } from "./errors.ts";
import type { CallOptions } from "./options.ts";
import type { ReadResponse } from "./transport/attempt.ts";
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
  { intervalMs = 2_000, timeoutMs, signal }: WaitOptions = {},
): Promise<Intent> {
  const deadline = timeoutMs === undefined ? null : AbortSignal.timeout(timeoutMs);
  const stop = AbortSignal.any([signal, deadline].filter((each) => each instanceof AbortSignal));
  const readChange = changesOf<Intent>(transport, path);
  try {
    for (;;) {
      const changed = await readChange(stop);
      if (changed !== null && goal.isReached(changed)) return changed;
      await transport.connection.sleep(intervalMs, stop);
    }
  } catch (error) {
    if (deadline?.aborted && error === deadline.reason)
      throw new PaymentsTimeoutError(`GET ${path}: ${goal.overdue} after ${timeoutMs} ms`);
    throw error;
  }
}

/** Returns a function that reads the intent, and returns null when it has not changed since the last read. */
export function changesOf<Intent>(
  transport: Transport,
  path: string,
  onResponse: (response: ReadResponse) => void = () => {},
): (signal: AbortSignal) => Promise<Intent | null> {
  let etag: string | null = null;
  return async (signal) => {
    const headers: Record<string, string> = etag === null ? {} : { "If-None-Match": etag };
    const response = await transport.exchange("GET", path, { headers, signal });
    onResponse(response);
    if (response.status === 304) return null;
    etag = response.headers.get("ETag");
    return (response.body as { payment_intent: Intent }).payment_intent;
  };
}
