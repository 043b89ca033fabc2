import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

export const providerKeySets = sqliteTable("provider_key_sets", {
  url: text().primaryKey(),
  keySet: text("key_set").notNull(),
  readAt: integer("read_at").notNull(),
});
