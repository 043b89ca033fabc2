// What shows that a merchant's integration has worked, of the last 30 days. Each query reads a bounded number of rows, the
// latest of an index.
import { sql } from "drizzle-orm";
import type { Shard } from "#core/db/client.ts";
import { uuidSince } from "#core/db/webhooks/time-ordered-id.ts";
import { DELIVERED_KEPT_DAYS } from "#core/domain/webhooks/delivery.ts";
import type { Evidence, SeenEvidence } from "../domain/go-live.ts";

/** How many of the latest events are searched for deliveries, and of late movements for refunds. */
export const SEARCHED_MAX = 1_000;
/** The clean-up deletes the log of a delivery after as long, and nobody knows where it went. */
const KEPT_MS = DELIVERED_KEPT_DAYS * 24 * 60 * 60_000;

/** `ignoredUrl`: an address whose responses show nothing. */
export async function findEvidence(
  db: Shard,
  merchantId: string,
  ignoredUrl: string | null,
  now: number,
): Promise<SeenEvidence> {
  const since = now - KEPT_MS;
  const [payment, deliveries, refund] = await Promise.all([
    findPayment(db, merchantId, since),
    listDelivered(db, merchantId, ignoredUrl, since),
    findRefund(db, merchantId, since),
  ]);
  return {
    payment_completed: payment ?? null,
    webhook_delivered: deliveries[0] ?? null,
    webhook_retried: deliveries.find(({ isRetried }) => isRetried === 1) ?? null,
    refund_settled: refund ?? null,
  };
}

async function findPayment(db: Shard, merchantId: string, since: number): Promise<Evidence | undefined> {
  return await db.get(sql`
    SELECT completed_at AS at, id AS "intentId", NULL AS "eventId" FROM payment_intents
    WHERE merchant_id = ${merchantId} AND status = 'completed' AND created_at >= ${since}
    ORDER BY created_at DESC, id DESC LIMIT 1`);
}

async function findRefund(db: Shard, merchantId: string, since: number): Promise<Evidence | undefined> {
  return await db.get(sql`
    SELECT at, intent_id AS "intentId", NULL AS "eventId" FROM (
      SELECT at, intent_id, kind FROM late_movements
      WHERE merchant_id = ${merchantId} AND at >= ${since} ORDER BY at DESC LIMIT ${SEARCHED_MAX})
    WHERE kind = 'refund' LIMIT 1`);
}

/** The latest event that was delivered at the first attempt, and the latest that was delivered after one that failed. */
async function listDelivered(
  db: Shard,
  merchantId: string,
  ignoredUrl: string | null,
  since: number,
): Promise<(Evidence & { isRetried: number })[]> {
  return await db.all(sql`
    SELECT max(id) AS "eventId", intent_id AS "intentId", ended_at AS at, attempts > 1 AS "isRetried" FROM (
      SELECT id, intent_id, delivery_status, attempts, ended_at, attempt_log FROM events
      WHERE merchant_id = ${merchantId} AND id >= ${uuidSince(since)} ORDER BY id DESC LIMIT ${SEARCHED_MAX})
    WHERE delivery_status = 'delivered' AND attempt_log ->> '$[#-1].url' IS NOT ${ignoredUrl}
    GROUP BY attempts > 1 ORDER BY max(id) DESC`);
}
