import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { Favourite } from "../../domain/favourites.ts";

/** What the tills of a counter offer at a tap: one JSON for each counter, away from the rows that a payment reads. */
export const counterFavourites = sqliteTable(
  "counter_favourites",
  {
    merchantId: text("merchant_id").notNull(),
    counterId: text("counter_id").notNull(),
    currency: text().notNull(),
    items: text({ mode: "json" }).$type<readonly Favourite[]>().notNull(),
    updatedAt: integer("updated_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.merchantId, table.counterId] })],
);
