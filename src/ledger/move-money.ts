import { and, eq, sql } from "drizzle-orm";
import type { Database } from "../db/client.ts";
import { isSystemAccount, ledgerAccounts, ledgerBalances, ledgerEntries } from "./schema.ts";

export interface Move {
  transactionId: string;
  /** The primary key of the entries allows each line once, so the same move cannot be made twice. */
  firstLine: number;
  fromAccountId: string;
  toAccountId: string;
  currency: string;
  amountMinor: number;
  now: number;
}

/**
 * The statements of one move, to run in one batch. They first open missing balances at zero: an UPDATE that
 * matches no row succeeds, so without this an account with no balance could pay. With it, the CHECK fails.
 */
export function moveMoney(db: Database, move: Move) {
  const { transactionId, firstLine, fromAccountId, toAccountId, currency, amountMinor, now } = move;
  const entry = { transactionId, currency, createdAt: now };
  const debit = { ...entry, line: firstLine, accountId: fromAccountId, amountMinor: -amountMinor };
  const credit = { ...entry, line: firstLine + 1, accountId: toAccountId, amountMinor };
  const accounts = [fromAccountId, toAccountId].map((id) => ({ id, isSystem: isSystemAccount(id) }));
  const opened = accounts.map((account) => ({ ...account, currency: null, createdAt: now }));
  const balances = accounts.map(({ id, isSystem }) => ({
    accountId: id,
    currency,
    balanceMinor: 0,
    isSystem,
  }));
  return [
    db.insert(ledgerEntries).values([debit, credit]),
    db.insert(ledgerAccounts).values(opened).onConflictDoNothing(),
    db.insert(ledgerBalances).values(balances).onConflictDoNothing(),
    addToBalance(db, debit),
    addToBalance(db, credit),
  ] as const;
}

type Entry = Pick<typeof ledgerEntries.$inferSelect, "accountId" | "currency" | "amountMinor">;

function addToBalance(db: Database, { accountId, currency, amountMinor }: Entry) {
  return db
    .update(ledgerBalances)
    .set({ balanceMinor: sql`${ledgerBalances.balanceMinor} + ${amountMinor}` })
    .where(and(eq(ledgerBalances.accountId, accountId), eq(ledgerBalances.currency, currency)));
}
