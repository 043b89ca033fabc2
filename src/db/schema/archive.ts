// The archive in D1: intents that are over and whose webhooks the clean-up has emptied. See payment-intents/archive.ts.
import { sql } from "drizzle-orm";
import { blob, index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

/** A merchant's number in the archive, and what its intents have in common. Neither ever changes. */
export const archivedMerchants = sqliteTable(
  "archived_merchants",
  {
    number: integer().primaryKey(),
    merchantId: text("merchant_id").notNull(),
    /** The dictionary for the merchant's records. */
    sample: text().notNull(),
  },
  (table) => [uniqueIndex("archived_merchants_id").on(table.merchantId)],
);

/** With a rowid, unlike the other tables: rows are added at the end, so that their pages are full. */
export const archivedIntents = sqliteTable(
  "archived_intents",
  {
    number: integer().primaryKey(),
    /** The 16 bytes of the intent's id. */
    id: blob().$type<unknown>().notNull(),
    merchant: integer().notNull(),
    status: text().notNull(),
    refundStatus: text("refund_status"),
    counterId: text("counter_id"),
    reference: text(),
    createdAt: integer("created_at").notNull(),
    version: integer().notNull(),
    /** Everything else, and the intent's events: see archive-record.ts. */
    record: blob().$type<unknown>().notNull(),
    /** 1 once the intent has changed again: it is then in payment_intents, too. Its earlier events are only here. */
    isReplaced: integer("is_replaced"),
    /** For sums: a row that an earlier release has written has these in its record alone. */
    amountMinor: integer("amount_minor"),
    currency: text(),
    completedAt: integer("completed_at"),
  },
  (table) => [
    uniqueIndex("archived_intents_id").on(table.id),
    index("archived_intents_list").on(table.merchant, table.status, table.createdAt),
    index("archived_intents_by_reference")
      .on(table.merchant, table.reference, table.createdAt)
      .where(sql`reference IS NOT NULL`),
    index("archived_intents_by_counter")
      .on(table.counterId, table.createdAt)
      .where(sql`counter_id IS NOT NULL`),
    index("archived_intents_by_refund")
      .on(table.merchant, table.refundStatus, table.createdAt)
      .where(sql`refund_status IS NOT NULL`),
  ],
);
