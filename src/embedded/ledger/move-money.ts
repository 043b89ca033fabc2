import { and, eq, sql } from "drizzle-orm";
import type { Database } from "../../db/client.ts";
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
  const { fromAccountId, toAccountId, currency, amountMinor, now } = move;
  const accounts = [fromAccountId, toAccountId].map((id) => ({ id, isSystem: isSystemAccount(id) }));
  const entry = { transactionId: move.transactionId, currency, createdAt: now };
  return [
    db.insert(ledgerEntries).values([
      { ...entry, line: move.firstLine, accountId: fromAccountId, amountMinor: -amountMinor },
      { ...entry, line: move.firstLine + 1, accountId: toAccountId, amountMinor },
    ]),
    db
      .insert(ledgerAccounts)
      .values(accounts.map((account) => ({ ...account, currency: null, createdAt: now })))
      .onConflictDoNothing(),
    db
      .insert(ledgerBalances)
      .values(accounts.map(({ id, isSystem }) => ({ accountId: id, currency, balanceMinor: 0, isSystem })))
      .onConflictDoNothing(),
    addToBalance(db, fromAccountId, currency, -amountMinor),
    addToBalance(db, toAccountId, currency, amountMinor),
  ] as const;
}

function addToBalance(db: Database, accountId: string, currency: string, amountMinor: number) {
  return db
    .update(ledgerBalances)
    .set({ balanceMinor: sql`${ledgerBalances.balanceMinor} + ${amountMinor}` })
    .where(and(eq(ledgerBalances.accountId, accountId), eq(ledgerBalances.currency, currency)));
}
