// An amount as text is read exactly, and as the same number would be: big integers say what is right.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import "#core/wire/shared/messages.ts";
import { CreateIntentBody } from "#core/wire/payment-intents/requests.ts";

const EXPONENTS = { JPY: 0, USD: 2, KWD: 3 };
const currency = fc.constantFrom(...(Object.keys(EXPONENTS) as (keyof typeof EXPONENTS)[]));

function readAmount(amount: unknown, code: string): number | string[] {
  const { success, data, error } = CreateIntentBody.safeParse({ amount, currency: code });
  return success ? data.amountMinor : error.issues.map(({ path, message }) => `${path.join()} ${message}`);
}

/** What is right, of the decimal `text`, as a fraction of big integers. */
function expectedOf(text: string, code: keyof typeof EXPONENTS): number | string[] {
  const [, sign = "", whole = "", fraction = "", power = "0"] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? [];
  const exponent = EXPONENTS[code];
  const shift = Number(power) - fraction.length;
  const top = BigInt(`${sign}${whole}${fraction}`) * 10n ** BigInt(Math.max(shift, 0));
  const bottom = 10n ** BigInt(Math.max(-shift, 0));
  if (top * 100n > 99_999_999_999n * bottom) return ["amount must be at most 999999999.99"];
  if (top * 100n < bottom) return ["amount must be at least 0.01"];
  const minor = top * 10n ** BigInt(exponent);
  if (minor % bottom === 0n) return Number(minor / bottom);
  return exponent === 0
    ? [`amount must have no decimals in ${code}`]
    : [`amount must have at most ${exponent} decimals in ${code}`];
}

const digits = (maxLength: number) =>
  fc.array(fc.constantFrom(..."00123456789"), { minLength: 1, maxLength }).map((each) => each.join(""));
const numberText = fc
  .tuple(
    fc.constantFrom("", "", "", "-"),
    digits(22).map((whole) => whole.replace(/^0+(?=\d)/, "")),
    fc.option(digits(24)),
    fc.option(fc.tuple(fc.constantFrom("e", "E"), fc.constantFrom("", "+", "-"), fc.nat(24))),
  )
  .map(([sign, whole, fraction, power]) => {
    const decimals = fraction === null ? "" : `.${fraction}`;
    return `${sign}${whole}${decimals}${power === null ? "" : power.join("")}`;
  });
/** They are near the limits, where most are amounts. */
const amountText = fc
  .tuple(digits(9), digits(4), fc.constantFrom("", "0", "000000000000000", "00000000000000001"))
  .map(([whole, fraction, rest]) => `${whole.replace(/^0+(?=\d)/, "")}.${fraction}${rest}`);

describe("an amount as text", () => {
  it("is what big integers make of it, to the last digit", () => {
    const texts = fc.oneof(numberText, amountText);
    const isRight = fc.property(texts, currency, (text, code) => {
      expect(readAmount(text, code)).toEqual(expectedOf(text, code));
    });
    fc.assert(isRight, { numRuns: 10_000 });
  });

  it("is what the same number is, as far as numbers are exact", () => {
    const shorts = fc
      .oneof(numberText, amountText)
      .filter((text) => text.replace(/\D|e.*/gi, "").length < 16);
    const isSame = fc.property(shorts, currency, (text, code) => {
      expect(readAmount(text, code)).toEqual(readAmount(JSON.parse(text), code));
    });
    fc.assert(isSame, { numRuns: 5_000 });
  });

  it.each(["12.50", "12.5", "1.25e1", "125E-1", "0.125e+2", "12.500000000000000000000"])(
    "%s is 12.50 in dollars",
    (text) => {
      expect(readAmount(text, "USD")).toBe(1250);
    },
  );

  it.each([
    ..." 12|12 |12\n|+1|1,00|1_000|0x10|0b1|01|-01|.5|5.|1e|e1|1e1.5|1.2.3|--1|١|１２|NaN|Infinity|null|true|".split(
      "|",
    ),
    `1${"0".repeat(100)}`,
    `1.${"0".repeat(99)}`,
  ])("must be a number of JSON's form, which %j is not", (text) => {
    expect(readAmount(text, "USD")).toEqual(["amount must be a number"]);
  });

  it("accepts no text that JSON does not read as a number", () => {
    const isNone = fc.property(fc.string({ unit: fc.constantFrom(..."0123456789+-.eE ,x\n") }), (text) => {
      let isNumber = false;
      try {
        isNumber = typeof JSON.parse(text) === "number" && text.trim() === text;
      } catch {}
      if (!isNumber) expect(readAmount(text, "USD")).toEqual(["amount must be a number"]);
    });
    fc.assert(isNone, { numRuns: 5_000 });
  });
});
