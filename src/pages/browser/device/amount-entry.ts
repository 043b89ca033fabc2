// What a cashier types: cents first, as on a calculator for prices. "1", "2", "5", "0" is 12.50, and so is "1", "2", ".", "5".
// "+" adds another amount.
import { AMOUNT_MAX, decimalText } from "../../../core/domain/money.ts";

interface Term {
  minor: bigint;
  /** How many were typed after the separator; null without one. */
  decimals: number | null;
  /** What it is the price of; absent for what was typed. */
  name?: string;
}

export interface AmountEntry {
  /** Finished with "+". */
  terms: readonly Term[];
  /** Being typed. */
  current: Term;
}

/** Their order is the keypad's, row by row. */
export const KEYS = [
  ...(["7", "8", "9", "back"] as const),
  ...(["4", "5", "6", "clear"] as const),
  ...(["1", "2", "3", "+"] as const),
  ...(["00", "0"] as const),
];

/** The separator is on keyboards alone. */
export type AmountKey = (typeof KEYS)[number] | ".";

const NOTHING: Term = { minor: 0n, decimals: null };
export const EMPTY: AmountEntry = { terms: [], current: NOTHING };

const TERMS_MAX = 50;

/** The entry after the key; the same object when it has no room for it. `exponent`: how many decimals the currency has. */
export function press(entry: AmountEntry, key: AmountKey, exponent: number): AmountEntry {
  switch (key) {
    case "clear":
      return EMPTY;
    case "back":
      return deleteLast(entry, exponent);
    case "+":
      return add(entry);
    default: {
      const current = extend(entry.current, key, exponent);
      const next = current && { ...entry, current };
      return next === null || totalOf(next) > largestAmount(exponent) ? entry : next;
    }
  }
}

/** Returns null for what the currency has no room for. */
function extend({ minor, decimals }: Term, key: "." | `${number}`, exponent: number): Term | null {
  if (key === ".") return decimals === null ? { minor: minor * power(exponent), decimals: 0 } : null;
  if (decimals === null) return { minor: BigInt(`${minor}${key}`), decimals };
  const typed = decimals + key.length;
  if (typed > exponent) return null;
  return { minor: minor + BigInt(key) * power(exponent - typed), decimals: typed };
}

const power = (exponent: number) => 10n ** BigInt(exponent);

export function totalOf({ terms, current }: AmountEntry): bigint {
  return terms.reduce((sum, { minor }) => sum + minor, current.minor);
}

/** The largest amount that the service takes, in minor units of a currency with so many decimals. */
export function largestAmount(digits: number): bigint {
  const [whole = "", cents = ""] = AMOUNT_MAX.split(".");
  return BigInt(whole + cents.padEnd(digits, "0").slice(0, digits));
}

function add(entry: AmountEntry): AmountEntry {
  const { terms, current } = entry;
  if (current.minor === 0n || terms.length === TERMS_MAX) return entry;
  return { terms: [...terms, current], current: NOTHING };
}

/** The entry with one more of what has this name and price; the same object when it has no room for it. */
export function addNamed(entry: AmountEntry, name: string, minor: bigint, exponent: number): AmountEntry {
  const { terms } = add(entry);
  const next = { terms: [...terms, { minor, decimals: null, name }], current: NOTHING };
  const hasRoom = terms.length < TERMS_MAX && totalOf(next) <= largestAmount(exponent);
  return hasRoom && (entry.current.minor === 0n || terms !== entry.terms) ? next : entry;
}

/** The entry without the named terms that are old, and their names. */
export function takeOut(
  { terms, current }: AmountEntry,
  isOld: (name: string, minor: bigint) => boolean,
): { entry: AmountEntry; names: string[] } {
  const old = terms.filter(({ name, minor }) => name !== undefined && isOld(name, minor));
  const names = [...new Set(old.flatMap(({ name }) => name ?? []))];
  return { entry: { terms: terms.filter((term) => !old.includes(term)), current }, names };
}

export function hasNames({ terms }: AmountEntry): boolean {
  return terms.some(({ name }) => name !== undefined);
}

/** What was sold with its names and a note, as JSON can keep it. */
export interface Basket {
  terms: readonly { minor: string; name?: string }[];
  note: string;
}

/** What a sale is made with: decimal text, and its basket where there is more to say than an amount. */
export interface Sold {
  amount: string;
  basket?: Basket | undefined;
}

export function soldOf(entry: AmountEntry, note: string, currency: string): Sold {
  const amount = decimalText(totalOf(entry), currency);
  if (note === "" && !hasNames(entry)) return { amount };
  const all = entry.current.minor === 0n ? entry.terms : [...entry.terms, entry.current];
  const terms = all.map(({ minor, name }) => ({
    minor: String(minor),
    ...(name === undefined ? {} : { name }),
  }));
  return { amount, basket: { terms, note } };
}

/** The entry that was sold so. `amount` has all of its currency's decimals. */
export function entryOf({ amount, basket }: Sold): AmountEntry {
  if (basket === undefined)
    return { terms: [], current: { minor: BigInt(amount.replace(".", "")), decimals: null } };
  const terms = basket.terms.map(({ minor, ...named }) => ({
    ...named,
    minor: BigInt(minor),
    decimals: null,
  }));
  return { terms, current: NOTHING };
}

/**
 * Such as "2 × Coffee, Cake + 0.30 EUR – no sugar", in the order in which they were added, cut where it is longer than `max`. It
 * has the amount that was typed besides, in no language: repeated in another one, the request must be the same.
 */
export function describeBasket({ terms, note }: Basket, currency: string, max: number): string {
  const names = terms.flatMap(({ name }) => name ?? []);
  const typed = terms.reduce((sum, { minor, name }) => (name === undefined ? sum + BigInt(minor) : sum), 0n);
  const more = names.length > 0 && typed > 0n ? ` + ${decimalText(typed, currency)} ${currency}` : "";
  const counted = Array.from(
    Map.groupBy(names, (name) => name),
    ([name, { length }]) => (length === 1 ? name : `${length} × ${name}`),
  );
  const text = [counted.join(", ") + more, note].filter((part) => part !== "").join(" – ");
  // Half of a character that takes two code units is none.
  return text.length > max ? text.slice(0, max).replace(/[\uD800-\uDBFF]$/, "") : text;
}

/** Nothing typed since the last "+": then that is what is taken back. */
function deleteLast({ terms, current }: AmountEntry, exponent: number): AmountEntry {
  const { minor, decimals } = current;
  if (decimals !== null) {
    const unit = power(exponent - decimals + 1);
    const shorter =
      decimals === 0
        ? { minor: minor / power(exponent), decimals: null }
        : { minor: minor - (minor % unit), decimals: decimals - 1 };
    return { terms, current: shorter };
  }
  if (minor > 0n || terms.length === 0) return { terms, current: { minor: minor / 10n, decimals } };
  const last = terms.at(-1) ?? NOTHING;
  return { terms: terms.slice(0, -1), current: last.name === undefined ? last : NOTHING };
}
