import { and, eq, sql } from "drizzle-orm";
import type { Database } from "../db/client.ts";
import { isReserved } from "../domain/ledger.ts";
import { type Move, mayBeNegative } from "./rules.ts";
import {
  ledgerAccounts,
  ledgerBalances,
  ledgerEntries,
  ledgerJournal,
  ledgerTransactions,
} from "./schema.ts";

export interface MoveOfTransaction extends Move {
  transactionId: string;
  currency: string;
  amountMinor: number;
  now: number;
}

/**
 * The statements of one move, to run in one batch. The journal has each line once, so the same move cannot be made
 * twice. They then open missing balances at zero: an UPDATE that
 * matches no row succeeds, so without this an account with no balance could pay. With it, the CHECK fails.
 */
export function moveMoney(db: Database, move: MoveOfTransaction) {
  const { transactionId, firstLine, fromAccountId, toAccountId, currency, amountMinor, now } = move;
  const entry = { transactionId, currency, createdAt: now, number: NUMBER_TAKEN };
  const debit = { ...entry, line: firstLine, accountId: fromAccountId, amountMinor: -amountMinor };
  const credit = { ...entry, line: firstLine + 1, accountId: toAccountId, amountMinor };
  const ids = [fromAccountId, toAccountId];
  const opened = ids.map((id) => ({ id, currency: null, isSystem: isReserved(id), createdAt: now }));
  const balances = ids.map((id) => newBalance(id, currency));
  return [
    takeNumber(db, transactionId, firstLine),
    db.insert(ledgerEntries).values([debit, credit]),
    db.insert(ledgerAccounts).values(opened).onConflictDoNothing(),
    db.insert(ledgerBalances).values(balances).onConflictDoNothing(),
    addToBalance(db, debit),
    addToBalance(db, credit),
  ] as const;
}

export function newBalance(accountId: string, currency: string) {
  return { accountId, currency, balanceMinor: 0, mayBeNegative: mayBeNegative(accountId) };
}

/** By the statement before, in the same batch. */
const NUMBER_TAKEN = sql<number>`(SELECT max(number) FROM ledger_journal)`;

/** For a batch, after the transaction is stored; takes none when it is not. */
export function takeNumber(db: Database, transactionId: string, line: number) {
  const next = sql`(SELECT coalesce(max(number), 0) + 1 FROM ledger_journal)`;
  const { id } = ledgerTransactions;
  return db
    .insert(ledgerJournal)
    .select(sql`SELECT ${next}, ${id}, ${line} FROM ${ledgerTransactions} WHERE ${id} = ${transactionId}`);
}

type Entry = Pick<typeof ledgerEntries.$inferSelect, "accountId" | "currency" | "amountMinor">;

function addToBalance(db: Database, { accountId, currency, amountMinor }: Entry) {
  return db
    .update(ledgerBalances)
    .set({ balanceMinor: sql`${ledgerBalances.balanceMinor} + ${amountMinor}` })
    .where(and(eq(ledgerBalances.accountId, accountId), eq(ledgerBalances.currency, currency)));
}
