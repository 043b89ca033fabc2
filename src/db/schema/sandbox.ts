// What the sandbox's stand-ins for wallets and for merchants' endpoints have received, and what goes wrong there.
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { StageFault } from "../../domain/stage.ts";

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

export const sandboxFaults = sqliteTable(
  "sandbox_faults",
  {
    merchantId: text("merchant_id").notNull(),
    fault: text().$type<StageFault>().notNull(),
    expiresAt: integer("expires_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.merchantId, table.fault] })],
);

/** The webhooks that merchants have had sent to their inboxes. */
export const sandboxInbox = sqliteTable(
  "sandbox_inbox",
  {
    merchantId: text("merchant_id").notNull(),
    id: text().notNull(),
    receivedAt: integer("received_at").notNull(),
    headers: text({ mode: "json" }).$type<Record<string, string>>().notNull(),
    body: text().notNull(),
    responseStatus: integer("response_status"),
  },
  (table) => [
    primaryKey({ columns: [table.merchantId, table.id] }),
    index("sandbox_inbox_received").on(table.receivedAt),
  ],
);
