// Recoveries: the failed deliveries of a period, sent again in chunks. A merchant has one at a time, kept at home among
// the sweep's positions, so that neither many requests nor many periods send more than one does.
import { lte, sql } from "drizzle-orm";
import type { Database } from "#core/db/client.ts";
import { deletePosition, savePosition } from "#core/db/operations/sweep-positions.ts";
import { sweepPositions } from "#core/db/schema/operations.ts";

export interface Recovery {
  merchantId: string;
  since: number;
  until: number;
  /** Where it has come to; absent at home, where it begins. The newest shard is the last. */
  place?: string;
  /** The last delivery that was sent again. */
  after: string;
}

/** `after` once all are sent: '~' sorts after every id. */
export const ALL_RECOVERED = "~";

const PART = "failed_deliveries";

/**
 * Saves the merchant's recovery, which the sweep then continues whatever becomes of the request. Returns false while another one
 * is under way, or has sent something after `restedSince`.
 */
export async function beginRecovery(
  db: Database,
  recovery: Recovery,
  { restedSince, now }: { restedSince: number; now: number },
): Promise<boolean> {
  const { part, key, updatedAt } = sweepPositions;
  const begun = await db
    .insert(sweepPositions)
    .values({ part: PART, key: recovery.merchantId, position: recovery, updatedAt: now })
    .onConflictDoUpdate({
      target: [part, key],
      set: { position: recovery, updatedAt: now },
      setWhere: sql`${lte(updatedAt, restedSince)} AND position ->> 'after' = ${ALL_RECOVERED}`,
    })
    .returning({ key });
  return begun.length > 0;
}

export async function saveRecovery(db: Database, recovery: Recovery, now: number): Promise<void> {
  await savePosition(db, { part: PART, key: recovery.merchantId, position: recovery, updatedAt: now });
}

/** Forgets a recovery that found nothing to send: the next one may begin at once. */
export async function forgetRecovery(db: Database, merchantId: string): Promise<void> {
  await deletePosition(db, PART, merchantId);
}
