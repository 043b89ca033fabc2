import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Hosts of merchants' webhook addresses of which operators know that they fail, until they know of the recovery. */
export const operatorAlerts = sqliteTable(
  "operator_alerts",
  {
    merchantId: text("merchant_id").notNull(),
    origin: text().notNull(),
    failingSince: integer("failing_since").notNull(),
  },
  (table) => [primaryKey({ columns: [table.merchantId, table.origin] })],
);
