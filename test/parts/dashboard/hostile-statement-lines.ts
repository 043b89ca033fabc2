// Payments whose texts a spreadsheet would take for something else.
import type { StatementLine, StatementLines } from "#core/domain/payment-intents/statement-line.ts";
import type { SheetTexts } from "#parts/dashboard/browser/sheet/payments-sheet.ts";

/** Not all of them can come in over the API today. A multiple of three. */
export const HOSTILE_TEXTS = [
  "00042",
  "=1+1",
  "'=1+1",
  "+1+1",
  "-1+1",
  "@SUM(1+1)",
  "\t=1+1",
  "\r=1+1",
  "＝1+1",
  "a;=1+1",
  "  =1+1",
  "a\n=1+1",
  "_x003D_1+1",
  '=HYPERLINK("https://evil.test","Käse, 10 %")',
  `=cmd|' /C calc'!A0`,
  "1e5",
  "1/2",
  "2026-01-02",
  "TRUE",
  "12.50",
  "12,50",
  "<&>\"'",
  "#REF!",
  "مقهى ١٢ 🍕",
];

const MINOR: Record<string, number> = { EUR: 100_025, JPY: -1000, KWD: 123 };

export function hostileStatementLines(): StatementLines {
  const statementLines = HOSTILE_TEXTS.map((text, at): StatementLine => {
    const currency = ["EUR", "JPY", "KWD"][at % 3] ?? "";
    const minor = MINOR[currency] ?? 0;
    return {
      kind: minor < 0 ? "refund" : "payment",
      at: Date.UTC(2026, 10, 22, 13, 3, at),
      intentId: "0199d3c0-7a11-7c3e-9a55-0123456789ab",
      number: "#7KQ3ZD",
      transactionId: "1234567890123456789",
      amountMinor: Math.abs(minor),
      currency,
      reference: text,
      description: text,
      counterId: null,
      counterName: text,
      refundReference: text,
      refundReason: text,
    };
  });
  const pages = (async function* () {
    yield statementLines;
  })();
  return { from: "2026-11-22", to: "2026-11-22", timeZone: "Europe/Berlin", pages };
}

export const SHEET_TEXTS: SheetTexts = {
  name: "Zahlungen",
  isRightToLeft: false,
  headings: {
    date_time: "Zeit (Europe/Berlin)",
    type: "Art",
    amount: "Betrag",
    currency: "Währung",
    reference: "Referenz",
    description: "Beschreibung",
    counter: "Kasse",
    payment_intent_id: "Zahlungs-ID",
    transaction_id: "Buchung",
  },
  types: { payment: "Zahlung", refund: "Erstattung" },
};
