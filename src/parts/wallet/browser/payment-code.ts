// Which payment a code or link is about. Nothing else of it is used: anyone can print a code with another amount or name.

const UUID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/i;
const LINK = new RegExp(`/pay/(${UUID.source})|[?&](?:pay|approve|payment_intent_id)=(${UUID.source})`, "i");

/** The id of a payment intent; null for any other text. */
export function readPaymentCode(text: string): string | null {
  const code = text.trim();
  const id = code.startsWith("{") ? idInJson(code) : (LINK.exec(code)?.slice(1).find(Boolean) ?? code);
  return new RegExp(`^${UUID.source}$`, "i").test(id) ? id.toLowerCase() : null;
}

const STICKER = new RegExp(`^(/s/${UUID.source})(?:[?#].*)?$`, "i");

/** The path of a sticker's page of the service at this origin; null for any other text. */
export function readStickerPath(text: string, origin: string): string | null {
  const link = text.trim();
  const path = link.startsWith(origin) ? link.slice(origin.length) : link;
  return STICKER.exec(path)?.[1] ?? null;
}

/** The text of a till's code. */
function idInJson(code: string): string {
  try {
    return String(JSON.parse(code).payment_intent_id);
  } catch {
    return "";
  }
}
