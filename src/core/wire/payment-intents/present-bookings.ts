// A merchant's payments and refunds as a CSV file for bookkeeping. The amounts of a currency add up to its `net` in the totals.

import type { Booking, Bookings } from "#core/domain/booking.ts";
import { decimalText } from "#core/domain/money.ts";
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
];

export function bookingsFileName({ from, to }: Bookings): string {
  return from === to ? `payments-${from}.csv` : `payments-${from}-to-${to}.csv`;
}

/** Raw, texts are as they were written, for programs: a spreadsheet would run some of them. */
export async function* presentBookings(
  { timeZone, pages }: Bookings,
  { isRaw }: { isRaw: boolean },
): AsyncGenerator<string> {
  const textOf = isRaw ? (text: string) => text : textCell;
  const localTime = localTimeWriter(timeZone);
  let text = BYTE_ORDER_MARK + csvLine(COLUMNS);
  for await (const page of pages) {
    yield text + page.map((booking) => csvLine(cellsOf(booking, localTime(booking.at), textOf))).join("");
    text = "";
  }
  if (text !== "") yield text;
}

function cellsOf(booking: Booking, localTime: string, textOf: (text: string) => string): string[] {
  const { kind, amountMinor, currency } = booking;
  return [
    localTime.slice(0, 10),
    localTime,
    kind,
    booking.intentId,
    textOf(booking.reference ?? ""),
    textOf(booking.description),
    textOf(booking.counterName ?? ""),
    booking.counterId ?? "",
    currency,
    decimalText(kind === "payment" ? amountMinor : -amountMinor, currency),
    textOf(booking.transactionId ?? ""),
  ];
}
