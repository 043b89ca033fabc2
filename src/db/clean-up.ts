import { and, eq, sql } from "drizzle-orm";
import type { Database } from "./client.ts";
import { events } from "./schema.ts";
import { uuidSince } from "./time-ordered-id.ts";

/** What has waited since then for an address that never recovered has failed; it can still be recovered by hand. */
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
 * Empties what is old: the event stays as the intent's history, its body and attempts go. Returns the ids of at most
 * `limit` of them behind `after`, in order.
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
