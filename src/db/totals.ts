// The sums of a merchant's payments and refunds in a range of time, in one statement and so of one moment. It reads the
// payments whose intents were created in the range or within the hour before it, from the index of the merchant's list, and
// late_movements for all others.
import { sql } from "drizzle-orm";
import type { MovementSum } from "../domain/totals.ts";
import type { Database } from "./client.ts";
import { CLOCK_SKEW_MS } from "./events.ts";

/** As in the triggers that write late_movements. */
const LATE_AFTER_MS = 3_600_000;

type Row = Omit<MovementSum, "amountMinor"> & { amount: string };

/** `to` is exclusive. */
export async function sumMovements(
  db: Database,
  merchantId: string,
  { from, to }: { from: number; to: number },
): Promise<MovementSum[]> {
  const isInTime = sql`created_at >= ${from - LATE_AFTER_MS} AND created_at < ${to + CLOCK_SKEW_MS}
    AND completed_at >= ${from} AND completed_at < ${to} AND completed_at - created_at <= ${LATE_AFTER_MS}`;
  const isLate = sql`m.merchant_id = ${merchantId} AND m.at >= ${from} AND m.at < ${to}`;
  const rows = await db.all<Row>(sql`
    SELECT kind, counter_id AS "counterId", currency, count(*) AS count, CAST(sum(amount_minor) AS TEXT) AS amount FROM (
      SELECT 'payment' AS kind, counter_id, currency, amount_minor FROM payment_intents
      WHERE merchant_id = ${merchantId} AND status = 'completed' AND ${isInTime}
      UNION ALL
      SELECT 'payment', counter_id, currency, amount_minor FROM archived_intents
      WHERE merchant = (SELECT number FROM archived_merchants WHERE merchant_id = ${merchantId})
        AND status = 'completed' AND is_replaced IS NULL AND ${isInTime}
      UNION ALL
      SELECT m.kind, i.counter_id, i.currency, i.amount_minor FROM late_movements m
      CROSS JOIN payment_intents i ON i.id = m.intent_id WHERE ${isLate}
      UNION ALL
      SELECT m.kind, a.counter_id, a.currency, a.amount_minor FROM late_movements m
      CROSS JOIN archived_intents a ON a.id = unhex(replace(m.intent_id, '-', ''))
      WHERE ${isLate} AND a.is_replaced IS NULL
    ) GROUP BY kind, counter_id, currency`);
  return rows.map(({ amount, ...row }) => ({ ...row, amountMinor: BigInt(amount ?? 0) }));
}
