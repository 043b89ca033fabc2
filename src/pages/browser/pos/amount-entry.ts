// What a cashier types: cents first, as on a calculator for prices. "1", "2", "5", "0" is 12.50, and "+" adds another amount.
import { AMOUNT_MAX } from "../../../domain/money.ts";

export interface AmountEntry {
  /** Finished with "+", in minor units. */
  terms: readonly bigint[];
  /** Being typed. */
  current: bigint;
}

/** As they lie on the keypad, row by row. */
export const KEYS = [
  ...(["7", "8", "9", "back"] as const),
  ...(["4", "5", "6", "clear"] as const),
  ...(["1", "2", "3", "+"] as const),
  ...(["00", "0"] as const),
];

export type AmountKey = (typeof KEYS)[number];

export const EMPTY: AmountEntry = { terms: [], current: 0n };

const TERMS_MAX = 50;

/** The entry after the key. A key that would exceed `max` changes nothing. */
export function press(entry: AmountEntry, key: AmountKey, max: bigint): AmountEntry {
  switch (key) {
    case "clear":
      return EMPTY;
    case "back":
      return deleteLast(entry);
    case "+":
      return add(entry);
    default: {
      const next = { ...entry, current: BigInt(`${entry.current}${key}`) };
      return totalOf(next) > max ? entry : next;
    }
  }
}

export function totalOf({ terms, current }: AmountEntry): bigint {
  return terms.reduce((sum, term) => sum + term, current);
}

/** The largest amount that the service takes, in minor units of a currency with so many decimals. */
export function largestAmount(digits: number): bigint {
  const [whole = "", cents = ""] = AMOUNT_MAX.split(".");
  return BigInt(whole + cents.padEnd(digits, "0").slice(0, digits));
}

function add(entry: AmountEntry): AmountEntry {
  const { terms, current } = entry;
  return current === 0n || terms.length === TERMS_MAX ? entry : { terms: [...terms, current], current: 0n };
}

/** Nothing typed since the last "+": then that is what is taken back. */
function deleteLast({ terms, current }: AmountEntry): AmountEntry {
  if (current > 0n || terms.length === 0) return { terms, current: current / 10n };
  return { terms: terms.slice(0, -1), current: terms.at(-1) ?? 0n };
}
