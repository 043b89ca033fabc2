// A merchant's payments and refunds in a range of time: those whose intents were created in the range or within the hour
// before it, from the index of the merchant's list, and all others from late_movements.
import { type SQL, sql } from "drizzle-orm";
import type { Shard } from "#core/db/client.ts";
import { CLOCK_SKEW_MS } from "#core/db/webhooks/events.ts";
import type { PaymentIntent } from "#core/domain/payment-intents/payment-intent.ts";
import type { StatementLine } from "#core/domain/payment-intents/statement-line.ts";
import type { StatementSum } from "#core/domain/payment-intents/totals.ts";

/** The triggers that write late_movements have the same limit. */
const LATE_AFTER_MS = 3_600_000;

/** `to` is exclusive. */
export interface TimeRange {
  from: number;
  to: number;
}

/** A SELECT of each statement line's kind and time and of these columns of its row `i`. */
function statementLinesIn(merchantId: string, { from, to }: TimeRange, columns: SQL): SQL {
  const isInTime = sql`created_at >= ${from - LATE_AFTER_MS} AND created_at < ${to + CLOCK_SKEW_MS}
    AND completed_at >= ${from} AND completed_at < ${to} AND completed_at - created_at <= ${LATE_AFTER_MS}`;
  const isLate = sql`m.merchant_id = ${merchantId} AND m.at >= ${from} AND m.at < ${to}`;
  return sql`
    SELECT 'payment' AS kind, completed_at AS at, ${columns} FROM payment_intents i
    WHERE merchant_id = ${merchantId} AND status = 'completed' AND ${isInTime}
    UNION ALL
    SELECT m.kind, m.at, ${columns} FROM late_movements m
    CROSS JOIN payment_intents i ON i.id = m.intent_id WHERE ${isLate}`;
}

export type StatementLineKey = Pick<StatementLine, "kind" | "at" | "intentId">;

/** Lists the oldest first, in one statement and so of one moment. */
export async function listStatementLineKeys(
  db: Shard,
  merchantId: string,
  range: TimeRange,
  limit: number,
): Promise<StatementLineKey[]> {
  const columns = sql`i.id AS "intentId"`;
  return await db.all<StatementLineKey>(
    sql`${statementLinesIn(merchantId, range, columns)} ORDER BY at, "intentId", kind LIMIT ${limit}`,
  );
}

type SumRow = Omit<StatementSum, "amountMinor"> & { amount: string };

/** Adds up in one statement and so of one moment. */
export async function sumStatementLines(
  db: Shard,
  merchantId: string,
  range: TimeRange,
): Promise<StatementSum[]> {
  const columns = sql`i.counter_id, i.currency, i.amount_minor`;
  const rows = await db.all<SumRow>(sql`
    SELECT kind, counter_id AS "counterId", currency, count(*) AS count, CAST(sum(amount_minor) AS TEXT) AS amount
    FROM (${statementLinesIn(merchantId, range, columns)}) GROUP BY kind, counter_id, currency`);
  return rows.map(({ amount, ...row }) => ({ ...row, amountMinor: BigInt(amount) }));
}

export type MovedIntent = Pick<
  PaymentIntent,
  | "id"
  | "createdAt"
  | "amountMinor"
  | "currency"
  | "reference"
  | "description"
  | "counterId"
  | "paymentLedgerTxId"
  | "refundLedgerTxId"
  | "refundReference"
  | "refundReason"
>;

/** Reads by id, at most a few hundred intents. */
export async function readMovedIntents(
  db: Shard,
  merchantId: string,
  ids: readonly string[],
): Promise<Map<string, MovedIntent>> {
  const intents = await db.all<MovedIntent>(sql`
    SELECT i.id, i.created_at AS "createdAt", i.amount_minor AS "amountMinor", i.currency, i.reference, i.description, i.counter_id AS "counterId",
      i.payment_ledger_tx_id AS "paymentLedgerTxId", i.refund_ledger_tx_id AS "refundLedgerTxId",
      i.refund_reference AS "refundReference", i.refund_reason AS "refundReason"
    FROM json_each(${JSON.stringify(ids)}) wanted CROSS JOIN payment_intents i ON i.id = wanted.value
    WHERE i.merchant_id = ${merchantId}`);
  return new Map(intents.map((intent) => [intent.id, intent]));
}
