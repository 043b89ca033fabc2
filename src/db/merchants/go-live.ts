// What shows that a merchant's integration has worked. Each query reads the few rows of an index that match, or a bounded
// number of the latest events; none reads the archive, so evidence is at most about 30 days old.
import { type SQL, sql } from "drizzle-orm";
import type { Evidence, SeenEvidence } from "../../domain/go-live.ts";
import type { Place } from "../client.ts";

/** How many of the latest events are searched for deliveries. */
export const EVENTS_SEARCHED_MAX = 1_000;

/** `ignoredUrl`: an address whose responses show nothing. */
export async function findEvidence(
  db: Place,
  merchantId: string,
  ignoredUrl: string | null,
): Promise<SeenEvidence> {
  const [payment, deliveries, refund] = await Promise.all([
    findIntent(db, merchantId, { condition: sql`status = 'completed'`, at: sql`completed_at` }),
    listDelivered(db, merchantId, ignoredUrl),
    findIntent(db, merchantId, { condition: sql`refund_status = 'completed'`, at: sql`updated_at` }),
  ]);
  return {
    payment_completed: payment,
    webhook_delivered: deliveries[0] ?? null,
    webhook_retried: deliveries.find(({ isRetried }) => isRetried === 1) ?? null,
    refund_settled: refund,
  };
}

async function findIntent(
  db: Place,
  merchantId: string,
  { condition, at }: { condition: SQL; at: SQL },
): Promise<Evidence | null> {
  const row = await db.get<Evidence | undefined>(sql`
    SELECT ${at} AS at, id AS "intentId", NULL AS "eventId" FROM payment_intents
    WHERE merchant_id = ${merchantId} AND ${condition} ORDER BY created_at DESC, id DESC LIMIT 1`);
  return row ?? null;
}

/** The latest event that was delivered at the first attempt, and the latest that was delivered after one that failed. */
async function listDelivered(
  db: Place,
  merchantId: string,
  ignoredUrl: string | null,
): Promise<(Evidence & { isRetried: number })[]> {
  return await db.all(sql`
    SELECT max(id) AS "eventId", intent_id AS "intentId", ended_at AS at, attempts > 1 AS "isRetried" FROM (
      SELECT id, intent_id, delivery_status, attempts, ended_at, attempt_log FROM events
      WHERE merchant_id = ${merchantId} ORDER BY id DESC LIMIT ${EVENTS_SEARCHED_MAX})
    WHERE delivery_status = 'delivered' AND attempt_log ->> '$[#-1].url' IS NOT ${ignoredUrl}
    GROUP BY attempts > 1 ORDER BY max(id) DESC`);
}
