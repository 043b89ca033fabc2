import { type SQL, sql } from "drizzle-orm";
import type { HistoryEvent } from "../domain/events.ts";
import type { PaymentIntent } from "../domain/payment-intent.ts";
import type { Origin } from "../domain/ports.ts";
import type { Database } from "./client.ts";
import { latePosition } from "./event-feed.ts";
import { events } from "./schema.ts";
import { bodyToStore } from "./stored-body.ts";
import { uuidSince } from "./time-ordered-id.ts";
import { hasTarget } from "./webhook-target.ts";

/** The ids and times of one change may come from clocks that differ slightly. */
export const CLOCK_SKEW_MS = 60_000;

/** An event to store. Its id is time-ordered, its payload is the webhook's body. */
export interface NewEvent extends HistoryEvent {
  payload: string;
  /** Of a requested refund, for the audit trail. */
  origin?: Origin;
  /** The OAuth client, where the actor is the person who used it. */
  client?: string;
}

type OwningIntent = Pick<PaymentIntent, "id" | "merchantId">;

/** The batch in which an event is stored. */
export interface EventBatch {
  sentAt: number;
  /** When the batch's oldest event occurred: it decides whether the whole batch is late. */
  oldestAt: number;
  /** The event's position in the batch. */
  index: number;
}

/**
 * Stores the event, with a delivery if an endpoint is subscribed to it now; without the merchant, which a restored
 * database may lack, no endpoint is. An event that is already stored is returned
 * unchanged, so that a repeated write still learns what to deliver.
 */
export function insertEvent(db: Database, intent: OwningIntent, event: NewEvent, batch: EventBatch) {
  return insertEventWhere(db, intent, event, { ...batch, busDueAt: null, condition: sql`TRUE` });
}

/** Stores an intent's first event, in the same batch as the intent; nothing if the intent was there before. */
export function insertFirstEvent(
  db: Database,
  intent: OwningIntent & { createdAt: number },
  event: NewEvent,
) {
  const { createdAt } = intent;
  const condition = sql`i.created_at = ${createdAt} AND NOT EXISTS (
    SELECT 1 FROM events WHERE merchant_id = i.merchant_id AND id >= ${uuidSince(createdAt)} AND intent_id = i.id)`;
  const { occurredAt } = event;
  const batch = { sentAt: occurredAt, oldestAt: occurredAt, index: 0 };
  return insertEventWhere(db, intent, event, { ...batch, busDueAt: occurredAt, condition });
}

function insertEventWhere(
  db: Database,
  { id: intentId, merchantId }: OwningIntent,
  event: NewEvent,
  { sentAt, oldestAt, index, busDueAt, condition }: EventBatch & { busDueAt: number | null; condition: SQL },
) {
  const isWanted = hasTarget(event.type);
  const { actor, occurredAt: createdAt } = event;
  const body = bodyToStore(db, event.payload, { merchantId, intentId, actor, createdAt });
  return db
    .insert(events)
    .select(sql`
      SELECT i.merchant_id, ${event.id}, i.id, ${event.sequence}, ${event.type}, ${event.actor}, ${event.requestId},
             ${body}, ${event.occurredAt}, iif(${isWanted}, 'pending', 'none'), 0,
             iif(${isWanted}, ${sentAt}, NULL), NULL, NULL, NULL, NULL, NULL, ${busDueAt},
             ${latePosition(event.id, oldestAt, sentAt, index)}, NULL
      FROM payment_intents i
      LEFT JOIN merchants m ON m.id = i.merchant_id
      LEFT JOIN counters c ON c.merchant_id = i.merchant_id AND c.id = i.counter_id
      WHERE i.id = ${intentId} AND ${condition}`)
    .onConflictDoUpdate({ target: [events.merchantId, events.id], set: { attempts: sql`attempts` } })
    .returning({ merchantId: events.merchantId, eventId: events.id, firstDueAt: events.nextAttemptAt });
}
