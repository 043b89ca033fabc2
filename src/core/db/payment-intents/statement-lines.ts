// A merchant's payments and refunds in a range of time: those whose intents were created in the range or within the hour
// before it, from the index of the merchant's list, and all others from late_movements.
import { type SQL, sql } from "drizzle-orm";
import type { Shard } from "#core/db/client.ts";
import { IS_LATE } from "#core/db/schema/webhooks.ts";
import { CLOCK_SKEW_MS } from "#core/db/webhooks/events.ts";
import { uuidSince, uuidSinceSql } from "#core/db/webhooks/time-ordered-id.ts";
import type { Arrival, DayRange, DaySum, ReadingPlan } from "#core/domain/payment-intents/kept-days.ts";
import type { PaymentIntent } from "#core/domain/payment-intents/payment-intent.ts";
import type { StatementLine } from "#core/domain/payment-intents/statement-line.ts";

/** The triggers that write late_movements have the same limit. */
const LATE_AFTER_MS = 3_600_000;
const DAY_MS = 24 * 3_600_000;
/** What comes later may have come before, to a database that was then restored. */
const ARRIVES_WITHIN_MS = 60_000;

/** `to` is exclusive. */
export type TimeRange = Pick<DayRange, "from" | "to">;

/** A SELECT of each statement line's kind, time and range `d`, and of these columns of its row `i`. */
function statementLinesIn(merchantId: string, ranges: readonly TimeRange[], columns: SQL): SQL {
  const given = sql`json_each(${JSON.stringify(ranges)}) d`;
  const [from, to] = [sql`(d.value ->> 'from')`, sql`(d.value ->> 'to')`];
  const isInTime = sql`created_at >= ${from} - ${LATE_AFTER_MS} AND created_at < ${to} + ${CLOCK_SKEW_MS}
    AND completed_at >= ${from} AND completed_at < ${to} AND completed_at - created_at <= ${LATE_AFTER_MS}`;
  const isLate = sql`m.merchant_id = ${merchantId} AND m.at >= ${from} AND m.at < ${to}`;
  return sql`
    SELECT 'payment' AS kind, completed_at AS at, ${columns} FROM ${given} CROSS JOIN payment_intents i
    WHERE merchant_id = ${merchantId} AND status = 'completed' AND ${isInTime}
    UNION ALL
    SELECT m.kind, m.at, ${columns} FROM ${given} CROSS JOIN late_movements m
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
    sql`${statementLinesIn(merchantId, [range], columns)} ORDER BY at, "intentId", kind LIMIT ${limit}`,
  );
}

const ADDED_UP = sql`kind, counter_id AS "counterId", currency, count(*) AS count, CAST(sum(amount_minor) AS TEXT) AS amount`;

type SumRow = Omit<Arrival, "amountMinor" | "isNew" | "isLate"> &
  Record<"isLine" | "isNew" | "isLate", 0 | 1> & { amount: string };

/**
 * Adds up the statement lines of the missing days, and what the events of payments and refunds in the feed's places of the
 * plan add to any of `wanted`. It is one statement, and so of one moment.
 */
export async function sumStatementLines(
  db: Shard,
  merchantId: string,
  wanted: readonly DayRange[],
  plan: ReadingPlan,
): Promise<{ lines: DaySum[]; arrivals: Arrival[] }> {
  const dayInRun = sql`min((at - since) / ${DAY_MS}, days - 1)`;
  const columns = sql`d.value ->> 'day' AS first, d.value ->> 'from' AS since, d.value ->> 'days' AS days,
    i.counter_id, i.currency, i.amount_minor`;
  const lines = statementLinesIn(merchantId, inRuns(plan.missing), columns);
  // Most events are of today.
  const newest = wanted.at(-1) ?? { day: null, from: 0, to: 0 };
  const rows = await db.all<SumRow>(sql`
    SELECT 1 AS "isLine", date(first, ${dayInRun} || ' days') AS day, 0 AS at, 0 AS "isNew", 0 AS "isLate", ${ADDED_UP}
    FROM (${lines}) GROUP BY 2, kind, counter_id, currency
    UNION ALL
    SELECT 0, day, at, is_new, is_late, ${ADDED_UP} FROM (
      SELECT kind, position >= ${uuidSince(plan.until)} AS is_new,
        position >= ${uuidSinceSql(sql`at + ${ARRIVES_WITHIN_MS}`)} AS is_late, counter_id, currency, amount_minor, at,
        CASE WHEN at >= ${newest.from} AND at < ${newest.to} THEN ${newest.day} ELSE (
          SELECT value ->> 'day' FROM json_each(${JSON.stringify(wanted)})
          WHERE at >= value ->> 'from' AND at < value ->> 'to' LIMIT 1) END AS day
      FROM (${arrivalsOf(merchantId, plan)}))
    GROUP BY day, iif(day IS NULL, at, 0), is_new, is_late, kind, counter_id, currency`);
  const sums = rows.map(({ isLine, isNew, isLate, amount, ...row }) => ({
    ...row,
    isLine: isLine === 1,
    isNew: isNew === 1,
    isLate: isLate === 1,
    amountMinor: BigInt(amount),
  }));
  return {
    lines: sums.flatMap((sum) => (sum.isLine && sum.day !== null ? { ...sum, day: sum.day } : [])),
    arrivals: sums.filter(({ isLine }) => !isLine),
  };
}

/** Joins each day that begins 24 hours after the one before: what is read beside the payments is read once a run. */
function inRuns(ranges: readonly DayRange[]): (DayRange & { days: number })[] {
  const runs: (DayRange & { days: number })[] = [];
  for (const range of ranges) {
    const last = runs.at(-1);
    if (last === undefined || range.from !== last.from + last.days * DAY_MS) runs.push({ ...range, days: 1 });
    else Object.assign(last, { to: range.to, days: last.days + 1 });
  }
  return runs;
}

/** A SELECT of the payments and refunds whose events have these places in the feed: see db/webhooks/event-feed.ts. */
function arrivalsOf(merchantId: string, { since, lateSince }: ReadingPlan): SQL {
  const isMoved = sql`type IN ('payment.completed', 'refund.completed')`;
  return sql`
    SELECT e.position, iif(e.type = 'payment.completed', 'payment', 'refund') AS kind,
      iif(e.type = 'payment.completed', i.completed_at, e.created_at) AS at, i.counter_id, i.currency, i.amount_minor
    FROM (
      SELECT id AS position, intent_id, type, created_at FROM events
      WHERE merchant_id = ${merchantId} AND late_position IS NULL AND id >= ${uuidSince(since)} AND ${isMoved}
      UNION ALL
      SELECT late_position, intent_id, type, created_at FROM events
      WHERE merchant_id = ${merchantId} AND ${IS_LATE} AND late_position >= ${uuidSince(lateSince)} AND ${isMoved}
    ) e CROSS JOIN payment_intents i ON i.id = e.intent_id`;
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
