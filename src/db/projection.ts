// What a PaymentIntentObject writes to D1: its intent, guarded by version, and the events behind it.
import { and, eq, lt } from "drizzle-orm";
import type { DeliveryId } from "../domain/delivery.ts";
import type { PaymentIntent } from "../domain/payment-intent.ts";
import type { Database } from "./client.ts";
import { insertEvent, type NewEvent } from "./events.ts";
import { paymentIntents } from "./schema.ts";

/** An event whose webhook is to be delivered. */
export interface FirstDelivery extends DeliveryId {
  firstDueAt: number;
}

/**
 * One batch, safe to repeat: a late write cannot win over a newer version, and an event is stored once.
 * Returns the events whose webhook is still to be delivered.
 */
export async function projectIntent(
  db: Database,
  intent: PaymentIntent,
  outbox: readonly NewEvent[],
  now: number,
): Promise<FirstDelivery[]> {
  const oldestAt = outbox[0]?.occurredAt ?? now;
  const [, ...stored] = await db.batch([
    updateIntent(db, intent),
    ...outbox.map((event, index) => insertEvent(db, intent.id, event, { sentAt: now, oldestAt, index })),
  ]);
  return stored.flat().filter((row): row is FirstDelivery => row.firstDueAt !== null);
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
      refundKey: intent.refundKey,
      refundRefusal: intent.refundRefusal,
    })
    .where(and(eq(paymentIntents.id, intent.id), lt(paymentIntents.version, intent.version)));
}
