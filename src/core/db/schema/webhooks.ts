import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { EventType } from "#core/domain/payment-intents/events.ts";
import type { DeliveryStatus, LoggedAttempt } from "#core/domain/webhooks/delivery.ts";

/** Where the webhooks of a merchant or counter go, and the encrypted secrets that sign them. */
export const webhookColumns = () => ({
  webhookUrl: text("webhook_url"),
  webhookEvents: text("webhook_events", { mode: "json" }).$type<EventType[]>().notNull(),
  webhookSecret: text("webhook_secret").notNull(),
  /** The secret before the last rotation; it signs as well until it expires. */
  previousWebhookSecret: text("previous_webhook_secret"),
  previousSecretExpiresAt: integer("previous_secret_expires_at"),
});

/** The condition of a partial index: see schema/payment-intents.ts. */
export const HAS_NEXT_PROBE = sql`next_probe_at IS NOT NULL`;

/**
 * An endpoint that has failed recently. A success deletes the row: no row means healthy.
 */
export const webhookEndpoints = sqliteTable(
  "webhook_endpoints",
  {
    merchantId: text("merchant_id").notNull(),
    origin: text("url").notNull(),
    /** Consecutive failed attempts, of any delivery. */
    failures: integer().notNull(),
    lastFailureAt: integer("last_failure_at").notNull(),
    /** Since then one delivery at a time probes the endpoint while the others wait. */
    degradedSince: integer("degraded_since"),
    nextProbeAt: integer("next_probe_at"),
  },
  (table) => [
    primaryKey({ columns: [table.merchantId, table.origin] }),
    index("webhook_endpoints_probe").on(table.nextProbeAt).where(HAS_NEXT_PROBE),
  ],
);

// The conditions of partial indexes: see schema/payment-intents.ts.
export const HAS_NEXT_ATTEMPT = sql`next_attempt_at IS NOT NULL`;
export const IS_WAITING = sql`parked_url IS NOT NULL`;
export const IS_BUS_DUE = sql`bus_due_at IS NOT NULL`;
export const HAS_FAILED = sql`delivery_status = 'failed'`;
export const IS_KEPT = sql`kept_until IS NOT NULL`;
export const IS_LATE = sql`late_position IS NOT NULL`;

/** The events of intents, each with its webhook delivery: an event has at most one endpoint. */
export const events = sqliteTable(
  "events",
  {
    merchantId: text("merchant_id").notNull(),
    id: text().notNull(),
    intentId: text("intent_id").notNull(),
    sequence: integer().notNull(),
    type: text().$type<EventType>().notNull(),
    actor: text().notNull(),
    requestId: text("request_id"),
    /** The webhook's body, frozen when the event was stored: see webhooks/stored-body.ts. Empty once the clean-up has deleted it. */
    payload: text().notNull(),
    createdAt: integer("created_at").notNull(),
    deliveryStatus: text("delivery_status").$type<DeliveryStatus>().notNull(),
    attempts: integer().notNull(),
    /** When the next attempt is due; null when none is. */
    nextAttemptAt: integer("next_attempt_at"),
    lastResponseStatus: integer("last_response_status"),
    lastError: text("last_error"),
    /** When the delivery succeeded or finally failed. */
    endedAt: integer("ended_at"),
    /** The attempts so far: a JSON array, as they are only read together with their event. */
    attemptLog: text("attempt_log", { mode: "json" }).$type<LoggedAttempt[]>(),
    /** The degraded endpoint whose recovery the delivery waits for; `nextAttemptAt` is null meanwhile. */
    waitingOrigin: text("parked_url"),
    /** When this event was due on the message bus; null once it was sent, or when it is not meant for the bus. */
    busDueAt: integer("bus_due_at"),
    /** The event's position in the feed when it reached D1 too late for the position its id gives; otherwise null. */
    latePosition: text("late_position"),
    /** When the clean-up, which has passed this event, looks at it again; null for all that it need not. */
    keptUntil: integer("kept_until"),
  },
  (table) => [
    primaryKey({ columns: [table.merchantId, table.id] }),
    index("events_due").on(table.nextAttemptAt).where(HAS_NEXT_ATTEMPT),
    index("events_parked").on(table.merchantId, table.waitingOrigin, table.id).where(IS_WAITING),
    index("events_bus_due").on(table.busDueAt).where(IS_BUS_DUE),
    // Few deliveries fail: they are found without reading the others.
    index("events_failed").on(table.merchantId, table.id).where(HAS_FAILED),
    // A payment's only event has no row here.
    index("events_by_intent").on(table.intentId, table.sequence).where(sql`sequence > 1`),
    index("events_kept").on(table.merchantId, table.keptUntil).where(IS_KEPT),
    index("events_late").on(table.merchantId, table.latePosition).where(IS_LATE),
  ],
);
