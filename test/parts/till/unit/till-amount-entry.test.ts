// What a cashier types at the till.
import { describe, expect, it } from "vitest";
import {
  type AmountKey,
  addNamed,
  describeBasket,
  EMPTY,
  entryOf,
  largestAmount,
  press,
  soldOf,
  takeOut,
  totalOf,
} from "#pages/browser/device/amount-entry.ts";

function type(...keys: AmountKey[]) {
  return keys.reduce((entry, key) => press(entry, key, 2), EMPTY);
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

  it.each<[typed: string, exponent: number, total: bigint, refused: string]>([
    ["12.5", 2, 1250n, ""],
    ["12.50", 2, 1250n, ""],
    ["0.5", 2, 50n, ""],
    [".05", 2, 5n, ""],
    ["12.", 2, 1200n, ""],
    ["12.505", 2, 1250n, "5"],
    ["1.2.5", 2, 125n, "."],
    ["12.5", 0, 12n, "5"],
    ["1.2345", 3, 1234n, "5"],
    ["1000000000.5", 2, 10_000_000_005n, "."],
    ["12.5+3", 2, 1253n, ""],
    ["12.5+.5", 2, 1300n, ""],
  ])("%s with %i decimals is %s", (typed, exponent, total, refused) => {
    let entry = EMPTY;
    let missed = "";
    for (const key of typed as Iterable<AmountKey>) {
      const next = press(entry, key, exponent);
      if (next === entry) missed += key;
      entry = next;
    }
    expect([totalOf(entry), missed]).toEqual([total, refused]);
  });

  it("takes back decimals, then their separator, and a decimal amount as it was typed", () => {
    const totals = (...keys: AmountKey[]) => totalOf(type("1", "2", ".", "5", ...keys));
    expect(totals("back")).toBe(1200n);
    expect(totals("back", "5")).toBe(1250n);
    expect(totals("back", "back")).toBe(12n);
    expect(totals("0", "back", "back", "back", "5")).toBe(125n);
    expect(totals("+", "back", "0")).toBe(1250n);
    expect(totals("00")).toBe(1250n);
  });

  it("stops at the largest amount that the service takes", () => {
    const nines = type(...Array<AmountKey>(12).fill("9"));
    expect(totalOf(nines)).toBe(99_999_999_999n);
    expect(totalOf(press(press(nines, "+", 2), "1", 2))).toBe(99_999_999_999n);
    expect([0, 2, 3].map(largestAmount)).toEqual([999_999_999n, 99_999_999_999n, 999_999_999_990n]);
  });

  it("adds at most fifty amounts, and loses none", () => {
    const many = Array.from({ length: 60 }, (): AmountKey[] => ["1", "+"]).flat();
    const entry = type(...many);
    expect(entry.terms).toHaveLength(50);
    expect(totalOf(entry)).toBe(50n + 1_111_111_111n);
  });
});

describe("favourites beside what is typed", () => {
  const coffee = (entry = EMPTY) => addNamed(entry, "Coffee", 450n, 2);

  it("add up, are taken back one by one, and end what was typed before", () => {
    const entry = press(coffee(coffee(type("3", "0"))), "5", 2);
    expect(totalOf(entry)).toBe(935n);
    expect([totalOf(press(press(entry, "back", 2), "back", 2)), totalOf(press(entry, "clear", 2))]).toEqual([
      480n,
      0n,
    ]);
  });

  it("have no room above the largest amount", () => {
    const full = addNamed(EMPTY, "Bar", largestAmount(2), 2);
    expect(coffee(full)).toBe(full);
  });

  it("are kept with the sale, and described; an amount alone is not", () => {
    const entry = press(coffee(addNamed(coffee(), "Cake", 500n, 2)), "7", 2);
    const sold = soldOf(entry, "no sugar", "EUR");
    expect(JSON.parse(JSON.stringify(sold)).amount).toBe("14.07");
    expect(totalOf(entryOf(JSON.parse(JSON.stringify(sold))))).toBe(1407n);
    expect(sold.basket && describeBasket(sold.basket, "EUR", 500)).toBe(
      "2 × Coffee, Cake + 0.07 EUR – no sugar",
    );
    expect(sold.basket && describeBasket(sold.basket, "EUR", 12)).toBe("2 × Coffee, ");
    expect(soldOf(type("5"), "", "JPY")).toEqual({ amount: "5" });
    expect(describeBasket({ terms: [{ minor: "7" }], note: "a😀" }, "EUR", 2)).toBe("a");
    expect(totalOf(press(entryOf({ amount: "12.50" }), "back", 2))).toBe(125n);
  });

  it("are taken out where they are old", () => {
    const entry = press(addNamed(coffee(), "Cake", 500n, 2), "7", 2);
    const { entry: rest, names } = takeOut(entry, (name) => name === "Coffee");
    expect([totalOf(rest), names]).toEqual([507n, ["Coffee"]]);
  });
});
