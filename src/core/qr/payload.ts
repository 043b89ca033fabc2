import { decimalText } from "#core/domain/money.ts";
import type { PaymentIntent } from "#core/domain/payment-intents/payment-intent.ts";

type QrFields = Pick<PaymentIntent, "id" | "amountMinor" | "currency" | "merchantId" | "merchantName">;

/** A code of more has so many modules that a till's camera no longer tells them apart. */
const BYTES_MAX = 380;

/** The text in the code. Wallets must still read the intent from the server, because anyone can print a code. */
export function qrPayload(intent: QrFields): string {
  const whole = payloadWith(intent, intent.merchantName);
  return whole.length <= BYTES_MAX ? whole : payloadWith(intent, shortName(intent));
}

/** The name as far as there is room for it. A grapheme is what a reader takes for one letter. */
function shortName(intent: QrFields): string {
  let room = BYTES_MAX - payloadWith(intent, "…").length;
  let name = "";
  for (const { segment } of new Intl.Segmenter("en").segment(intent.merchantName)) {
    room -= asciiJson(segment).length - '""'.length;
    if (room < 0) break;
    name += segment;
  }
  return `${name}…`;
}

function payloadWith(intent: QrFields, merchantName: string): string {
  return asciiJson({
    payment_intent_id: intent.id,
    amount: Number(decimalText(intent.amountMinor, intent.currency)),
    currency: intent.currency,
    merchant_id: intent.merchantId,
    merchant_name: merchantName,
  });
}

/** A code does not say its character set, so readers guess: zbar reads a UTF-8 "Café" as Big5. ASCII is safe. */
function asciiJson(value: object | string): string {
  return JSON.stringify(value).replace(
    /[^\0-\x7f]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
