import { describe, expect, it } from "vitest";
import { fundsFor, playMoneyFor } from "#parts/wallet/browser/funds.ts";

const BALANCES = [
  { currency: "USD", amount: "4.94" },
  { currency: "JPY", amount: "-50" },
  { currency: "KWD", amount: "0.005" },
  { currency: "EUR", amount: "90071992547409.93" },
];

describe("what a wallet has for a payment", () => {
  it.each([
    ["10.32", "USD", { held: "4.94", short: "5.38" }],
    ["4.95", "USD", { held: "4.94", short: "0.01" }],
    ["4.94", "USD", { held: "4.94", short: null }],
    ["4.93", "USD", { held: "4.94", short: null }],
    ["100", "JPY", { held: "-50", short: "150" }],
    ["0.100", "KWD", { held: "0.005", short: "0.095" }],
    ["90071992547409.94", "EUR", { held: "90071992547409.93", short: "0.01" }],
    ["7.70", "CHF", { held: null, short: "7.70" }],
  ])("for %s %s", (amount_decimal, currency, funds) => {
    expect(fundsFor({ amount_decimal, currency }, BALANCES)).toEqual(funds);
  });

  it.each([
    [1, "USD", 100],
    [100, "USD", 100],
    [100.01, "USD", 1_000],
    [999_999_999, "USD", 999_999_999],
  ])("is %d %s of play money: %d", (amount, currency, balance) => {
    expect(playMoneyFor(amount, currency)).toBe(balance);
  });
});
