import { describe, expect, it } from "vitest";
import { typedAmount } from "#parts/stickers/browser/typed-amount.ts";

describe("an amount as people type it", () => {
  it.each([
    ["4.5", 4.5],
    ["4,50", 4.5],
    ["٤٫٥٠", 4.5],
    ["４５０", 450],
    [null, null],
    ["1.000,50", "1.000,50"],
    ["four", "four"],
  ])("is %j for %j", (text, amount) => expect(typedAmount(text)).toBe(amount));
});
