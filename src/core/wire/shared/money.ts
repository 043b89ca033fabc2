import * as z from "zod/mini";
import { _check } from "zod/v4/core";
import {
  AMOUNT_MAX,
  AMOUNT_MIN,
  type AmountFault,
  currencyExponent,
  currencyFault,
  decimalText,
  EXPONENTS,
  parseAmount,
} from "#core/domain/money.ts";
import { documented } from "./openapi-notes.ts";

const DEFAULT_CURRENCY = "USD";

/** What a double keeps of any decimal. */
const DIGITS_KEPT = 15;
const NUMBER_TEXT_MAX = 100;

/** An amount in major units: a number, or its text as JSON writes a number, which is read exactly. */
export function amountField(description: string, minimum = 0) {
  return documented(
    {
      description: `${description} Or text in JSON's form of a number, such as \`"12.50"\`.`,
      type: "number",
      format: "double",
      minimum,
      maximum: Number(AMOUNT_MAX),
    },
    z.pipe(z.transform(readNumber), z.number()),
  );
}

/** Text that is a JSON number (RFC 8259 §6) becomes one; anything else stays as it is. */
function readNumber(given: unknown): unknown {
  const isNumber =
    typeof given === "string" &&
    given.length <= NUMBER_TEXT_MAX &&
    /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(given);
  if (!isNumber) return given;
  const [mantissa = "", exponent = "0"] = given.toLowerCase().split("e");
  const digits = mantissa.replace(/\D/g, "").replace(/^0+|0+$/g, "");
  if (digits.length <= DIGITS_KEPT) return Number(given);
  // More digits than fit are more decimals than any currency has: so are as many as fit, if the last is no zero.
  let kept = 0;
  const cut = mantissa.replace(/\d/g, (digit) => {
    if (kept > 0 || digit !== "0") kept++;
    if (kept === DIGITS_KEPT) return "1";
    return kept < DIGITS_KEPT ? digit : "0";
  });
  return Number(`${cut}e${exponent}`);
}

export const Amount = amountField(
  "In major units, with no more decimals than the currency has.",
  Number(AMOUNT_MIN),
);
/** What something new may be in. */
export const Currency = currencyField(currencyFault);
/** What something may be in that puts existing money right: it may have ended. */
export const StoredCurrency = currencyField((code) =>
  currencyExponent(code) === null ? currencyFault(code) : null,
);

function currencyField(faultOf: (code: string) => string | null) {
  return documented(
    `ISO 4217 code in either case; ${DEFAULT_CURRENCY} when left out.`,
    z.nullish(currencyCode(faultOf)),
  );
}

function currencyCode(faultOf: (code: string) => string | null) {
  const code = z.string().check(({ value, issues }) => {
    // ASCII letters only: upper-casing turns some other letters into ASCII.
    const message = faultOf(/^[A-Za-z]{3}$/.test(value) ? value.toUpperCase() : "");
    if (message !== null) issues.push({ code: "custom", input: value, message });
  });
  return documented({ pattern: "^[A-Za-z]{3}$" }, code);
}

/** What a merchant's pages and tills may be in. */
export const upperCaseCurrency = z.pipe(
  currencyCode(currencyFault),
  z.transform((code) => code.toUpperCase()),
);

export interface Money {
  amountMinor: number;
  currency: string;
}

interface MoneyBody {
  amount: number;
  currency?: string | null | undefined;
}

export function presentAmount({ amountMinor, currency }: Money) {
  const amount = decimalText(amountMinor, currency);
  return { amount: Number(amount), amount_minor: amountMinor, amount_decimal: amount, currency };
}

/** An amount may be in an unknown currency: more than any currency has. */
const DECIMALS_MAX = 20;

/**
 * Whether the amount in `field` fits its currency. Runs even when other fields are invalid, so that all faults are
 * reported at once.
 */
export function moneyCheck(field = "amount", options: { allowsZero?: boolean } = {}) {
  return _check<Record<string, unknown>>(
    ({ value, issues }) => {
      const { [field]: amount, currency } = value;
      const message = amountFault(amount, codeOf(currency), options);
      if (message !== null) issues.push({ code: "custom", input: amount, path: [field], message });
    },
    { when: ({ value }) => typeof value === "object" && value !== null },
  );
}

/** What keeps a number, or its text, from being an amount in this currency; null for none, and for what is no number. */
export function amountFault(given: unknown, currency: string, { allowsZero = false } = {}): string | null {
  const amount = readNumber(given);
  if (typeof amount !== "number" || !Number.isFinite(amount) || (allowsZero && amount === 0)) return null;
  const exponent = currencyExponent(currency) ?? DECIMALS_MAX;
  const minor = parseAmount(numberText(amount), exponent);
  return minor.ok ? null : faultText(minor.error, currency, exponent);
}

/** Reads a body that has passed `moneyCheck`. */
export function readMoney({ amount, currency }: MoneyBody): Money {
  const code = codeOf(currency);
  return { amountMinor: minorOf(amount, code), currency: code };
}

/** Reads an amount in which `amountFault` has found nothing. */
export function minorOf(amount: number, currency: string): number {
  if (amount === 0) return 0;
  const minor = parseAmount(numberText(amount), currencyExponent(currency) ?? 0);
  if (!minor.ok) throw new Error("the amount was not checked");
  return minor.value;
}

export function codeOf(currency: unknown): string {
  return typeof currency === "string" ? currency.toUpperCase() : DEFAULT_CURRENCY;
}

/** The number's decimal text; the exponent form only appears for numbers far outside the limits. */
function numberText(amount: number): string {
  if (amount < Number(AMOUNT_MIN)) return "0";
  return amount > Number(AMOUNT_MAX) ? "1000000000" : String(amount);
}

function faultText(fault: AmountFault, currency: string, exponent: number): string {
  switch (fault) {
    case "too_large":
      return `must be at most ${AMOUNT_MAX}`;
    case "too_many_decimals":
      return exponent === 0
        ? `must have no decimals in ${currency}`
        : `must have at most ${exponent} decimals in ${currency}`;
    case "too_small":
    case "not_a_decimal":
      return `must be at least ${AMOUNT_MIN}`;
  }
}

const MOST_DECIMALS = Math.max(...EXPONENTS.values());

/** A query parameter: exact decimal text, of whichever currency. */
export const AmountText = documented(
  {
    description: "Exactly this amount in major units, whatever the currency.",
    type: "number",
    format: "double",
    minimum: Number(AMOUNT_MIN),
    maximum: Number(AMOUNT_MAX),
  },
  z.string().check(({ value, issues }) => {
    const minor = parseAmount(value, MOST_DECIMALS);
    if (!minor.ok) issues.push({ code: "custom", input: value, message: TEXT_FAULTS[minor.error] });
  }),
);

const TEXT_FAULTS: Record<AmountFault, string> = {
  not_a_decimal: "must be a number, such as 12.50",
  too_small: `must be at least ${AMOUNT_MIN}`,
  too_large: `must be at most ${AMOUNT_MAX}`,
  too_many_decimals: `must have at most ${MOST_DECIMALS} decimals`,
};
