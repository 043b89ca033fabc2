import { and, eq, sql } from "drizzle-orm";
import type { Database } from "./client.ts";
import { events } from "./schema.ts";
import { uuidSince } from "./time-ordered-id.ts";

/**
 * Fails deliveries that have waited since then for a host to recover, at most `limit` of them, and returns how many.
 * Merchants can still recover them.
 */
export async function failAbandonedDeliveries(
  db: Database,
  merchantId: string,
  waitingSince: number,
  now: number,
  limit: number,
): Promise<number> {
  // Host by host: the index has the ids of each in order, so younger deliveries are not read.
  const abandoned = sql`(SELECT e.id FROM webhook_endpoints w CROSS JOIN events e INDEXED BY events_parked
    ON e.merchant_id = w.merchant_id AND e.parked_url = w.url AND e.parked_url IS NOT NULL
    WHERE w.merchant_id = ${merchantId} AND e.id < ${uuidSince(waitingSince)} LIMIT ${limit})`;
  const rows = await db
    .update(events)
    .set({
      deliveryStatus: "failed",
      parkedOrigin: null,
      lastError: "the address did not recover",
      endedAt: now,
    })
    .where(and(eq(events.merchantId, merchantId), sql`${events.id} IN ${abandoned}`))
    .returning({ id: events.id });
  return rows.length;
}

/**
 * Deletes the body and attempts of old deliveries; the event itself stays in the intent's history. Takes at most
 * `limit` of them after the id `after`, and returns their ids in order.
 */
export async function emptyOldDeliveries(
  db: Database,
  merchantId: string,
  { after, deliveredBefore, failedBefore }: { after: string; deliveredBefore: number; failedBefore: number },
  limit: number,
): Promise<string[]> {
  const old = sql`(SELECT id FROM events
    WHERE merchant_id = ${merchantId} AND id > ${after} AND id < ${uuidSince(deliveredBefore)} AND payload <> ''
      AND CASE delivery_status
        WHEN 'delivered' THEN ended_at < ${deliveredBefore}
        WHEN 'failed' THEN ended_at < ${failedBefore}
        ELSE delivery_status = 'none' END
    ORDER BY id LIMIT ${limit})`;
  const rows = await db
    .update(events)
    .set({ payload: "", attemptLog: null })
    .where(and(eq(events.merchantId, merchantId), sql`${events.id} IN ${old}`))
    .returning({ id: events.id });
  return rows.map(({ id }) => id).sort();
}
