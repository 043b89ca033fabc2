// What a PaymentIntentObject writes to D1: its intent, guarded by version, and the events behind it.
import { and, eq, lt, sql } from "drizzle-orm";
import type { PaymentIntent } from "../domain/payment-intent.ts";
import type { Database } from "./client.ts";
import { events, paymentIntents } from "./schema.ts";
import { hasTarget } from "./webhook-target.ts";

export interface ProjectedEvent {
  id: string;
  type: string;
  sequence: number;
  occurredAt: number;
  actor: string;
  requestId: string | null;
  payload: string;
}

/**
 * One batch, safe to repeat: a late write cannot win over a newer version, and an event is stored once.
 * Returns the ids of the events whose webhook is still to be delivered.
 */
export async function projectIntent(
  db: Database,
  intent: PaymentIntent,
  outbox: readonly ProjectedEvent[],
): Promise<string[]> {
  const [, ...stored] = await db.batch([
    updateIntent(db, intent),
    ...outbox.map((event) => insertEvent(db, intent, event)),
  ]);
  return stored
    .flat()
    .filter((row) => row.nextAttemptAt !== null)
    .map((row) => row.id);
}

function updateIntent(db: Database, intent: PaymentIntent) {
  return db
    .update(paymentIntents)
    .set({
      status: intent.status,
      completedBy: intent.completedBy,
      cancellationReason: intent.cancellationReason,
      refundStatus: intent.refundStatus,
      refundLedgerTxId: intent.refundLedgerTxId,
      expiresAt: intent.expiresAt,
      updatedAt: intent.updatedAt,
      completedAt: intent.completedAt,
      cancelledAt: intent.cancelledAt,
      version: intent.version,
      eventSequence: intent.eventSequence,
      paymentDeclines: intent.paymentDeclines,
      refundDeclines: intent.refundDeclines,
      operation: intent.operation,
    })
    .where(and(eq(paymentIntents.id, intent.id), lt(paymentIntents.version, intent.version)));
}

/**
 * The webhook's target is looked up where the event is stored; without one the event is only kept. An event that
 * is there already is returned as it stands, so that a repeated drain still knows what to deliver.
 */
function insertEvent(db: Database, intent: PaymentIntent, event: ProjectedEvent) {
  const isWanted = hasTarget(event.type);
  return db
    .insert(events)
    .select(sql`
      SELECT i.merchant_id, ${event.id}, i.id, ${event.sequence}, ${event.type}, ${event.actor}, ${event.requestId},
             ${event.payload}, ${event.occurredAt}, iif(${isWanted}, 'pending', 'none'), 0,
             iif(${isWanted}, ${event.occurredAt}, NULL), NULL, NULL, NULL, NULL
      FROM payment_intents i
      JOIN merchants m ON m.id = i.merchant_id
      LEFT JOIN counters c ON c.merchant_id = i.merchant_id AND c.id = i.counter_id
      WHERE i.id = ${intent.id}`)
    .onConflictDoUpdate({ target: [events.merchantId, events.id], set: { attempts: sql`attempts` } })
    .returning({ id: events.id, nextAttemptAt: events.nextAttemptAt });
}
