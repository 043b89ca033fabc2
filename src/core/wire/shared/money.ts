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

export const Amount = documented(
  {
    description: "In major units, with no more decimals than the currency has.",
    format: "double",
    minimum: Number(AMOUNT_MIN),
    maximum: Number(AMOUNT_MAX),
  },
  z.number(),
);
/** What something new may be in. */
export const Currency = currencyField(currencyFault);
/** What something may be in that puts existing money right: it may have ended. */
export const StoredCurrency = currencyField((code) =>
  currencyExponent(code) === null ? currencyFault(code) : null,
);

function currencyField(faultOf: (code: string) => string | null) {
  const code = z.string().check(({ value, issues }) => {
    // ASCII letters only: upper-casing turns some other letters into ASCII.
    const message = faultOf(/^[A-Za-z]{3}$/.test(value) ? value.toUpperCase() : "");
    if (message !== null) issues.push({ code: "custom", input: value, message });
  });
  return documented(
    `ISO 4217 code in either case; ${DEFAULT_CURRENCY} when left out.`,
    z.nullish(documented({ pattern: "^[A-Za-z]{3}$" }, code)),
  );
}

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

/** What keeps a number from being an amount in this currency; null for none, and for what is no number. */
export function amountFault(amount: unknown, currency: string, { allowsZero = false } = {}): string | null {
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
