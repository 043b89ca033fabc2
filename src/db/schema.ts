// The tables in D1. Times are epoch milliseconds, money is in minor units, JSON is text. Types come from domain/, so
// that a row is a Merchant, a Counter or a PaymentIntent.
import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { Counter } from "../domain/counter.ts";
import type { DeliveryStatus, LoggedAttempt } from "../domain/delivery.ts";
import type { EventType } from "../domain/events.ts";
import type { Merchant } from "../domain/merchant.ts";
import type {
  CancellationReason,
  IntentStatus,
  LedgerOperation,
  PaymentIntent,
  RefundKeyRefusal,
  RefundRefusal,
  RefundStatus,
} from "../domain/payment-intent.ts";

/** Where the webhooks of a merchant or counter go, and the encrypted secrets that sign them. */
const webhookColumns = () => ({
  webhookUrl: text("webhook_url"),
  webhookEvents: text("webhook_events", { mode: "json" }).$type<EventType[]>().notNull(),
  webhookSecret: text("webhook_secret").notNull(),
  /** The secret before the last rotation; it signs as well until it expires. */
  previousWebhookSecret: text("previous_webhook_secret"),
  previousSecretExpiresAt: integer("previous_secret_expires_at"),
});

export const merchants = sqliteTable(
  "merchants",
  {
    id: text().primaryKey(),
    /** Lower case, so that an address registers only once. */
    email: text().notNull(),
    businessName: text("business_name").notNull(),
    /** IANA; whose days its totals are of. */
    timeZone: text("time_zone").notNull().default("UTC"),
    status: text().$type<Merchant["status"]>().notNull(),
    idpClientId: text("idp_client_id").notNull(),
    ...webhookColumns(),
    createdAt: integer("created_at").notNull(),
    updatedAt: integer("updated_at").notNull(),
    suspendedAt: integer("suspended_at"),
    suspensionReason: text("suspension_reason"),
    refundsStoppedAt: integer("refunds_stopped_at"),
    refundsStopReason: text("refunds_stop_reason"),
    erasureRequestedAt: integer("erasure_requested_at"),
    erasedAt: integer("erased_at"),
  },
  (table) => [
    uniqueIndex("merchants_email").on(table.email),
    index("merchants_by_status").on(table.status, table.createdAt, table.id),
    index("merchants_public")
      .on(table.createdAt, table.id)
      .where(sql`status = 'active' AND suspended_at IS NULL`),
    // Few are suspended: that a merchant is not is known without reading it.
    index("merchants_suspended").on(table.id).where(sql`suspended_at IS NOT NULL`),
  ],
);

export const counters = sqliteTable(
  "counters",
  {
    id: text().notNull(),
    merchantId: text("merchant_id").notNull(),
    name: text().notNull(),
    status: text().$type<Counter["status"]>().notNull(),
    location: text().notNull(),
    idpClientId: text("idp_client_id").notNull(),
    ...webhookColumns(),
    createdAt: integer("created_at").notNull(),
    updatedAt: integer("updated_at").notNull(),
    /** Why an administrator has revoked it; null when none has. */
    revocationReason: text("revocation_reason"),
  },
  (table) => [
    primaryKey({ columns: [table.merchantId, table.id] }),
    index("counters_list").on(table.merchantId, table.createdAt, table.id),
    // To count a merchant's active counters without reading the others.
    index("counters_active").on(table.merchantId).where(sql`status = 'active'`),
  ],
);

