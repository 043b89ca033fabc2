import { and, eq, sql } from "drizzle-orm";
import type { Database } from "./client.ts";
import { events } from "./schema.ts";
import { uuidSince } from "./time-ordered-id.ts";

/** Fails deliveries that have waited since then for an address to recover. Merchants can still recover them. */
export async function failAbandonedDeliveries(
  db: Database,
  merchantId: string,
  waitingSince: number,
  now: number,
): Promise<void> {
  const abandoned = sql`(SELECT id FROM events INDEXED BY events_parked
    WHERE merchant_id = ${merchantId} AND parked_url IS NOT NULL AND id < ${uuidSince(waitingSince)})`;
  await db
    .update(events)
    .set({
      deliveryStatus: "failed",
      parkedUrl: null,
      lastError: "the address did not recover",
      endedAt: now,
    })
    .where(and(eq(events.merchantId, merchantId), sql`${events.id} IN ${abandoned}`));
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
