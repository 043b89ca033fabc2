import { primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** What the message bus has sent to a wallet, as CloudEvents. */
export const walletEvents = sqliteTable(
  "wallet_events",
  {
    walletId: text("wallet_id").notNull(),
    /** The CloudEvent's id, time-ordered; a repeated message is stored once. */
    id: text().notNull(),
    cloudEvent: text("cloud_event").notNull(),
  },
  (table) => [primaryKey({ columns: [table.walletId, table.id] })],
);
