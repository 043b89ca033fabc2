// A refund's idempotency key gets the same refusal again, also after refunds under other keys.
import type { PaymentIntent, RefundKeyRefusal, RefundRefusal } from "./payment-intent.ts";

/** More refused refunds of one intent are not expected. The oldest key is forgotten, and counts as new. */
const EARLIER_MAX = 20;

/** Whether a refund was asked for under this key with other texts: their digest follows the key's. */
export function isReused({ refundKey, earlierRefundRefusals }: PaymentIntent, key: string): boolean {
  const used = [refundKey, ...(earlierRefundRefusals ?? []).map((earlier) => earlier.key)];
  const digestOf = (of: string) => of.split(":")[0];
  return used.some((each) => each !== null && each !== key && digestOf(each) === digestOf(key));
}

/** Why the refund under this key was refused; null when none was. */
export function refusalOf(intent: PaymentIntent, key: string): RefundRefusal | null {
  if (key === intent.refundKey) return intent.refundRefusal;
  return intent.earlierRefundRefusals?.find((earlier) => earlier.key === key)?.refusal ?? null;
}

/** What is left of the last refund when another one begins. */
export function earlierRefusals({
  refundKey: key,
  refundRefusal: refusal,
  earlierRefundRefusals: earlier,
}: PaymentIntent): RefundKeyRefusal[] | null {
  if (key === null || refusal === null) return earlier;
  return [...(earlier ?? []), { key, refusal }].slice(-EARLIER_MAX);
}
