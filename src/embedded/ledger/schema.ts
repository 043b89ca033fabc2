// Double entry: every transaction's entries add up to zero, and so does every currency over all accounts.
import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { DeclineReason } from "../../domain/ledger.ts";

export const ledgerAccounts = sqliteTable("ledger_accounts", {
  id: text().primaryKey(),
  /** Wallets hold one currency; merchants and the ledger's own accounts any: null. */
  currency: text(),
  /** The ledger's own accounts (funding, clearing) may go below zero. */
  isSystem: integer("is_system", { mode: "boolean" }).notNull(),
  createdAt: integer("created_at").notNull(),
});

/** Kept with the entries in one batch. The check is what makes an overdraft impossible. */
export const ledgerBalances = sqliteTable(
  "ledger_balances",
  {
    accountId: text("account_id").notNull(),
    currency: text().notNull(),
    balanceMinor: integer("balance_minor").notNull(),
    isSystem: integer("is_system", { mode: "boolean" }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.currency] }),
    check("ledger_balances_covered", sql`is_system = 1 OR balance_minor >= 0`),
  ],
);

/**
 * What was asked for under each idempotency key, and what became of it. A decline is a row too: the one unique
 * key makes it final, even against the same request running beside it.
 */
export const ledgerTransactions = sqliteTable(
  "ledger_transactions",
  {
    id: text().primaryKey(),
    idempotencyKey: text("idempotency_key").notNull().unique(),
    transactionType: text("transaction_type").$type<"payment" | "refund" | "funding">().notNull(),
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
    /** When a pending transaction settles; null once it has. */
    settlesAt: integer("settles_at"),
  },
  (table) => [
    index("ledger_transactions_from").on(table.fromAccountId, table.createdAt),
    index("ledger_transactions_to").on(table.toAccountId, table.createdAt),
    index("ledger_transactions_due").on(table.settlesAt).where(sql`settles_at IS NOT NULL`),
  ],
);

export const ledgerEntries = sqliteTable(
  "ledger_entries",
  {
    transactionId: text("transaction_id").notNull(),
    /** Counts 1, 2, … within the transaction. */
    line: integer().notNull(),
    accountId: text("account_id").notNull(),
    currency: text().notNull(),
    /** Signed: a credit is positive. */
    amountMinor: integer("amount_minor").notNull(),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.transactionId, table.line] })],
);
