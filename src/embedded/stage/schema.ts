import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { StageFault } from "../../domain/stage.ts";

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
