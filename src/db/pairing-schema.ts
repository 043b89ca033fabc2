import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Codes that pair a till with a counter. A code that is used is deleted. */
export const tillPairings = sqliteTable(
  "till_pairings",
  {
    /** SHA-256. */
    codeHash: text("code_hash").primaryKey(),
    merchantId: text("merchant_id").notNull(),
    counterId: text("counter_id").notNull(),
    expiresAt: integer("expires_at").notNull(),
  },
  (table) => [index("till_pairings_by_merchant").on(table.merchantId, table.expiresAt)],
);
