import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { MerchantRole } from "../domain/merchant-user.ts";

/** The roles of dashboard users. A user without a row is an owner: see domain/merchant-user.ts. */
export const merchantUsers = sqliteTable(
  "merchant_users",
  {
    merchantId: text("merchant_id").notNull(),
    /** The `sub` of the user's tokens. */
    subject: text().notNull(),
    email: text().notNull(),
    role: text().$type<MerchantRole>().notNull(),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.merchantId, table.subject] })],
);
