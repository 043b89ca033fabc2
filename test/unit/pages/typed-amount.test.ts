import { describe, expect, it } from "vitest";
import { typedAmount } from "#pages/browser/device/typed-amount.ts";

describe("an amount as people type it", () => {
  it.each([
    ["4.5", "USD", 4.5],
    ["4,50", "USD", 4.5],
    ["٤٫٥٠", "USD", 4.5],
    ["４５０", "JPY", 450],
    ["1.500", "KWD", 1.5],
    ["1,500", "kwd", 1.5],
    [null, "USD", null],
  ])("is %j in %s: %j", (text, currency, amount) => expect(typedAmount(text, currency)).toBe(amount));

  it.each([
    ["1.000,50", "USD"],
    ["1,500", "USD"],
    ["1.500", "JPY"],
    ["four", "USD"],
    ["", "USD"],
    ["5.", "USD"],
    ["-5", "USD"],
    ["1e3", "USD"],
    ["0x10", "USD"],
    ["Infinity", "USD"],
  ])("is none: %j in %s", (text, currency) => expect(typedAmount(text, currency)).toBe(text));
});
