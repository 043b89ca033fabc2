// Erases what is personal in a merchant's rows, at most `limit` of them at a time; each is safe to repeat. Those that go
// through an index return the positions of what they have erased, in order.
import { and, eq, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { Shard } from "#core/db/client.ts";
import { auditEntries } from "#core/db/schema/audit.ts";
import { operatorAlerts, sweepPositions } from "#core/db/schema/operations.ts";
import { paymentIntents } from "#core/db/schema/payment-intents.ts";
import { sessions } from "#core/db/schema/sessions.ts";
import { events, HAS_NEXT_ATTEMPT, IS_WAITING, webhookEndpoints } from "#core/db/schema/webhooks.ts";
import type { RowPosition } from "#core/domain/cursor.ts";
import type { FinalStatus } from "#core/domain/payment-intents/payment-intent.ts";
import { ERASED_EVENT, ERASED_INTENT } from "../domain/merchant-erasure.ts";

/**
 * Ends deliveries that are due or wait for their endpoint, and what would make others due; returns how many: none is attempted
 * from now on.
 */
export async function endDeliveries(
  db: Shard,
  merchantId: string,
  now: number,
  limit: number,
): Promise<number> {
  const due = sql`SELECT id FROM events INDEXED BY events_due
    WHERE ${HAS_NEXT_ATTEMPT} AND merchant_id = ${merchantId}`;
  const waiting = sql`SELECT id FROM events INDEXED BY events_parked
    WHERE ${IS_WAITING} AND merchant_id = ${merchantId}`;
  const isWaiting = sql`id IN (SELECT id FROM (${due} UNION ALL ${waiting}) LIMIT ${limit})`;
  const [, ended] = await db.batch([
    forgetPositions(db, merchantId),
    db
      .update(events)
      .set({ deliveryStatus: "failed", nextAttemptAt: null, waitingOrigin: null, endedAt: now })
      .where(and(eq(events.merchantId, merchantId), isWaiting))
      .returning({ id: events.id }),
  ]);
  return ended.length;
}

export async function eraseIntents(
  db: Shard,
  merchantId: string,
  status: FinalStatus,
  { at, id }: RowPosition,
  limit: number,
): Promise<RowPosition[]> {
  const next = sql`SELECT id FROM payment_intents WHERE merchant_id = ${merchantId} AND status = ${status}
    AND (created_at, id) > (${at}, ${id}) ORDER BY created_at, id LIMIT ${limit}`;
  const erased = await db
    .update(paymentIntents)
    .set(ERASED_INTENT)
    .where(sql`${paymentIntents.id} IN (${next})`)
    .returning({ at: paymentIntents.createdAt, id: paymentIntents.id });
  return inOrder(erased);
}

export async function eraseEvents(
  db: Shard,
  merchantId: string,
  { id }: RowPosition,
  limit: number,
): Promise<RowPosition[]> {
  const erased = await db
    .update(events)
    .set({ ...ERASED_EVENT, payload: "", attemptLog: null, lastError: null, busDueAt: null, keptUntil: null })
    .where(and(eq(events.merchantId, merchantId), whereNext(events.id, merchantId, id, limit)))
    .returning({ at: sql<number>`0`, id: events.id });
  return inOrder(erased);
}

/** Which administrator acted, and from where, stays: these are not the merchant's people. The chain covers digests only. */
export async function eraseAuditEntries(
  db: Shard,
  merchantId: string,
  { id }: RowPosition,
  limit: number,
): Promise<RowPosition[]> {
  const erasable = sql`iif(actor_kind = 'administrator', json_remove(erasable, '$.details'), '{}')`;
  const erased = await db
    .update(auditEntries)
    .set({ erasable })
    .where(whereNext(auditEntries.id, merchantId, id, limit))
    .returning({ at: sql<number>`0`, id: auditEntries.id });
  return inOrder(erased);
}

function whereNext(id: SQLiteColumn, merchantId: string, after: string, limit: number): SQL {
  return sql`${id} IN (
    SELECT id FROM ${id.table} WHERE merchant_id = ${merchantId} AND id > ${after} ORDER BY id LIMIT ${limit})`;
}

/** SQL returns changed rows in any order. */
function inOrder(rows: RowPosition[]): RowPosition[] {
  return rows.sort((one, other) => one.at - other.at || (one.id < other.id ? -1 : 1));
}

/** What was kept for work on the merchant's payments, which is done, and who was signed in. */
export async function eraseLeftovers(db: Shard, merchantId: string): Promise<void> {
  await db.batch([
    db.delete(webhookEndpoints).where(eq(webhookEndpoints.merchantId, merchantId)),
    db.delete(operatorAlerts).where(eq(operatorAlerts.merchantId, merchantId)),
    db.delete(sessions).where(eq(sessions.merchantId, merchantId)),
    forgetPositions(db, merchantId),
  ]);
}

/** The erasure's own position stays. */
function forgetPositions(db: Shard, merchantId: string) {
  return db.delete(sweepPositions).where(sql`key = ${merchantId} AND part <> 'erasures'`);
}
