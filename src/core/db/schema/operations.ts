import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { UnfinishedWork } from "#core/domain/payment-intents/payment-intent.ts";
import type { ChainLink } from "#core/lib/hash-chain.ts";

/** Origins of merchants' webhook endpoints that operators know to fail, until they know of the recovery. */
export const operatorAlerts = sqliteTable(
  "operator_alerts",
  {
    merchantId: text("merchant_id").notNull(),
    origin: text().notNull(),
    failingSince: integer("failing_since").notNull(),
  },
  (table) => [primaryKey({ columns: [table.merchantId, table.origin] })],
);

/** Transactions of the ledger that an administrator has recorded by hand: each for one intent or movement, for good. */
export const claimedTransactions = sqliteTable("claimed_transactions", {
  transactionId: text("transaction_id").primaryKey(),
  intentId: text("intent_id").notNull(),
});

/** Work that an object has retried without success. It is reported and withdrawn by the object. */
export const unfinishedWork = sqliteTable(
  "unfinished_work",
  {
    intentId: text("intent_id").primaryKey(),
    merchantId: text("merchant_id").notNull(),
    work: text().$type<UnfinishedWork>().notNull(),
    since: integer().notNull(),
  },
  (table) => [index("unfinished_work_since").on(table.work, table.since, table.intentId)],
);

declare global {
  /** Parts of the sweep that the service's parts add. */
  interface PartSweepPositions {}
  /** The sandbox alone has these. */
  interface SandboxSweepPositions {}
}

export const CORE_SWEEP_PARTS = [
  "overdue_intents",
  "pending_refunds",
  "bus_events",
  "waiting_deliveries",
  "moved_deliveries",
  "failed_deliveries",
  "counted_events",
  "audit_check",
  "database_size",
  "clean_up",
  "account_copies",
] as const;
export type SweepPart =
  | (typeof CORE_SWEEP_PARTS)[number]
  | keyof PartSweepPositions
  | keyof SandboxSweepPositions;

/** Where a part of the sweep ended that had more to do than one run may. No row: nothing was left. */
export const sweepPositions = sqliteTable(
  "sweep_positions",
  {
    part: text().$type<SweepPart>().notNull(),
    key: text().notNull(),
    position: text({ mode: "json" }).notNull(),
    updatedAt: integer("updated_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.part, table.key] }),
    index("sweep_positions_waiting").on(table.part, table.updatedAt),
  ],
);

/** What each cell has last told home of itself: see shards/cell-reports.ts. */
export const cellReports = sqliteTable(
  "cell_reports",
  {
    cell: text().primaryKey(),
    reportedAt: integer("reported_at").notNull(),
    gauges: text({ mode: "json" }).notNull(),
    eventCounts: text("event_counts", { mode: "json" }).notNull(),
    /** The end of its audit chain. */
    chainHead: text("chain_head", { mode: "json" }).$type<ChainLink>().notNull(),
    sizeBytes: integer("size_bytes").notNull(),
  },
  (table) => [index("cell_reports_reported_at").on(table.reportedAt)],
);

/** The entries of CELLS, and JURISDICTION: see shards/lasting-settings.ts. */
export const lastingSettings = sqliteTable("lasting_settings", {
  entry: text().primaryKey(),
  since: integer().notNull(),
  notedAt: integer("noted_at").notNull(),
});

/** How far the clean-up has come with the events of each merchant. */
export const cleanUps = sqliteTable("clean_ups", {
  merchantId: text("merchant_id").primaryKey(),
  /** The id of the last event that it has passed. */
  passed: text().notNull(),
});
