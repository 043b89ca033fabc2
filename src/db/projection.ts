// What a PaymentIntentObject writes to D1: its intent, guarded by version, and the intent's new events.
import { and, eq, lt } from "drizzle-orm";
import type { DeliveryId } from "../domain/delivery.ts";
import { type PaymentIntent, stateOf } from "../domain/payment-intent.ts";
import type { Database } from "./client.ts";
import { insertEvent, type NewEvent } from "./events.ts";
import { paymentIntents } from "./schema.ts";

/** An event whose webhook is to be delivered. */
export interface FirstDelivery extends DeliveryId {
  firstDueAt: number;
}

/**
 * One batch, safe to repeat: a late write does not replace a newer version, and an event is stored once.
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
    .set(stateOf(intent))
    .where(and(eq(paymentIntents.id, intent.id), lt(paymentIntents.version, intent.version)));
}
