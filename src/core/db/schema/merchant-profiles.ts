import { index, sqliteTable, text } from "drizzle-orm/sqlite-core";

// These are at home alone, and no row that a new payment reads has any of them.

/** What merchants say of their shops: see domain/merchants/merchant-profile.ts. */
export const merchantProfiles = sqliteTable("merchant_profiles", {
  merchantId: text("merchant_id").primaryKey(),
  address: text(),
  vatId: text("vat_id"),
  receiptFooter: text("receipt_footer"),
  currency: text(),
  language: text(),
});

/** The logos of shops, as their owners have set them. */
export const merchantLogos = sqliteTable(
  "merchant_logos",
  {
    merchantId: text("merchant_id").primaryKey(),
    /** SHA-256 of the file in hex, by which it is served. */
    hash: text().notNull(),
    /** The PNG file in base64: D1 returns a blob as a list of numbers. */
    png: text().notNull(),
  },
  (table) => [index("merchant_logos_by_hash").on(table.hash)],
);
