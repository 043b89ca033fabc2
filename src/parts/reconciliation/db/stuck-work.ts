// Work that should be finished by now, for reconciliation. Every list is in the order of an index that holds only
// unfinished rows, and continues after a position.
import { and, eq, inArray, lte, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { Shard } from "#core/db/client.ts";
import { sweepPartsWithWork } from "#core/db/operations/sweep-positions.ts";
import { sweepPositions, unfinishedWork } from "#core/db/schema/operations.ts";
import { IS_OPEN, IS_REFUND_PENDING, paymentIntents } from "#core/db/schema/payment-intents.ts";
import { HAS_FAILED, HAS_NEXT_ATTEMPT, IS_WAITING } from "#core/db/schema/webhooks.ts";
import { uuidSince } from "#core/db/webhooks/time-ordered-id.ts";
import type { UnfinishedWork } from "#core/domain/payment-intents/payment-intent.ts";
import type { CheckPosition } from "#core/domain/reconciliation/reconciliation.ts";

/** What objects have reported before then. */
export async function listUnfinishedWork(
  db: Shard,
  work: UnfinishedWork,
  before: number,
  after: CheckPosition,
  limit: number,
) {
  const { since, intentId } = unfinishedWork;
  return await db
    .select()
    .from(unfinishedWork)
    .where(
      and(
        eq(unfinishedWork.work, work),
        lte(since, before),
        sql`(${since}, ${intentId}) > (${after.at}, ${after.id})`,
      ),
    )
    .orderBy(since, intentId)
    .limit(limit);
}

const INTENT = {
  id: paymentIntents.id,
  merchantId: paymentIntents.merchantId,
  version: paymentIntents.version,
  status: paymentIntents.status,
  expiresAt: paymentIntents.expiresAt,
  updatedAt: paymentIntents.updatedAt,
  refundLedgerTxId: paymentIntents.refundLedgerTxId,
};

/** Open intents whose deadline was before then, except those that their objects have reported. */
export function listOverdueIntents(db: Shard, before: number, after: CheckPosition, limit: number) {
  const { expiresAt, id } = paymentIntents;
  const isOverdue = sql`${IS_OPEN} AND NOT EXISTS (SELECT 1 FROM unfinished_work u WHERE u.intent_id = ${id})`;
  return listUnfinished(db, expiresAt, isOverdue, before, after, limit);
}

/** Refunds that have not changed since then. */
export function listPendingRefunds(db: Shard, before: number, after: CheckPosition, limit: number) {
  return listUnfinished(db, paymentIntents.updatedAt, IS_REFUND_PENDING, before, after, limit);
}

function listUnfinished(
  db: Shard,
  time: SQLiteColumn,
  condition: SQL,
  before: number,
  after: CheckPosition,
  limit: number,
) {
  const { id } = paymentIntents;
  return db
    .select(INTENT)
    .from(paymentIntents)
    .where(and(condition, lte(time, before), sql`(${time}, ${id}) > (${after.at}, ${after.id})`))
    .orderBy(time, id)
    .limit(limit);
}

export interface StuckDelivery {
  merchantId: string;
  eventId: string;
  intentId: string;
  attempts: number;
  dueAt: number;
}

/** Deliveries whose attempt was due before then. The position is (due, merchant, event). */
export async function listOverdueDeliveries(
  db: Shard,
  before: number,
  after: CheckPosition,
  limit: number,
): Promise<StuckDelivery[]> {
  return await db.all<StuckDelivery>(sql`
    SELECT merchant_id AS "merchantId", id AS "eventId", intent_id AS "intentId", attempts, next_attempt_at AS "dueAt"
    FROM events INDEXED BY events_due
    WHERE ${HAS_NEXT_ATTEMPT} AND next_attempt_at <= ${before}
      AND (next_attempt_at, merchant_id, id) > (${after.at}, ${after.key}, ${after.id})
    ORDER BY next_attempt_at, merchant_id, id LIMIT ${limit}`);
}

export interface WaitingEndpoint {
  merchantId: string;
  origin: string;
  /** The delivery that has waited longest. */
  eventId: string;
  eventAt: number;
  degradedSince: number | null;
}

/**
 * Endpoints that deliveries wait for, each with its oldest. One step of the recursion skips all deliveries for an endpoint,
 * of which there may be a million. The position is (merchant, origin).
 */
export async function listWaitingEndpoints(
  db: Shard,
  after: { key: string; id: string },
  limit: number,
): Promise<WaitingEndpoint[]> {
  const first = (condition: SQL) => sql`(
    SELECT json_array(merchant_id, parked_url, id) FROM events INDEXED BY events_parked
    WHERE ${IS_WAITING} AND ${condition} ORDER BY merchant_id, parked_url, id LIMIT 1)`;
  const next = (merchantId: SQL, origin: SQL) => sql`coalesce(
    ${first(sql`merchant_id = ${merchantId} AND parked_url > ${origin}`)}, ${first(sql`merchant_id > ${merchantId}`)})`;
  return await db.all<WaitingEndpoint>(sql`
    WITH RECURSIVE waiting(place) AS (
      SELECT ${next(sql`${after.key}`, sql`${after.id}`)}
      UNION ALL
      SELECT ${next(sql`waiting.place ->> 0`, sql`waiting.place ->> 1`)} FROM waiting WHERE place IS NOT NULL
      LIMIT ${limit})
    SELECT place ->> 0 AS "merchantId", place ->> 1 AS origin, place ->> 2 AS "eventId", e.created_at AS "eventAt",
           w.degraded_since AS "degradedSince"
    FROM waiting
    JOIN events e ON e.merchant_id = place ->> 0 AND e.id = place ->> 2
    LEFT JOIN webhook_endpoints w ON w.merchant_id = place ->> 0 AND w.url = place ->> 1
    WHERE place IS NOT NULL`);
}

export interface FailedDelivery {
  merchantId: string;
  eventId: string;
  intentId: string;
  lastError: string | null;
  endedAt: number;
}

/** The failed deliveries of one merchant's events of a period, after an event. */
export async function listFailedDeliveries(
  db: Shard,
  merchantId: string,
  { from, to, after }: { from: number; to: number; after: string },
  limit: number,
): Promise<FailedDelivery[]> {
  return await db.all<FailedDelivery>(sql`
    SELECT merchant_id AS "merchantId", id AS "eventId", intent_id AS "intentId", last_error AS "lastError",
           coalesce(ended_at, created_at) AS "endedAt"
    FROM events INDEXED BY events_failed
    WHERE merchant_id = ${merchantId} AND ${HAS_FAILED}
      AND id >= ${uuidSince(from)} AND id < ${uuidSince(to)} AND id > ${after}
    ORDER BY id LIMIT ${limit}`);
}

/** The next merchant that has ever had a failed delivery; null when there is none. */
export async function nextMerchantWithFailures(db: Shard, after: string): Promise<string | null> {
  const row = await db.get<{ id: string } | undefined>(sql`
    SELECT merchant_id AS id FROM events INDEXED BY events_failed
    WHERE ${HAS_FAILED} AND merchant_id > ${after} ORDER BY merchant_id LIMIT 1`);
  return row?.id ?? null;
}

/**
 * Parts of the sweep that have had work left since then and made no progress. The position is (part, key).
 */
export async function listStalledParts(
  db: Shard,
  before: number,
  after: { key: string; id: string },
  limit: number,
) {
  const { part, key, updatedAt } = sweepPositions;
  return await db
    .select({ part, key, updatedAt })
    .from(sweepPositions)
    .where(
      and(
        lte(updatedAt, before),
        inArray(part, sweepPartsWithWork()),
        sql`(${part}, ${key}) > (${after.key}, ${after.id})`,
      ),
    )
    .orderBy(part, key)
    .limit(limit);
}
