// The sums of a merchant's payments and refunds in a range of time, in one statement and so of one moment.
import { sql } from "drizzle-orm";
import type { MovementSum } from "../../domain/totals.ts";
import type { Database } from "../client.ts";
import { movementsIn, type TimeRange } from "./movements.ts";

type Row = Omit<MovementSum, "amountMinor"> & { amount: string };

export async function sumMovements(
  db: Database,
  merchantId: string,
  range: TimeRange,
): Promise<MovementSum[]> {
  const columns = {
    current: sql`i.counter_id, i.currency, i.amount_minor`,
    archived: sql`a.counter_id, a.currency, a.amount_minor`,
  };
  const rows = await db.all<Row>(sql`
    SELECT kind, counter_id AS "counterId", currency, count(*) AS count, CAST(sum(amount_minor) AS TEXT) AS amount
    FROM (${movementsIn(merchantId, range, columns)}) GROUP BY kind, counter_id, currency`);
  return rows.map(({ amount, ...row }) => ({ ...row, amountMinor: BigInt(amount ?? 0) }));
}
