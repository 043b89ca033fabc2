// What a wallet holds for a payment, and what it lacks. Exact: no double is in between.
import type { Wire } from "#core/wire/shared/wire-types.ts";
import { playBalance } from "#pages/browser/kit/currencies.ts";

interface Price {
  amount_decimal: string;
  currency: string;
}

/** Decimal texts. `held`: null where the wallet holds nothing in this currency. `short`: null where it is enough. */
export interface Funds {
  held: string | null;
  short: string | null;
}

export function fundsFor({ amount_decimal, currency }: Price, balances: readonly Wire<"Balance">[]): Funds {
  const held = balances.find((balance) => balance.currency === currency)?.amount ?? null;
  return { held, short: difference(amount_decimal, held ?? "0") };
}

/** Returns null when it is not above zero. */
function difference(amount: string, less: string): string | null {
  const digits = Math.max(...[amount, less].map((text) => text.split(".")[1]?.length ?? 0));
  const unitsOf = (text: string) => {
    const [whole = "", fraction = ""] = text.split(".");
    return BigInt(whole + fraction.padEnd(digits, "0"));
  };
  const units = unitsOf(amount) - unitsOf(less);
  if (units <= 0n) return null;
  const text = String(units).padStart(digits + 1, "0");
  return digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`;
}

const MOST = 999_999_999;

/** How much play money is enough to try such a payment with. */
export function playMoneyFor(amount: number, currency: string): number {
  return Math.min(MOST, Math.max(playBalance(currency), 10 ** Math.ceil(Math.log10(amount))));
}
