import { and, eq, gte, lte, ne, type SQL, sql } from "drizzle-orm";
import type { Shard } from "#core/db/client.ts";
import { cleanUps } from "#core/db/schema/operations.ts";
import { events, IS_KEPT, IS_WAITING } from "#core/db/schema/webhooks.ts";
import { uuidSince } from "#core/db/webhooks/time-ordered-id.ts";

/**
 * Fails deliveries that have waited since then for an endpoint to recover, at most `limit` of them, and returns how many.
 * Merchants can still recover them.
 */
export async function failAbandonedDeliveries(
  db: Shard,
  merchantId: string,
  waitingSince: number,
  now: number,
  limit: number,
): Promise<number> {
  // Endpoint by endpoint: the index has the ids of each in order, so younger deliveries are not read.
  const abandoned = sql`(SELECT e.id FROM webhook_endpoints w CROSS JOIN events e INDEXED BY events_parked
    ON e.merchant_id = w.merchant_id AND e.parked_url = w.url AND ${IS_WAITING}
    WHERE w.merchant_id = ${merchantId} AND e.id < ${uuidSince(waitingSince)} LIMIT ${limit})`;
  const rows = await db
    .update(events)
    .set({
      deliveryStatus: "failed",
      waitingOrigin: null,
      lastError: "the address did not recover",
      endedAt: now,
    })
    .where(and(eq(events.merchantId, merchantId), sql`${events.id} IN ${abandoned}`))
    .returning({ id: events.id });
  return rows.length;
}

export interface Retention {
  deliveredMs: number;
  failedMs: number;
}

export interface OldDeliveries {
  /** The next events to pass: how many, and the first and the last id. */
  count: number;
  first: string | null;
  last: string | null;
  /** 1 when the time of an event has come that was passed, but kept. */
  hasDue: number;
}

/** What the clean-up has to do for a merchant. `oldest` is where it begins when it comes for the first time. */
export async function findOldDeliveries(
  db: Shard,
  merchantId: string,
  kept: Retention,
  { now, oldest }: { now: number; oldest: number },
  limit: number,
): Promise<OldDeliveries> {
  const passed = sql`coalesce((SELECT passed FROM clean_ups WHERE merchant_id = ${merchantId}), ${uuidSince(oldest)})`;
  return await db.get<OldDeliveries>(sql`
    SELECT count(*) AS count, min(id) AS first, max(id) AS last, EXISTS ${dueOf(merchantId, now, 1)} AS "hasDue" FROM (
      SELECT id FROM events WHERE merchant_id = ${merchantId} AND id > ${passed}
        AND id < ${uuidSince(now - kept.deliveredMs)} ORDER BY id LIMIT ${limit})`);
}

/**
 * Passes events: deletes the bodies and attempts that may be deleted, and notes when the others may. Each event is passed
 * once, and stays in its intent's history.
 */
export async function expireBodies(
  db: Shard,
  merchantId: string,
  { first, last }: { first: string; last: string },
  kept: Retention,
  now: number,
): Promise<void> {
  const isInChunk = and(gte(events.id, first), lte(events.id, last), ne(events.payload, ""));
  await db.batch([
    deleteOrKeepBody(db, kept, now).where(and(eq(events.merchantId, merchantId), isInChunk)),
    db
      .insert(cleanUps)
      .values({ merchantId, passed: last })
      .onConflictDoUpdate({ target: cleanUps.merchantId, set: { passed: last } }),
  ]);
}

/** Does the same with events that were passed, but kept until now. */
export async function emptyDueDeliveries(
  db: Shard,
  merchantId: string,
  kept: Retention,
  now: number,
  limit: number,
): Promise<void> {
  await deleteOrKeepBody(db, kept, now).where(
    and(eq(events.merchantId, merchantId), sql`${events.id} IN ${dueOf(merchantId, now, limit)}`),
  );
}

function dueOf(merchantId: string, now: number, limit: number): SQL {
  return sql`(SELECT id FROM events INDEXED BY events_kept
    WHERE merchant_id = ${merchantId} AND ${IS_KEPT} AND kept_until <= ${now} LIMIT ${limit})`;
}

/** What is pending is looked at again when it may be deleted at the earliest. */
function deleteOrKeepBody(db: Shard, kept: Retention, now: number) {
  const keptUntil = sql`CASE delivery_status
    WHEN 'delivered' THEN ended_at + ${kept.deliveredMs}
    WHEN 'failed' THEN ended_at + ${kept.failedMs}
    WHEN 'pending' THEN ${now + kept.deliveredMs}
    ELSE 0 END`;
  const isOver = sql`${keptUntil} < ${now}`;
  return db.update(events).set({
    payload: sql`iif(${isOver}, '', payload)`,
    attemptLog: sql`iif(${isOver}, NULL, attempt_log)`,
    keptUntil: sql`iif(${isOver}, NULL, max(${keptUntil}, ${now}) + 1)`,
  });
}
