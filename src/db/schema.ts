// D1. Times are epoch milliseconds, money is minor units, JSON is text. The property names of
// paymentIntents are those of domain/payment-intent.ts, so that a row is an intent.
import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { LoggedAttempt } from "../domain/delivery.ts";
import type { EventType } from "../domain/events.ts";
import type {
  CancellationReason,
  IntentStatus,
  LedgerOperation,
  RefundRefusal,
  RefundStatus,
} from "../domain/payment-intent.ts";

export const merchants = sqliteTable(
  "merchants",
  {
    id: text().primaryKey(),
    /** Lower case: one registration per address. */
    email: text().notNull(),
    businessName: text("business_name").notNull(),
    status: text().$type<"active" | "inactive">().notNull(),
    idpClientId: text("idp_client_id").notNull(),
    webhookUrl: text("webhook_url"),
    webhookEvents: text("webhook_events", { mode: "json" }).$type<EventType[]>().notNull(),
    /** Sealed. */
    webhookSecret: text("webhook_secret").notNull(),
    /** The secret before the last rotation, sealed; it signs too until its grace period ends. */
    previousWebhookSecret: text("previous_webhook_secret"),
    previousSecretExpiresAt: integer("previous_secret_expires_at"),
    createdAt: integer("created_at").notNull(),
    updatedAt: integer("updated_at").notNull(),
  },
  (table) => [
    uniqueIndex("merchants_email").on(table.email),
    index("merchants_by_status").on(table.status, table.createdAt, table.id),
  ],
);

export const counters = sqliteTable(
  "counters",
  {
    id: text().notNull(),
    merchantId: text("merchant_id").notNull(),
    name: text().notNull(),
    status: text().$type<"active" | "inactive">().notNull(),
    location: text().notNull(),
    idpClientId: text("idp_client_id").notNull(),
    webhookUrl: text("webhook_url"),
    webhookEvents: text("webhook_events", { mode: "json" }).$type<EventType[]>().notNull(),
    /** Sealed. */
    webhookSecret: text("webhook_secret").notNull(),
    /** The secret before the last rotation, sealed; it signs too until its grace period ends. */
    previousWebhookSecret: text("previous_webhook_secret"),
    previousSecretExpiresAt: integer("previous_secret_expires_at"),
    createdAt: integer("created_at").notNull(),
    updatedAt: integer("updated_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.merchantId, table.id] })],
);

export const paymentIntents = sqliteTable(
  "payment_intents",
  {
    id: text().primaryKey(),
    merchantId: text("merchant_id").notNull(),
    merchantName: text("merchant_name").notNull(),
    amountMinor: integer("amount_minor").notNull(),
    currency: text().notNull(),
    description: text().notNull(),
    reference: text(),
    metadataJson: text("metadata_json"),
    callbackUrl: text("callback_url"),
    counterId: text("counter_id"),
    targetWalletId: text("target_wallet_id"),
    status: text().$type<IntentStatus>().notNull(),
    completedBy: text("completed_by"),
    cancellationReason: text("cancellation_reason").$type<CancellationReason>(),
    refundStatus: text("refund_status").$type<RefundStatus>(),
    refundLedgerTxId: text("refund_ledger_tx_id"),
    expiresAt: integer("expires_at").notNull(),
    createdAt: integer("created_at").notNull(),
    updatedAt: integer("updated_at").notNull(),
    completedAt: integer("completed_at"),
    cancelledAt: integer("cancelled_at"),
    version: integer().notNull(),
    eventSequence: integer("event_sequence").notNull(),
    paymentDeclines: integer("payment_declines").notNull(),
    refundDeclines: integer("refund_declines").notNull(),
    operation: text({ mode: "json" }).$type<LedgerOperation>(),
    fingerprint: text(),
    refundKey: text("refund_key"),
    refundRefusal: text("refund_refusal").$type<RefundRefusal>(),
  },
  (table) => [
    index("payment_intents_list").on(table.merchantId, table.createdAt, table.id),
    // What the sweep reads. Its query spells the statuses as literals, as here: bound parameters miss the index.
    index("payment_intents_open")
      .on(table.expiresAt, table.id)
      .where(sql`status IN ('pending', 'pending_approval')`),
    // A wallet's open approvals. Standard QR intents have no row in it.
    index("payment_intents_approvals")
      .on(table.targetWalletId, table.createdAt, table.id)
      .where(sql`status = 'pending_approval'`),
  ],
);

/** An address that has been failing lately. A success deletes the row: no row means healthy. */
export const webhookEndpoints = sqliteTable(
  "webhook_endpoints",
  {
    merchantId: text("merchant_id").notNull(),
    url: text().notNull(),
    /** Failed attempts in a row, of whatever delivery. */
    failures: integer().notNull(),
    lastFailureAt: integer("last_failure_at").notNull(),
    /** From then on one delivery at a time probes the address, and the others wait. */
    degradedSince: integer("degraded_since"),
    nextProbeAt: integer("next_probe_at"),
  },
  (table) => [
    primaryKey({ columns: [table.merchantId, table.url] }),
    index("webhook_endpoints_probe").on(table.nextProbeAt).where(sql`next_probe_at IS NOT NULL`),
  ],
);

/** What happened to an intent, with the delivery of its webhook: an event has exactly one target. */
export const events = sqliteTable(
  "events",
  {
    merchantId: text("merchant_id").notNull(),
    id: text().notNull(),
    intentId: text("intent_id").notNull(),
    sequence: integer().notNull(),
    type: text().notNull(),
    actor: text().notNull(),
    requestId: text("request_id"),
    /** The webhook's body, frozen when the event was stored. */
    payload: text().notNull(),
    createdAt: integer("created_at").notNull(),
    /** `none` has no target; it stays here to be read. */
    deliveryStatus: text("delivery_status").$type<"none" | "pending" | "delivered" | "failed">().notNull(),
    attempts: integer().notNull(),
    /** When the next attempt is due; null when none is. */
    nextAttemptAt: integer("next_attempt_at"),
    lastResponseStatus: integer("last_response_status"),
    lastError: text("last_error"),
    /** When the delivery succeeded, or failed for good. */
    endedAt: integer("ended_at"),
    /** Every attempt so far, as a JSON array: it is read with its event and never alone. */
    attemptLog: text("attempt_log", { mode: "json" }).$type<LoggedAttempt[]>(),
    /** Set while the delivery waits for its degraded endpoint to recover; then no attempt of its own is due. */
    parkedUrl: text("parked_url"),
    /** When the message bus should have had this event; null when it has, or when the event is not for it. */
    busDueAt: integer("bus_due_at"),
    /** Its place among the merchant's events when D1 got it too late for its id's place; null otherwise. */
    latePosition: text("late_position"),
  },
  (table) => [
    primaryKey({ columns: [table.merchantId, table.id] }),
    index("events_due").on(table.nextAttemptAt).where(sql`next_attempt_at IS NOT NULL`),
    index("events_parked").on(table.merchantId, table.parkedUrl, table.id).where(sql`parked_url IS NOT NULL`),
    index("events_bus_due").on(table.busDueAt).where(sql`bus_due_at IS NOT NULL`),
    // Most deliveries succeed: those that did not are found without reading the others.
    index("events_failed").on(table.merchantId, table.id).where(sql`delivery_status = 'failed'`),
    index("events_late").on(table.merchantId, table.latePosition).where(sql`late_position IS NOT NULL`),
  ],
);
