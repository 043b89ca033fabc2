import { and, eq, sql } from "drizzle-orm";
import type { Database } from "../../db/client.ts";
import { ledgerAccounts, ledgerBalances, ledgerEntries } from "./schema.ts";
import { isSystemAccount } from "./system-accounts.ts";

export interface Move {
  transactionId: string;
  /** Each line exists once: a move made twice violates the entries' primary key. */
  firstLine: number;
  fromAccountId: string;
  toAccountId: string;
  currency: string;
  amountMinor: number;
  now: number;
}

/**
 * The statements of one move, for one batch. Both balances are opened at zero first: an UPDATE that matches no
 * row does not fail, so a payer without one would give money it has not. This way the CHECK refuses it.
 */
export function moveMoney(db: Database, move: Move) {
  const { fromAccountId, toAccountId, currency, amountMinor, now } = move;
  const parties = [fromAccountId, toAccountId].map((id) => ({ id, isSystem: isSystemAccount(id) }));
  const entry = { transactionId: move.transactionId, currency, createdAt: now };
  return [
    db.insert(ledgerEntries).values([
      { ...entry, line: move.firstLine, accountId: fromAccountId, amountMinor: -amountMinor },
      { ...entry, line: move.firstLine + 1, accountId: toAccountId, amountMinor },
    ]),
    db
      .insert(ledgerAccounts)
      .values(parties.map((party) => ({ ...party, currency: null, createdAt: now })))
      .onConflictDoNothing(),
    db
      .insert(ledgerBalances)
      .values(parties.map(({ id, isSystem }) => ({ accountId: id, currency, balanceMinor: 0, isSystem })))
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
