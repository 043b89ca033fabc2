// Amounts as exact counts of minor units; no double takes part.
import { currencyExponent } from "../../../domain/money.ts";
import { formatMoney } from "../../format.ts";

/** What most currencies have. */
const USUAL_DIGITS = 2;

/** Decimals of the currency. */
export function digitsOf(currency: string): number {
  return currencyExponent(currency) ?? USUAL_DIGITS;
}

/** 1250n with 2 digits is "12.50". */
export function toDecimal(minor: bigint, digits: number): string {
  const text = String(minor).padStart(digits + 1, "0");
  return digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`;
}

export function formatMinor(minor: bigint, currency: string, locale: string): string {
  return formatMoney(toDecimal(minor, digitsOf(currency)), currency, locale);
}
