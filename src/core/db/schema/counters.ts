import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { Counter } from "#core/domain/counters/counter.ts";
import { webhookColumns } from "./webhooks.ts";

/** The condition of a partial index: see schema/payment-intents.ts. */
export const IS_ACTIVE = sql`status = 'active'`;

/** Places where a merchant sells, each with a client at the identity provider and a webhook secret. */
export const counters = sqliteTable(
  "counters",
  {
    id: text().notNull(),
    merchantId: text("merchant_id").notNull(),
    name: text().notNull(),
    status: text().$type<Counter["status"]>().notNull(),
    location: text().notNull(),
    idpClientId: text("idp_client_id").notNull(),
    ...webhookColumns(),
    canRefund: integer("can_refund", { mode: "boolean" }).notNull().default(false),
    readsOwnOnly: integer("reads_own_only", { mode: "boolean" }).notNull().default(false),
    createdAt: integer("created_at").notNull(),
    updatedAt: integer("updated_at").notNull(),
    /** Why an administrator has revoked it; null when none has. */
    revocationReason: text("revocation_reason"),
  },
  (table) => [
    primaryKey({ columns: [table.merchantId, table.id] }),
    index("counters_list").on(table.merchantId, table.createdAt, table.id),
    // It counts a merchant's active counters without reading the others.
    index("counters_active").on(table.merchantId).where(IS_ACTIVE),
  ],
);
