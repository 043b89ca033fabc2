// Double entry: the entries of each transaction sum to zero, and so does each currency across all accounts.
import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { DeclineReason, TransferKind } from "#core/domain/ledger.ts";

/** Accounts of wallets and merchants, and the float. */
export const ledgerAccounts = sqliteTable("ledger_accounts", {
  id: text().primaryKey(),
  /** A wallet holds one currency. Null for merchants, the float and clearing, which hold any. */
  currency: text(),
  /** The float and clearing. */
  isSystem: integer("is_system", { mode: "boolean" }).notNull(),
  createdAt: integer("created_at").notNull(),
});

/** Written in the same batch as the entries. The check is what makes an overdraft impossible. */
export const ledgerBalances = sqliteTable(
  "ledger_balances",
  {
    accountId: text("account_id").notNull(),
    currency: text().notNull(),
    balanceMinor: integer("balance_minor").notNull(),
    mayBeNegative: integer("is_system", { mode: "boolean" }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.currency] }),
    check("ledger_balances_covered", sql`is_system = 1 OR balance_minor >= 0`),
  ],
);

export type AccountKind = "float" | "clearing" | "wallets" | "merchants";

/** What the accounts of a kind hold together. A trigger on the balances keeps it: see migrations/. */
export const ledgerTotals = sqliteTable(
  "ledger_totals",
  {
    currency: text().notNull(),
    kind: text().$type<AccountKind>().notNull(),
    sumMinor: integer("sum_minor").notNull(),
  },
  (table) => [primaryKey({ columns: [table.currency, table.kind] })],
);

/**
 * One row per idempotency key: the request and its outcome. Declines are stored too: the unique key makes
 * them final even if the same request runs concurrently.
 */
export const ledgerTransactions = sqliteTable(
  "ledger_transactions",
  {
    id: text().primaryKey(),
    idempotencyKey: text("idempotency_key").notNull().unique(),
    transactionType: text("transaction_type").$type<TransferKind>().notNull(),
    status: text().$type<"pending" | "completed" | "declined">().notNull(),
    declineReason: text("decline_reason").$type<DeclineReason>(),
    fromAccountId: text("from_account_id").notNull(),
    toAccountId: text("to_account_id").notNull(),
    amountMinor: integer("amount_minor").notNull(),
    currency: text().notNull(),
    description: text().notNull(),
    metadata: text().notNull(),
    createdAt: integer("created_at").notNull(),
    completedAt: integer("completed_at"),
    /** When a pending transaction is due to settle; null once it has settled. */
    settlesAt: integer("settles_at"),
  },
  (table) => [
    index("ledger_transactions_from").on(table.fromAccountId, table.createdAt),
    index("ledger_transactions_to").on(table.toAccountId, table.createdAt),
    index("ledger_transactions_due").on(table.settlesAt).where(sql`settles_at IS NOT NULL`),
  ],
);

/** What a shop has said of a refund can be erased, as a description can. */
export const HAS_REFUND_TEXTS = sql`json_valid(metadata)
  AND coalesce(metadata ->> 'refund_reference', metadata ->> 'refund_reason') IS NOT NULL`;
export const NO_REFUND_TEXTS = sql`iif(json_valid(metadata),
  json_remove(metadata, '$.refund_reference', '$.refund_reason'), metadata)`;

export type TransactionRow = typeof ledgerTransactions.$inferSelect;

/** How many transactions an account's history has: all but declines. Triggers keep it: see migrations/. */
export const ledgerHistories = sqliteTable("ledger_histories", {
  accountId: text("account_id").primaryKey(),
  transactions: integer().notNull(),
});

/**
 * What has been done, numbered from 1 without gaps, because each number is taken in the transaction that does it: a move
 * of money by the first of its two entries' lines, or a decline by line 0. Rows are only ever added.
 */
export const ledgerJournal = sqliteTable(
  "ledger_journal",
  {
    number: integer().primaryKey(),
    transactionId: text("transaction_id").notNull(),
    line: integer().notNull(),
  },
  (table) => [uniqueIndex("ledger_journal_move").on(table.transactionId, table.line)],
);

/** The chain over the journal, which SQL cannot compute: the sweep appends to it. See chain.ts. */
export const ledgerSeals = sqliteTable("ledger_seals", {
  number: integer().primaryKey(),
  hash: text().notNull(),
  /** Covers the transaction's description; null without one. The salt goes when the description is erased. */
  digest: text(),
  salt: text(),
});

/** The two sides of each transfer. */
export const ledgerEntries = sqliteTable(
  "ledger_entries",
  {
    transactionId: text("transaction_id").notNull(),
    /** 1, 2, 3 and so on within the transaction. */
    line: integer().notNull(),
    accountId: text("account_id").notNull(),
    currency: text().notNull(),
    /** Signed: a credit is positive. */
    amountMinor: integer("amount_minor").notNull(),
    createdAt: integer("created_at").notNull(),
    /** The move has this number in the journal. */
    number: integer(),
  },
  (table) => [
    primaryKey({ columns: [table.transactionId, table.line] }),
    // An account's entries in the order in which they were made, for the audit to add up.
    index("ledger_entries_account").on(table.accountId, table.currency, table.number),
  ],
);

/** How D1 reports the constraints that decide between concurrent requests. */
const VIOLATIONS = {
  account_already_open: "UNIQUE constraint failed: ledger_accounts.id",
  already_moved: "UNIQUE constraint failed: ledger_journal.transaction_id, ledger_journal.line",
};

export type Violation = keyof typeof VIOLATIONS;

/** Which of the expected constraints an error reports. Any other error is thrown again. */
export function readViolation(error: unknown, expected: readonly Violation[]): Violation {
  const text = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
  const violation = expected.find((name) => text.includes(VIOLATIONS[name]));
  if (violation === undefined) throw error;
  return violation;
}
