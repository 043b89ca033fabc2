// A merchant's payments and refunds as a CSV file for bookkeeping. The amounts of a currency add up to its `net` in the totals.

import { decimalText } from "#core/domain/money.ts";
import type { StatementLine, StatementLines } from "#core/domain/payment-intents/statement-line.ts";
import { BYTE_ORDER_MARK, csvLine, textCell } from "#core/lib/csv.ts";
import { localTimeWriter } from "#core/lib/local-time.ts";

const COLUMNS = [
  "date",
  "date_time",
  "type",
  "payment_intent_id",
  "reference",
  "description",
  "counter",
  "counter_id",
  "currency",
  "amount",
  "transaction_id",
  "refund_reference",
  "refund_reason",
  "number",
];

export function statementLinesFileName({ from, to }: StatementLines): string {
  return from === to ? `payments-${from}.csv` : `payments-${from}-to-${to}.csv`;
}

/** Raw, texts are as they were written, for programs: a spreadsheet would run some of them. */
export async function* presentStatementLines(
  { timeZone, pages }: StatementLines,
  { isRaw }: { isRaw: boolean },
): AsyncGenerator<string> {
  const textOf = isRaw ? (text: string) => text : textCell;
  const localTime = localTimeWriter(timeZone);
  let text = BYTE_ORDER_MARK + csvLine(COLUMNS);
  for await (const page of pages) {
    yield text +
      page
        .map((statementLine) => csvLine(cellsOf(statementLine, localTime(statementLine.at), textOf)))
        .join("");
    text = "";
  }
  if (text !== "") yield text;
}

function cellsOf(
  statementLine: StatementLine,
  localTime: string,
  textOf: (text: string) => string,
): string[] {
  const { kind, amountMinor, currency } = statementLine;
  return [
    localTime.slice(0, 10),
    localTime,
    kind,
    statementLine.intentId,
    textOf(statementLine.reference ?? ""),
    textOf(statementLine.description),
    textOf(statementLine.counterName ?? ""),
    statementLine.counterId ?? "",
    currency,
    decimalText(kind === "payment" ? amountMinor : -amountMinor, currency),
    textOf(statementLine.transactionId ?? ""),
    textOf(statementLine.refundReference ?? ""),
    textOf(statementLine.refundReason ?? ""),
    statementLine.number,
  ];
}
