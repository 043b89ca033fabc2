import * as z from "zod";
import {
  AMOUNT_MAX,
  AMOUNT_MIN,
  type AmountFault,
  currencyExponent,
  parseAmount,
} from "../../domain/money.ts";
import { documented } from "../published.ts";

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
export const Currency = documented(
  { description: `ISO 4217 code in either case; ${DEFAULT_CURRENCY} when left out.` },
  documented({ pattern: "^[A-Za-z]{3}$" }, z.string()).nullish(),
);

export interface Money {
  amountMinor: number;
  currency: string;
}

type MoneyBody = { currency?: string | null | undefined };

/** The currency in upper case with its decimals; reports the field at fault and returns null. */
export function readCurrency(
  body: MoneyBody,
  context: z.RefinementCtx,
): { currency: string; exponent: number } | null {
  const given = body.currency ?? DEFAULT_CURRENCY;
  // Only ASCII: other letters turn into it when they are made upper-case.
  const currency = /^[A-Za-z]{3}$/.test(given) ? given.toUpperCase() : "";
  const exponent = currencyExponent(currency);
  if (exponent !== null) return { currency, exponent };
  context.addIssue({ code: "custom", path: ["currency"], message: "must be an ISO 4217 currency code" });
  return null;
}

/** Reads an amount in its currency, exactly; reports the field at fault and returns null. */
export function readMoney(
  body: MoneyBody & { amount: number },
  context: z.RefinementCtx,
  field = "amount",
): Money | null {
  const known = readCurrency(body, context);
  if (known === null) return null;
  const amountMinor = parseAmount(numberText(body.amount), known.exponent);
  if (amountMinor.ok) return { amountMinor: amountMinor.value, currency: known.currency };
  const message = faultText(amountMinor.error, known.currency, known.exponent);
  context.addIssue({ code: "custom", path: [field], message });
  return null;
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
