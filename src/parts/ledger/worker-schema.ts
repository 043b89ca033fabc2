import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/**
 * What has settled and the service has not been told of. A trigger writes a row in the transaction that settles, so that
 * none is lost: see migrations/ledger. Only the Worker's own database has it.
 */
export const ledgerReports = sqliteTable(
  "ledger_reports",
  {
    transactionId: text("transaction_id").primaryKey(),
    settledAt: integer("settled_at").notNull(),
    /** How many have failed. */
    attempts: integer().notNull(),
    dueAt: integer("due_at").notNull(),
  },
  (table) => [index("ledger_reports_due").on(table.dueAt)],
);

/** Where the schedule's audit of the books goes on: one row. */
export const ledgerAudits = sqliteTable("ledger_audits", {
  id: integer().primaryKey(),
  cursor: text().notNull(),
});
