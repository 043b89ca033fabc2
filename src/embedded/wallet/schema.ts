import { primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** The events a wallet has received over the message bus, as CloudEvents. */
export const walletEvents = sqliteTable(
  "wallet_events",
  {
    walletId: text("wallet_id").notNull(),
    /** The time-ordered id of the CloudEvent. */
    id: text().notNull(),
    cloudEvent: text("cloud_event").notNull(),
  },
  (table) => [primaryKey({ columns: [table.walletId, table.id] })],
);

/** Which merchant created a wallet. A wallet that an administrator created has no row. */
export const sandboxWallets = sqliteTable("sandbox_wallets", {
  walletId: text("wallet_id").primaryKey(),
  merchantId: text("merchant_id").notNull(),
});
