// Language, numbers and states of the pages.
import { describe, expect, it } from "vitest";
import { formatMoney, formatTimeLeft, lengthShown } from "#pages/format.ts";
import { chooseLanguage, LANGUAGES, localeOf } from "#pages/languages.ts";
import { messagesIn } from "#pages/messages/all.ts";
import { isFinal, type ShownIntent, shownState } from "#pages/payment-state.ts";

const DEADLINE = Date.UTC(2026, 10, 22);
const OPEN: ShownIntent = {
  status: "pending",
  is_payable: true,
  is_processing: false,
  refund_status: null,
  expires_at: new Date(DEADLINE).toISOString(),
};

describe("the language of a page", () => {
  it.each([
    [undefined, undefined, "en"],
    [undefined, "", "en"],
    [undefined, "ja", "ja"],
    [undefined, "de-AT", "de"],
    [undefined, "pt-BR, fr;q=0.8, de;q=0.9", "de"],
    [undefined, "es;q=0, FR;q=0.1", "fr"],
    [undefined, "xx;q=nonsense", "en"],
    [undefined, "*", "en"],
    ["ar", "de", "ar"],
    ["xx", "de", "de"],
    ["constructor", undefined, "en"],
  ])("chosen %s, accepted %s: %s", (chosen, accepted, expected) => {
    expect(chooseLanguage(chosen, accepted)).toBe(expected);
  });

  it("is complete in each of them, and nothing was left in English", () => {
    const textsOf = (value: object): string[] =>
      Object.values(value).flatMap((text) => (typeof text === "string" ? [text] : textsOf(text)));
    const english = textsOf(messagesIn("en"));
    for (const language of LANGUAGES.filter((each) => each !== "en")) {
      const texts = textsOf(messagesIn(language));
      expect(texts).toHaveLength(english.length);
      expect(texts.filter((text) => text === "" || english.includes(text))).toEqual([]);
    }
  });
});

describe("an amount", () => {
  it.each([
    ["12.50", "USD", "en", "$12.50"],
    ["12.50", "EUR", "de", "12,50 €"],
    ["4800", "JPY", "ja", "¥4,800"],
    ["7.125", "KWD", "en", "KWD 7.125"],
    ["999999999.99", "USD", "en", "$999,999,999.99"],
  ])("%s %s in %s is %s", (decimal, currency, locale, expected) => {
    expect(formatMoney(decimal, currency, locale).normalize("NFKC")).toBe(expected);
  });

  it.each([
    ["USD", "US$"],
    ["EUR", "€"],
    ["CHF", "CHF"],
  ])("in Arabic keeps the letters of %s apart from its digits and sign", (currency, symbol) => {
    const shown = (decimal: string, sign?: "always") => formatMoney(decimal, currency, localeOf("ar"), sign);
    const isolated = `\u00a0\u2068${symbol}\u2069`;
    expect([shown("45.00"), shown("-45.00"), shown("45.00", "always")]).toEqual([
      `\u200f45.00${isolated}`,
      `\u200f\u200e-45.00${isolated}`,
      `\u200f\u200e+45.00${isolated}`,
    ]);
    expect(lengthShown(shown("45.00"))).toBe("45.00 ".length + symbol.length);
  });

  it.each([
    ["en", "-$45.00", "+$45.00"],
    ["de", "-45,00\u00a0$", "+45,00\u00a0$"],
  ])("in %s has nothing but its sign before it", (locale, negative, positive) => {
    expect(formatMoney("-45.00", "USD", locale)).toBe(negative);
    expect(formatMoney("45.00", "USD", locale, "always")).toBe(positive);
  });
});

describe("the time left", () => {
  it.each([
    [30 * 60_000, "30:00"],
    [59_001, "1:00"],
    [59_000, "0:59"],
    [1, "0:01"],
    [0, "0:00"],
    [-5_000, "0:00"],
    [3_600_000, "1:00:00"],
    [30 * 24 * 3_600_000 - 1_000, "719:59:59"],
  ])("%i ms: %s", (ms, expected) => {
    expect(formatTimeLeft(ms)).toBe(expected);
  });
});

describe("what the page shows", () => {
  it.each<[Partial<ShownIntent>, string, boolean]>([
    [{}, "open", false],
    [{ is_payable: false }, "unpayable", false],
    [{ is_processing: true }, "underway", false],
    [{ status: "pending_approval", is_processing: true }, "underway", false],
    [{ status: "pending_approval" }, "approval", false],
    [{ status: "completed", is_payable: false }, "completed", true],
    [{ status: "completed", refund_status: "pending" }, "refunding", false],
    [{ status: "completed", refund_status: "completed" }, "refunded", true],
    [{ status: "cancelled", is_payable: false }, "cancelled", true],
    [{ status: "expired", is_payable: false }, "expired", true],
  ])("of %j, whatever the time: %s", (change, state, final) => {
    const shown = shownState({ ...OPEN, ...change });
    expect([shown, isFinal(shown)]).toEqual([state, final]);
  });
});
