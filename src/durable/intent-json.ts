import type { PaymentIntent } from "../domain/payment-intent.ts";

/** An intent is never changed, only replaced by its next version. */
const texts = new WeakMap<PaymentIntent, string>();

/** Written once for each version. */
export function jsonOf(intent: PaymentIntent): string {
  const known = texts.get(intent);
  if (known !== undefined) return known;
  const text = JSON.stringify(intent);
  texts.set(intent, text);
  return text;
}
