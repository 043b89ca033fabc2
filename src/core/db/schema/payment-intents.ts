// In all tables times are epoch milliseconds, money is in minor units and JSON is text. Types come from domain/, so that a
// row is a PaymentIntent, a Merchant or a Counter.
import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type {
  CancellationReason,
  IntentStatus,
  LedgerOperation,
  PaymentIntent,
  RefundKeyRefusal,
  RefundRefusal,
  RefundStatus,
} from "#core/domain/payment-intents/payment-intent.ts";

// SQLite uses a partial index only where the query has the index's own condition, with its literals: a bound parameter
// does not match. So queries take the condition from here.
export const IS_OPEN = sql`status IN ('pending', 'pending_approval')`;
export const IS_PENDING_APPROVAL = sql`status = 'pending_approval'`;
export const IS_REFUND_PENDING = sql`refund_status = 'pending'`;
export const IS_REJECTED = sql`cancellation_reason = 'rejected_by_customer'`;
export const IS_WITHDRAWN = sql`cancellation_reason = 'withdrawn_by_merchant'`;

/** Payment intents: one row each, which only the intent's object changes after its creation. */
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
    callbackEventsJson: text("callback_events"),
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
    refundReference: text("refund_reference"),
    refundReason: text("refund_reason"),
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
    // The sweep reads it.
    index("payment_intents_open").on(table.expiresAt, table.id).where(IS_OPEN),
    // Refunds the ledger has not settled yet, the oldest first.
    index("payment_intents_pending_refunds").on(table.updatedAt, table.id).where(IS_REFUND_PENDING),
    // A merchant's requests that a wallet has rejected; the latest decide whether the merchant may send another.
    index("payment_intents_rejections")
      .on(table.targetWalletId, table.merchantId, table.cancelledAt)
      .where(IS_REJECTED),
    // The merchant has withdrawn these: all but a few count as rejected.
    index("payment_intents_withdrawals")
      .on(table.targetWalletId, table.merchantId, table.cancelledAt)
      .where(IS_WITHDRAWN),
    // A wallet's open approvals. Most intents have no target wallet and no row here.
    index("payment_intents_approvals")
      .on(table.targetWalletId, table.createdAt, table.id)
      .where(IS_PENDING_APPROVAL),
  ],
);

/**
 * What the totals of a day do not find by when its intent was created: refunds, and payments that completed more than an
 * hour after it. Most payments have no row. Triggers on payment_intents write it: see migrations.
 */
export const lateMovements = sqliteTable(
  "late_movements",
  {
    merchantId: text("merchant_id").notNull(),
    /** When the payment completed or the refund settled. */
    at: integer().notNull(),
    intentId: text("intent_id").notNull(),
    kind: text().$type<"payment" | "refund">().notNull(),
  },
  (table) => [primaryKey({ columns: [table.merchantId, table.at, table.intentId, table.kind] })],
);
