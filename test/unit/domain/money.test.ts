import { describe, expect, it } from "vitest";
import {
  currencyExponent,
  currencyFault,
  decimalText,
  exactDecimalText,
  formatAmount,
  parseAmount,
} from "#core/domain/money.ts";

describe("parseAmount", () => {
  it.each([
    ["12.50", 2, 1250],
    ["0.01", 2, 1],
    ["19.99", 2, 1999],
    ["1.10", 1, 11],
    ["500", 0, 500],
    ["500.0", 0, 500],
    ["1.5000", 2, 150],
    ["1.234", 3, 1234],
    ["999999999.99", 2, 99999999999],
    ["00012.5", 2, 1250],
  ])("reads %s with %i decimals as %i minor units", (text, exponent, minor) => {
    expect(parseAmount(text, exponent)).toEqual({ ok: true, value: minor });
  });

  it.each([
    ["0.001", 2, "too_small"],
    ["0", 2, "too_small"],
    ["0.00", 2, "too_small"],
    ["0.009", 3, "too_small"],
    ["1.005", 2, "too_many_decimals"],
    ["1.5", 0, "too_many_decimals"],
    ["1000000000", 2, "too_large"],
    ["999999999.991", 3, "too_large"],
    ["1e3", 2, "not_a_decimal"],
    ["-1", 2, "not_a_decimal"],
    ["NaN", 2, "not_a_decimal"],
    ["", 2, "not_a_decimal"],
    [".5", 2, "not_a_decimal"],
  ])("refuses %j with %i decimals: %s", (text, exponent, fault) => {
    expect(parseAmount(text, exponent)).toEqual({ ok: false, error: fault });
  });
});

describe("formatAmount", () => {
  it.each([
    [1250, 2, "12.50"],
    [1, 2, "0.01"],
    [500, 0, "500"],
    [1234, 3, "1.234"],
    [0, 2, "0.00"],
    [-1250, 2, "-12.50"],
    [-5, 2, "-0.05"],
  ])("writes %i with %i decimals as %s", (minor, exponent, text) => {
    expect(formatAmount(minor, exponent)).toBe(text);
  });
});

describe("currencyExponent", () => {
  it.each([
    ["USD", 2],
    ["JPY", 0],
    ["KWD", 3],
    ["XOF", 0],
    ["CLF", 4],
  ])("for %s is %i", (currency, exponent) => {
    expect(currencyExponent(currency)).toBe(exponent);
  });

  it.each(["ZZZ", "usd", "XXX", "XAU", "", "constructor"])("is undefined for %j", (currency) => {
    expect(currencyExponent(currency)).toBeNull();
  });
});

describe("a currency that ISO 4217 has dropped", () => {
  it.each([
    ["HRK", 2, "12.50"],
    ["BYR", 0, "1250"],
  ])("is no longer accepted, but stored amounts in %s are still exact", (currency, exponent, text) => {
    expect([currencyFault(currency), currencyFault("USD")]).toEqual([expect.stringContaining("since"), null]);
    expect(currencyExponent(currency)).toBe(exponent);
    expect([decimalText(1250, currency), exactDecimalText(1250, currency)]).toEqual([text, text]);
  });
});

describe("the list of ISO 4217", () => {
  it.each([
    ["XCG", null],
    ["ZWG", null],
    ["BGN", "must be in use, which BGN has not been since 2026-01-01"],
    ["ANG", "must be in use, which ANG has not been since 2025-07-01"],
    ["DEM", "must be in use, which DEM has not been since 2002-03-01"],
    ["LTL", "must be in use, which LTL has not been since 2015-01-01"],
    ["VEF", "must be in use, which VEF has not been since 2018-08-20"],
    ["QQQ", "must be an ISO 4217 currency code"],
    ["", "must be an ISO 4217 currency code"],
  ])("says of %j: %j", (currency, fault) => {
    expect(currencyFault(currency)).toBe(fault);
  });

  it.each(["XXX", "XTS", "XAU", "XDR", "CLF", "CHE", "UYW", "USN"])(
    "has %s, which nobody is paid in",
    (currency) => {
      expect(currencyFault(currency)).toBe(
        `must be a currency that people are paid in, which ${currency} is not`,
      );
    },
  );

  it("keeps the decimals of every code that it ever had", () => {
    const before = { ANG: 2, BGN: 2, BYR: 0, CUC: 2, HRK: 2, SLL: 2, ZWL: 2, CLF: 4, UYW: 4, UYI: 0, CHE: 2 };
    for (const [code, decimals] of Object.entries(before))
      expect([code, currencyExponent(code)]).toEqual([code, decimals]);
  });
});

describe("a currency that was never known", () => {
  it("is shown with two decimals, and no money is moved in it", () => {
    expect(decimalText(1250, "QQQ")).toBe("12.50");
    expect(() => exactDecimalText(1250, "QQQ")).toThrow("unknown currency QQQ");
  });
});
