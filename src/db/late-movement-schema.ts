import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

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
