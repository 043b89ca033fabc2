import { decimalText } from "../domain/money.ts";
import type { PaymentIntent } from "../domain/payment-intent.ts";

type QrFields = Pick<PaymentIntent, "id" | "amountMinor" | "currency" | "merchantId" | "merchantName">;

/** The text in the code. Wallets must still read the intent from the server, because anyone can print a code. */
export function qrPayload(intent: QrFields): string {
  return asciiJson({
    payment_intent_id: intent.id,
    amount: Number(decimalText(intent.amountMinor, intent.currency)),
    currency: intent.currency,
    merchant_id: intent.merchantId,
    merchant_name: intent.merchantName,
  });
}

/** A code does not say its character set, so readers guess: zbar reads a UTF-8 "Café" as Big5. ASCII is safe. */
function asciiJson(value: object): string {
  return JSON.stringify(value).replace(
    /[^\0-\x7f]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
