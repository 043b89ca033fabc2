import { currencyExponent } from "../../../core/domain/money.ts";

const ARABIC_DIGITS = /[\u0660-\u0669]/g;

/** A number as people write it; what is none is left as it is, for the service to say what is wrong. */
export function typedAmount(text: string | null, currency: string): number | string | null {
  if (text === null) return null;
  const plain = text.normalize("NFKC").replace(ARABIC_DIGITS, (digit) => String(digit.charCodeAt(0) - 0x660));
  const [, whole, decimals = ""] = /^(\d+)(?:[.,\u066b](\d+))?$/.exec(plain) ?? [];
  // Three digits may be thousands as well as decimals.
  const isUnclear = decimals.length === 3 && currencyExponent(currency.toUpperCase()) !== 3;
  return whole === undefined || isUnclear ? text : Number(`${whole}.${decimals}`);
}
