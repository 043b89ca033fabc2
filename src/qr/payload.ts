import { decimalText } from "../domain/money.ts";
import type { PaymentIntent } from "../domain/payment-intent.ts";

type Shown = Pick<PaymentIntent, "id" | "amountMinor" | "currency" | "merchantId" | "merchantName">;

/** The text in the code. A wallet reads the intent from the server again: anyone can print a code. */
export function qrPayload(intent: Shown): string {
  return asciiJson({
    payment_intent_id: intent.id,
    amount: Number(decimalText(intent.amountMinor, intent.currency)),
    currency: intent.currency,
    merchant_id: intent.merchantId,
    merchant_name: intent.merchantName,
  });
}

/** A code does not name its character set, and readers guess: zbar takes a UTF-8 "Café" for Big5. ASCII is safe. */
function asciiJson(value: object): string {
  return JSON.stringify(value).replace(
    /[^\0-\x7f]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
