// What a cashier types at the till.
import { describe, expect, it } from "vitest";
import { decimalText } from "../../../src/domain/money.ts";
import {
  type AmountKey,
  EMPTY,
  largestAmount,
  press,
  totalOf,
} from "../../../src/pages/browser/pos/amount-entry.ts";
import { formatMoney } from "../../../src/pages/format.ts";

const MAX = largestAmount(2);

function type(...keys: AmountKey[]) {
  return keys.reduce((entry, key) => press(entry, key, MAX), EMPTY);
}

describe("the keypad", () => {
  it.each<[AmountKey[], bigint]>([
    [[], 0n],
    [["0", "00"], 0n],
    [["1", "2", "5", "0"], 1250n],
    [["1", "00"], 100n],
    [["1", "2", "back"], 1n],
    [["1", "2", "5", "0", "+", "3", "00"], 1550n],
    [["1", "+", "+", "2"], 3n],
    [["1", "2", "+", "back"], 12n],
    [["1", "2", "+", "3", "back"], 12n],
    [["back"], 0n],
    [["1", "+", "2", "clear"], 0n],
  ])("%j is %s", (keys, total) => {
    expect(totalOf(type(...keys))).toBe(total);
  });

  it("stops at the largest amount that the service takes", () => {
    const nines = type(...Array<AmountKey>(12).fill("9"));
    expect(totalOf(nines)).toBe(99_999_999_999n);
    expect(totalOf(press(press(nines, "+", MAX), "1", MAX))).toBe(99_999_999_999n);
    expect([0, 2, 3].map(largestAmount)).toEqual([999_999_999n, 99_999_999_999n, 999_999_999_990n]);
  });

  it("adds at most fifty amounts, and loses none", () => {
    const many = Array.from({ length: 60 }, (): AmountKey[] => ["1", "+"]).flat();
    const entry = type(...many);
    expect(entry.terms).toHaveLength(50);
    expect(totalOf(entry)).toBe(50n + 1_111_111_111n);
  });
});

describe("an amount at the till", () => {
  it.each([
    [1250n, "USD", "12.50", "$12.50"],
    [5n, "EUR", "0.05", "€0.05"],
    [1250n, "JPY", "1250", "¥1,250"],
    [1250n, "KWD", "1.250", "KWD 1.250"],
    [0n, "USD", "0.00", "$0.00"],
    [99_999_999_999n, "USD", "999999999.99", "$999,999,999.99"],
  ])("%s minor units of %s are %s", (minor, currency, decimal, shown) => {
    expect(decimalText(minor, currency)).toBe(decimal);
    expect(formatMoney(decimal, currency, "en").normalize("NFKC")).toBe(shown);
  });
});