/** Dashboard users whom an administrator has disabled. The row stays when a user is enabled again: see standing.ts. */
export const disabledUsers = sqliteTable(
  "disabled_users",
  {
    /** The `sub` of the user's tokens. */
    userId: text("user_id").primaryKey(),
    merchantId: text("merchant_id").notNull(),
    reason: text().notNull(),
    /** Tokens issued until then are refused for good. */
    disabledAt: integer("disabled_at").notNull(),
    enabledAt: integer("enabled_at"),
  },
  (table) => [index("disabled_users_by_merchant").on(table.merchantId)],
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
    earlierRefundRefusals: text("earlier_refund_refusals", { mode: "json" }).$type<RefundKeyRefusal[]>(),
    paymentLedgerTxId: text("payment_ledger_tx_id"),
    returnUrl: text("return_url"),
    createdBy: text("created_by"),
  } satisfies Record<keyof PaymentIntent, unknown>,
  (table) => [
    // Every list of a merchant's intents: one range of it for each status, merged.
    index("payment_intents_list").on(table.merchantId, table.status, table.createdAt, table.id),
    // The start of a random id is enough to tell merchants and counters apart, and spares 28 bytes in each row.
    index("payment_intents_by_reference")
      .on(sql`substr(merchant_id, 1, 8)`, table.reference, table.createdAt, table.id)
      .where(sql`reference IS NOT NULL`),
    index("payment_intents_by_counter")
      .on(sql`substr(counter_id, 1, 8)`, table.createdAt, table.id)
      .where(sql`counter_id IS NOT NULL`),
    index("payment_intents_by_refund")
      .on(table.merchantId, table.refundStatus, table.createdAt, table.id)
      .where(sql`refund_status IS NOT NULL`),
    // For the sweep. SQLite uses a partial index only where the query has the same literals, not bound parameters.
    index("payment_intents_open")
      .on(table.expiresAt, table.id)
      .where(sql`status IN ('pending', 'pending_approval')`),
    // Refunds the ledger has not settled yet, the oldest first.
    index("payment_intents_pending_refunds")
      .on(table.updatedAt, table.id)
      .where(sql`refund_status = 'pending'`),
    // A merchant's requests that a wallet has rejected; the latest decide whether the merchant may send another.
    index("payment_intents_rejections")
      .on(table.targetWalletId, table.merchantId, table.cancelledAt)
      .where(sql`cancellation_reason = 'rejected_by_customer'`),
    // A wallet's open approvals. Most intents have no target wallet and no row here.
    index("payment_intents_approvals")
      .on(table.targetWalletId, table.createdAt, table.id)
      .where(sql`status = 'pending_approval'`),
  ],
);

/**
 * A host that has failed recently. A success deletes the row: no row means healthy. Rows from earlier releases have a
 * full URL. They are read only to release the deliveries that wait there, and are deleted like any other row.
 */
export const webhookEndpoints = sqliteTable(
  "webhook_endpoints",
  {
    merchantId: text("merchant_id").notNull(),
    origin: text("url").notNull(),
    /** Consecutive failed attempts, of any delivery. */
    failures: integer().notNull(),
    lastFailureAt: integer("last_failure_at").notNull(),
    /** Since then one delivery at a time probes the host while the others wait. */
    degradedSince: integer("degraded_since"),
    nextProbeAt: integer("next_probe_at"),
  },
  (table) => [
    primaryKey({ columns: [table.merchantId, table.origin] }),
    index("webhook_endpoints_probe").on(table.nextProbeAt).where(sql`next_probe_at IS NOT NULL`),
  ],
);

/** The events of intents, each with its webhook delivery: an event has at most one target. */
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
    /** The webhook's body, frozen when the event was stored: see stored-body.ts. Empty once the clean-up has deleted it. */
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
    /** The degraded host whose recovery the delivery waits for; `nextAttemptAt` is null meanwhile. */
    parkedOrigin: text("parked_url"),
    /** When this event was due on the message bus; null once it was sent, or when it is not meant for the bus. */
    busDueAt: integer("bus_due_at"),
    /** The event's position in the feed when it reached D1 too late for the position its id gives; otherwise null. */
    latePosition: text("late_position"),
    /** When the clean-up, which has passed this event, looks at it again; null for all that it need not. */
    keptUntil: integer("kept_until"),
  },
  (table) => [
    primaryKey({ columns: [table.merchantId, table.id] }),
    index("events_due").on(table.nextAttemptAt).where(sql`next_attempt_at IS NOT NULL`),
    index("events_parked")
      .on(table.merchantId, table.parkedOrigin, table.id)
      .where(sql`parked_url IS NOT NULL`),
    index("events_bus_due").on(table.busDueAt).where(sql`bus_due_at IS NOT NULL`),
    // Few deliveries fail: they are found without reading the others.
    index("events_failed").on(table.merchantId, table.id).where(sql`delivery_status = 'failed'`),
    // A payment's only event has no row here.
    index("events_by_intent").on(table.intentId, table.sequence).where(sql`sequence > 1`),
    index("events_kept").on(table.merchantId, table.keptUntil).where(sql`kept_until IS NOT NULL`),
    index("events_late").on(table.merchantId, table.latePosition).where(sql`late_position IS NOT NULL`),
  ],
);
