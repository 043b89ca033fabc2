// Money is an integer count of minor units with the exponent ISO 4217 gives its currency.
import { CODES_BY_EXPONENT, ENDED, FORMER_CODES_BY_EXPONENT, NOT_PAID_IN } from "./currencies.ts";
import { err, ok, type Result } from "./result.ts";

export const AMOUNT_MAX = "999999999.99";
export const AMOUNT_MIN = "0.01";

export type AmountFault = "not_a_decimal" | "too_small" | "too_large" | "too_many_decimals";

const ACCEPTED = exponentsByCode(CODES_BY_EXPONENT);
/** Decimals by code, also of what nothing new may be in: stored intents still are. */
export const EXPONENTS = exponentsByCode(FORMER_CODES_BY_EXPONENT, CODES_BY_EXPONENT);
/** What most currencies have. */
export const USUAL_EXPONENT = 2;

/** Reads tables of codes by exponent. */
export function exponentsByCode(...tables: Record<number, string>[]): Map<string, number> {
  const entries = tables.flatMap((codesByExponent) => Object.entries(codesByExponent));
  return new Map(
    entries.flatMap(([exponent, codes]) =>
      codes.split(/\s+/).map((code) => [code, Number(exponent)] as const),
    ),
  );
}

/** Why nothing new may be in this upper-case code; null where it may. */
export function currencyFault(currency: string): string | null {
  if (ACCEPTED.has(currency)) return null;
  const since = endOfCurrency(currency);
  if (since !== null) return `must be in use, which ${currency} has not been since ${since}`;
  return NOT_PAID_IN.split(/\s+/).includes(currency)
    ? `must be a currency that people are paid in, which ${currency} is not`
    : "must be an ISO 4217 currency code";
}

/** The first day without it; null for a currency that has not ended. */
export function endOfCurrency(currency: string): string | null {
  const [since = null] = Object.entries(ENDED).find(([, codes]) => codes.split(" ").includes(currency)) ?? [];
  return since;
}

/**
 * Decimals of a currency (USD 2, JPY 0, KWD 3), or null when the upper-case code neither is nor was in ISO 4217. Stored
 * amounts may be in a currency that is no longer accepted.
 */
export function currencyExponent(currency: string): number | null {
  return EXPONENTS.get(currency) ?? null;
}

/**
 * The amount as decimal text with all of its currency's decimals, for showing. Never throws: after a rollback a stored
 * currency can be unknown, and it is then shown with two decimals.
 */
export function decimalText(amountMinor: number | bigint, currency: string): string {
  return formatAmount(amountMinor, currencyExponent(currency) ?? USUAL_EXPONENT);
}

/** Makes the same text for moving money: throws when the currency is unknown. */
export function exactDecimalText(amountMinor: number, currency: string): string {
  const exponent = currencyExponent(currency);
  if (exponent === null) throw new Error(`unknown currency ${currency}`);
  return formatAmount(amountMinor, exponent);
}

/** Reads decimal text such as "12.50" exactly; no double takes part. `exponent` is the currency's. */
export function parseAmount(text: string, exponent: number): Result<number, AmountFault> {
  const match = /^(\d+)(?:\.(\d+))?$/.exec(text);
  if (!match) return err("not_a_decimal");
  const [, whole = "", decimals = ""] = match;
  const fraction = decimals.replace(/0+$/, "");
  if (isGreater(whole, fraction, AMOUNT_MAX)) return err("too_large");
  if (isGreater(...splitDecimal(AMOUNT_MIN), `${whole}.${fraction}`)) return err("too_small");
  if (fraction.length > exponent) return err("too_many_decimals");
  return ok(Number(whole + fraction.padEnd(exponent, "0")));
}

/** Minor units as decimal text with all of the currency's decimals: 1250 in USD is "12.50". */
export function formatAmount(amountMinor: number | bigint, exponent: number): string {
  const sign = amountMinor < 0 ? "-" : "";
  const digits = String(amountMinor)
    .replace("-", "")
    .padStart(exponent + 1, "0");
  if (exponent === 0) return sign + digits;
  return `${sign}${digits.slice(0, -exponent)}.${digits.slice(-exponent)}`;
}

function splitDecimal(text: string): [whole: string, fraction: string] {
  const [whole = "", fraction = ""] = text.split(".");
  return [whole, fraction];
}

function isGreater(whole: string, fraction: string, than: string): boolean {
  const [thanWhole, thanFraction] = splitDecimal(than);
  const shards = Math.max(fraction.length, thanFraction.length);
  const scaled = (left: string, right: string) => BigInt(left + right.padEnd(shards, "0"));
  return scaled(whole, fraction) > scaled(thanWhole, thanFraction);
}
