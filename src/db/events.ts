import { and, asc, eq, gte, lt, type SQL, sql } from "drizzle-orm";
import type { Database } from "./client.ts";
import { latePosition } from "./event-feed.ts";
import { events } from "./schema.ts";
import { uuidSince } from "./time-ordered-id.ts";
import { hasTarget } from "./webhook-target.ts";

/** Ids and times of one commit may come from clocks a moment apart. */
export const CLOCK_SKEW_MS = 60_000;

/** An event as it is stored; its id is time-ordered, its payload the webhook's body. */
export interface NewEvent {
  id: string;
  type: string;
  sequence: number;
  occurredAt: number;
  actor: string;
  requestId: string | null;
  payload: string;
}

/** Of several events stored together: the time of the oldest, which decides whether all are late, and the place of this one. */
export interface Stored {
  sentAt: number;
  oldestAt: number;
  index: number;
}

/**
 * The webhook's target is looked up where the event is stored; without one the event is only kept. An event that
 * is there already is returned as it stands, so that a repeated drain still knows what to deliver.
 */
export function insertEvent(db: Database, intentId: string, event: NewEvent, stored: Stored) {
  return insertEventWhere(db, intentId, event, { ...stored, busDueAt: null, condition: sql`TRUE` });
}

/** For the event an intent is born with: nothing is stored when the intent existed before `createdAt`. */
export function insertFirstEvent(db: Database, intentId: string, createdAt: number, event: NewEvent) {
  const condition = sql`i.created_at = ${createdAt} AND NOT EXISTS (
    SELECT 1 FROM events WHERE merchant_id = i.merchant_id AND id >= ${uuidSince(createdAt)} AND intent_id = i.id)`;
  const { occurredAt } = event;
  const alone = { sentAt: occurredAt, oldestAt: occurredAt, index: 0 };
  return insertEventWhere(db, intentId, event, { ...alone, busDueAt: occurredAt, condition });
}

function insertEventWhere(
  db: Database,
  intentId: string,
  event: NewEvent,
  { sentAt, oldestAt, index, busDueAt, condition }: Stored & { busDueAt: number | null; condition: SQL },
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
      JOIN merchants m ON m.id = i.merchant_id
      LEFT JOIN counters c ON c.merchant_id = i.merchant_id AND c.id = i.counter_id
      WHERE i.id = ${intentId} AND ${condition}`)
    .onConflictDoUpdate({ target: [events.merchantId, events.id], set: { attempts: sql`attempts` } })
    .returning({ merchantId: events.merchantId, eventId: events.id, firstDueAt: events.nextAttemptAt });
}

export type HistoryEvent = Omit<NewEvent, "payload">;

/** An intent's events in order. Ids are time-ordered, so only the intent's own lifetime is searched. */
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
