// A merchant's payments and refunds as a CSV file for bookkeeping. The amounts of a currency add up to its `net` in the totals.
import { decimalText } from "../../domain/money.ts";
import type { Movement, Movements } from "../../domain/movement.ts";
import { BYTE_ORDER_MARK, csvLine, textCell } from "../../lib/csv.ts";
import { localTimeWriter } from "../../lib/local-time.ts";

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
];

/** The name to store it under. */
export function movementsFileName({ from, to }: Movements): string {
  return from === to ? `payments-${from}.csv` : `payments-${from}-to-${to}.csv`;
}

export async function* presentMovements({ timeZone, pages }: Movements): AsyncGenerator<string> {
  const localTime = localTimeWriter(timeZone);
  let text = BYTE_ORDER_MARK + csvLine(COLUMNS);
  for await (const page of pages) {
    yield text + page.map((movement) => csvLine(cellsOf(movement, localTime(movement.at)))).join("");
    text = "";
  }
  if (text !== "") yield text;
}

function cellsOf(movement: Movement, localTime: string): string[] {
  const { kind, amountMinor, currency } = movement;
  return [
    localTime.slice(0, 10),
    localTime,
    kind,
    movement.intentId,
    textCell(movement.reference ?? ""),
    textCell(movement.description),
    textCell(movement.counterName ?? ""),
    movement.counterId ?? "",
    currency,
    decimalText(kind === "payment" ? amountMinor : -amountMinor, currency),
    textCell(movement.transactionId ?? ""),
  ];
}
