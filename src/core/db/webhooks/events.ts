import { type SQL, sql } from "drizzle-orm";
import type { Database } from "#core/db/client.ts";
import { prepareOnce, withValues } from "#core/db/prepared-statements.ts";
import { events } from "#core/db/schema/webhooks.ts";
import type { Origin } from "#core/domain/audit/actor.ts";
import type { HistoryEvent } from "#core/domain/payment-intents/events.ts";
import type { PaymentIntent } from "#core/domain/payment-intents/payment-intent.ts";
import { hasEndpoint } from "./event-endpoint.ts";
import { latePosition } from "./event-feed.ts";
import { bodyToStore } from "./stored-body.ts";
import { uuidSince } from "./time-ordered-id.ts";

/** The ids and times of one change may come from clocks that differ slightly. */
export const CLOCK_SKEW_MS = 60_000;

/** An event to store. Its id is time-ordered, its payload is the webhook's body. */
export interface NewEvent extends HistoryEvent {
  payload: string;
  /** Who requested a refund, for the audit trail. */
  origin?: Origin;
  /** Why an administrator has, for a merchant that is closed. */
  reason?: string;
  /** The OAuth client, where the actor is the person who used it. */
  client?: string;
}

type OwningIntent = Pick<PaymentIntent, "id" | "merchantId">;

/** The batch in which an event is stored. */
export interface EventBatch {
  sentAt: number;
  /** When the batch's oldest event occurred: it decides whether the whole batch is late. */
  oldestAt: number;
  index: number;
}

/**
 * Stores the event, with a delivery if an endpoint is subscribed to it now; without the merchant, which a restored
 * database may lack, no endpoint is. An event that is already stored is returned
 * unchanged, so that a repeated write still learns what to deliver.
 */
export function insertEvent(db: Database, intent: OwningIntent, event: NewEvent, batch: EventBatch) {
  const values = { ...valuesOf(intent, event), ...batch, busDueAt: null };
  return withValues(eventStatement(db), values);
}

/** Stores an intent's first event, in the same batch as the intent; nothing if the intent was there before. */
export function insertFirstEvent(
  db: Database,
  intent: OwningIntent & { createdAt: number },
  event: NewEvent,
) {
  const { createdAt } = intent;
  const { occurredAt } = event;
  const batch = { sentAt: occurredAt, oldestAt: occurredAt, index: 0, busDueAt: occurredAt };
  const values = { ...valuesOf(intent, event), ...batch, createdAt, since: uuidSince(createdAt) };
  return withValues(firstEventStatement(db), values);
}

function valuesOf({ id: intentId, merchantId }: OwningIntent, event: NewEvent) {
  const { id, sequence, type, actor, requestId, occurredAt, payload } = event;
  const bodyHex = bodyToStore(payload, { merchantId, intentId, actor, createdAt: occurredAt });
  return { intentId, id, sequence, type, actor, requestId, occurredAt, bodyHex };
}

const eventStatement = prepareOnce((db) => insertEventIf(db, sql`TRUE`).prepare());

const firstEventStatement = prepareOnce((db) => {
  const condition = sql`i.created_at = ${sql.placeholder("createdAt")} AND NOT EXISTS (
    SELECT 1 FROM events WHERE merchant_id = i.merchant_id AND id >= ${sql.placeholder("since")} AND intent_id = i.id)`;
  return insertEventIf(db, condition).prepare();
});

function insertEventIf(db: Database, condition: SQL) {
  const isWanted = hasEndpoint(sql.placeholder("type"));
  const position = latePosition({
    id: sql.placeholder("id"),
    happenedAt: sql.placeholder("oldestAt"),
    sentAt: sql.placeholder("sentAt"),
    offsetMs: sql.placeholder("index"),
  });
  return db
    .insert(events)
    .select(sql`
      SELECT i.merchant_id, ${sql.placeholder("id")}, i.id, ${sql.placeholder("sequence")}, ${sql.placeholder("type")}, ${sql.placeholder("actor")},
             ${sql.placeholder("requestId")}, unhex(${sql.placeholder("bodyHex")}), ${sql.placeholder("occurredAt")},
             iif(${isWanted}, 'pending', 'none'), 0, iif(${isWanted}, ${sql.placeholder("sentAt")}, NULL),
             NULL, NULL, NULL, NULL, NULL, ${sql.placeholder("busDueAt")}, ${position}, NULL
      FROM payment_intents i
      LEFT JOIN merchants m ON m.id = i.merchant_id
      LEFT JOIN counters c ON c.merchant_id = i.merchant_id AND c.id = i.counter_id
      WHERE i.id = ${sql.placeholder("intentId")} AND ${condition}`)
    .onConflictDoUpdate({ target: [events.merchantId, events.id], set: { attempts: sql`attempts` } })
    .returning({
      merchantId: events.merchantId,
      eventId: events.id,
      // A delivery that has been attempted waits for its retry, whose time is not for an event that is stored again.
      firstDueAt: sql<number | null>`iif(${events.attempts} = 0, ${events.nextAttemptAt}, NULL)`,
    });
}
