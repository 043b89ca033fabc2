import { and, asc, eq, gte, lt, type SQL, sql } from "drizzle-orm";
import type { Origin } from "../domain/ports.ts";
import type { Database } from "./client.ts";
import { latePosition } from "./event-feed.ts";
import { events } from "./schema.ts";
import { uuidSince } from "./time-ordered-id.ts";
import { hasTarget } from "./webhook-target.ts";

/** The ids and times of one change may come from clocks that differ slightly. */
export const CLOCK_SKEW_MS = 60_000;

/** An event to store. Its id is time-ordered, its payload is the webhook's body. */
export interface NewEvent {
  id: string;
  type: string;
  sequence: number;
  occurredAt: number;
  actor: string;
  requestId: string | null;
  payload: string;
  /** Of a requested refund, for the audit trail. */
  origin?: Origin;
}

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
export function insertEvent(db: Database, intentId: string, event: NewEvent, batch: EventBatch) {
  return insertEventWhere(db, intentId, event, { ...batch, busDueAt: null, condition: sql`TRUE` });
}

/** Stores an intent's first event, in the same batch as the intent; nothing if the intent was there before. */
export function insertFirstEvent(db: Database, intentId: string, createdAt: number, event: NewEvent) {
  const condition = sql`i.created_at = ${createdAt} AND NOT EXISTS (
    SELECT 1 FROM events WHERE merchant_id = i.merchant_id AND id >= ${uuidSince(createdAt)} AND intent_id = i.id)`;
  const { occurredAt } = event;
  const batch = { sentAt: occurredAt, oldestAt: occurredAt, index: 0 };
  return insertEventWhere(db, intentId, event, { ...batch, busDueAt: occurredAt, condition });
}

function insertEventWhere(
  db: Database,
  intentId: string,
  event: NewEvent,
  { sentAt, oldestAt, index, busDueAt, condition }: EventBatch & { busDueAt: number | null; condition: SQL },
) {
  const isWanted = hasTarget(event.type);
  return db
    .insert(events)
    .select(sql`
      SELECT i.merchant_id, ${event.id}, i.id, ${event.sequence}, ${event.type}, ${event.actor}, ${event.requestId},
             ${event.payload}, ${event.occurredAt}, iif(${isWanted}, 'pending', 'none'), 0,
             iif(${isWanted}, ${sentAt}, NULL), NULL, NULL, NULL, NULL, NULL, ${busDueAt},
             ${latePosition(event.id, oldestAt, sentAt, index)}
      FROM payment_intents i
      LEFT JOIN merchants m ON m.id = i.merchant_id
      LEFT JOIN counters c ON c.merchant_id = i.merchant_id AND c.id = i.counter_id
      WHERE i.id = ${intentId} AND ${condition}`)
    .onConflictDoUpdate({ target: [events.merchantId, events.id], set: { attempts: sql`attempts` } })
    .returning({ merchantId: events.merchantId, eventId: events.id, firstDueAt: events.nextAttemptAt });
}

export type HistoryEvent = Omit<NewEvent, "payload" | "origin">;

/** An intent's events in order. Ids are time-ordered, so only the ids of the intent's lifetime are searched. */
export async function listEventsOf(
  db: Database,
  intent: { id: string; merchantId: string; createdAt: number; updatedAt: number },
): Promise<HistoryEvent[]> {
  return await db
    .select({
      id: events.id,
      type: events.type,
      sequence: events.sequence,
      occurredAt: events.createdAt,
      actor: events.actor,
      requestId: events.requestId,
    })
    .from(events)
    .where(
      and(
        eq(events.merchantId, intent.merchantId),
        gte(events.id, uuidSince(intent.createdAt - CLOCK_SKEW_MS)),
        lt(events.id, uuidSince(intent.updatedAt + CLOCK_SKEW_MS)),
        eq(events.intentId, intent.id),
      ),
    )
    .orderBy(asc(events.sequence));
}
