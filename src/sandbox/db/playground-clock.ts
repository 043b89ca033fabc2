// What the sandbox's clock moves: the deadlines and retries of one merchant.
import { and, desc, eq, isNotNull, sql } from "drizzle-orm";
import type { Shard } from "#core/db/client.ts";
import { IS_OPEN, paymentIntents } from "#core/db/schema/payment-intents.ts";
import { HAS_NEXT_ATTEMPT, webhookEndpoints } from "#core/db/schema/webhooks.ts";

/** The newest open intents. */
export async function listOpenIntentIds(db: Shard, merchantId: string, limit: number): Promise<string[]> {
  const rows = await db
    .select({ id: paymentIntents.id })
    .from(paymentIntents)
    .where(and(eq(paymentIntents.merchantId, merchantId), IS_OPEN))
    .orderBy(desc(paymentIntents.createdAt))
    .limit(limit);
  return rows.map(({ id }) => id);
}

export interface HastenedDelivery {
  eventId: string;
  dueAt: number;
}

/**
 * Retries are due sooner by that much, but not before now. Only those whose last attempt named their time: any other
 * delivery is being attempted, or about to be.
 */
export async function retrySooner(
  db: Shard,
  merchantId: string,
  { byMs, now }: { byMs: number; now: number },
  limit: number,
): Promise<HastenedDelivery[]> {
  const dueAt = sql`max(${now}, next_attempt_at - ${byMs})`;
  return await db.all<HastenedDelivery>(sql`
    UPDATE events SET next_attempt_at = ${dueAt},
      attempt_log = json_set(attempt_log, '$[#-1].nextAttemptAt', ${dueAt})
    WHERE (merchant_id, id) IN (
      SELECT merchant_id, id FROM events INDEXED BY events_due
      WHERE merchant_id = ${merchantId} AND ${HAS_NEXT_ATTEMPT} AND next_attempt_at > ${now}
        AND json_extract(attempt_log, '$[#-1].nextAttemptAt') = next_attempt_at
      ORDER BY next_attempt_at LIMIT ${limit})
    RETURNING id AS "eventId", next_attempt_at AS "dueAt"`);
}

/** Hosts that have failed too often are probed sooner by that much; the sweep does it. */
export async function probeAllSooner(
  db: Shard,
  merchantId: string,
  { byMs, now }: { byMs: number; now: number },
): Promise<void> {
  const { nextProbeAt } = webhookEndpoints;
  await db
    .update(webhookEndpoints)
    .set({ nextProbeAt: sql`max(${now}, ${nextProbeAt} - ${byMs})` })
    .where(and(eq(webhookEndpoints.merchantId, merchantId), isNotNull(nextProbeAt)));
}
