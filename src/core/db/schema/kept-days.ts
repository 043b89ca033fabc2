import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/**
 * What a merchant was paid and has refunded on days that were asked for: sums of payments, so neither exported, erased nor sealed.
 * A trigger deletes them when the merchant's time zone changes.
 */
export const keptDays = sqliteTable(
  "kept_days",
  {
    merchantId: text("merchant_id").notNull(),
    /** A date of the merchant's time zone. */
    day: text().notNull(),
    /** A JSON array of a sum for each kind, counter and currency; empty for a day without any. */
    sums: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.merchantId, table.day] })],
);

/** The merchant's kept days count each event whose place in the feed is before this time, and no other. */
export const keptPositions = sqliteTable("kept_positions", {
  merchantId: text("merchant_id").primaryKey(),
  until: integer().notNull(),
});
