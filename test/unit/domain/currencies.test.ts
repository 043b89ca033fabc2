import { describe, expect, it } from "vitest";
import { CODES_BY_EXPONENT, FORMER_CODES_BY_EXPONENT } from "../../../src/domain/currencies.ts";
import { currencyExponent, isAcceptedCurrency } from "../../../src/domain/money.ts";

describe("CODES_BY_EXPONENT", () => {
  it.each([
    ["JPY", 0],
    ["EUR", 2],
    ["KWD", 3],
    ["CLF", 4],
  ])("has %s, with %i decimals", (code, exponent) => {
    expect(CODES_BY_EXPONENT[exponent]).toContain(code);
    expect(isAcceptedCurrency(code)).toBe(true);
    expect(currencyExponent(code)).toBe(exponent);
  });
});

describe("FORMER_CODES_BY_EXPONENT", () => {
  it.each([
    ["BYR", 0],
    ["HRK", 2],
  ])("has %s, with %i decimals, for stored intents only", (code, exponent) => {
    expect(FORMER_CODES_BY_EXPONENT[exponent]).toContain(code);
    expect(isAcceptedCurrency(code)).toBe(false);
    expect(currencyExponent(code)).toBe(exponent);
  });
});
