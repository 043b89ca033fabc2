// A merchant's payments and refunds in a range of time: those whose intents were created in the range or within the hour
// before it, from the index of the merchant's list, and all others from late_movements.
import { type SQL, sql } from "drizzle-orm";
import type { Booking } from "../../domain/booking.ts";
import type { PaymentIntent } from "../../domain/payment-intent.ts";
import type { BookingSum } from "../../domain/totals.ts";
import type { Place } from "../client.ts";
import { CLOCK_SKEW_MS } from "../webhooks/events.ts";
import { ID_TEXT, listArchivedByIds } from "./archived-intents.ts";

/** The triggers that write late_movements have the same limit. */
const LATE_AFTER_MS = 3_600_000;

/** `to` is exclusive. */
export interface TimeRange {
  from: number;
  to: number;
}

/** A SELECT of each booking's kind and time and, of its row, what is named for a current `i` and an archived `a`. */
function bookingsIn(
  merchantId: string,
  { from, to }: TimeRange,
  columns: { current: SQL; archived: SQL },
): SQL {
  const isInTime = sql`created_at >= ${from - LATE_AFTER_MS} AND created_at < ${to + CLOCK_SKEW_MS}
    AND completed_at >= ${from} AND completed_at < ${to} AND completed_at - created_at <= ${LATE_AFTER_MS}`;
  const isLate = sql`m.merchant_id = ${merchantId} AND m.at >= ${from} AND m.at < ${to}`;
  return sql`
    SELECT 'payment' AS kind, completed_at AS at, ${columns.current} FROM payment_intents i
    WHERE merchant_id = ${merchantId} AND status = 'completed' AND ${isInTime}
    UNION ALL
    SELECT 'payment', completed_at, ${columns.archived} FROM archived_intents a
    WHERE merchant = (SELECT number FROM archived_merchants WHERE merchant_id = ${merchantId})
      AND status = 'completed' AND is_replaced IS NULL AND ${isInTime}
    UNION ALL
    SELECT m.kind, m.at, ${columns.current} FROM late_movements m
    CROSS JOIN payment_intents i ON i.id = m.intent_id WHERE ${isLate}
    UNION ALL
    SELECT m.kind, m.at, ${columns.archived} FROM late_movements m
    CROSS JOIN archived_intents a ON a.id = unhex(replace(m.intent_id, '-', ''))
    WHERE ${isLate} AND a.is_replaced IS NULL`;
}

export type BookingKey = Pick<Booking, "kind" | "at" | "intentId">;

/** Oldest first, in one statement and so of one moment. */
export async function listBookingKeys(
  db: Place,
  merchantId: string,
  range: TimeRange,
  limit: number,
): Promise<BookingKey[]> {
  const columns = { current: sql`i.id AS "intentId"`, archived: ID_TEXT };
  return await db.all<BookingKey>(
    sql`${bookingsIn(merchantId, range, columns)} ORDER BY at, "intentId", kind LIMIT ${limit}`,
  );
}

type SumRow = Omit<BookingSum, "amountMinor"> & { amount: string };

/** In one statement and so of one moment. */
export async function sumBookings(db: Place, merchantId: string, range: TimeRange): Promise<BookingSum[]> {
  const columns = {
    current: sql`i.counter_id, i.currency, i.amount_minor`,
    archived: sql`a.counter_id, a.currency, a.amount_minor`,
  };
  const rows = await db.all<SumRow>(sql`
    SELECT kind, counter_id AS "counterId", currency, count(*) AS count, CAST(sum(amount_minor) AS TEXT) AS amount
    FROM (${bookingsIn(merchantId, range, columns)}) GROUP BY kind, counter_id, currency`);
  return rows.map(({ amount, ...row }) => ({ ...row, amountMinor: BigInt(amount ?? 0) }));
}

export type MovedIntent = Pick<
  PaymentIntent,
  | "id"
  | "amountMinor"
  | "currency"
  | "reference"
  | "description"
  | "counterId"
  | "paymentLedgerTxId"
  | "refundLedgerTxId"
>;

/** By id, of at most a few hundred intents, archived or not. */
export async function readMovedIntents(
  db: Place,
  merchantId: string,
  ids: readonly string[],
): Promise<Map<string, MovedIntent>> {
  const current = await db.all<MovedIntent>(sql`
    SELECT i.id, i.amount_minor AS "amountMinor", i.currency, i.reference, i.description, i.counter_id AS "counterId",
      i.payment_ledger_tx_id AS "paymentLedgerTxId", i.refund_ledger_tx_id AS "refundLedgerTxId"
    FROM json_each(${JSON.stringify(ids)}) wanted CROSS JOIN payment_intents i ON i.id = wanted.value
    WHERE i.merchant_id = ${merchantId}`);
  const found = new Map(current.map((intent) => [intent.id, intent]));
  const others = ids.filter((id) => !found.has(id));
  for (const { intent } of await listArchivedByIds(db, others)) {
    if (intent.merchantId === merchantId) found.set(intent.id, intent);
  }
  return found;
}
