import { sql } from "drizzle-orm";
import type { Database } from "#core/db/client.ts";
import { prepareOnce, withValues } from "#core/db/prepared-statements.ts";
import { isReserved } from "#core/domain/ledger.ts";
import { DECLINE_LINE, type Move, mayBeNegative } from "./rules.ts";
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
 * The statements of one move, to run in one batch after the transaction is stored. The journal has each line once, so the
 * same move cannot be made twice. A decline takes a number there and moves nothing; where the transaction was not stored,
 * nothing is written.
 */
export function moveMoney(db: Database, move: MoveOfTransaction) {
  const values = valuesOf(move);
  const [number, entries, accounts, balances, sums] = statementsOf(db);
  return [
    withValues(number, values),
    withValues(entries, values),
    withValues(accounts, values),
    withValues(balances, values),
    withValues(sums, values),
  ] as const;
}

export function newBalance(accountId: string, currency: string) {
  return { accountId, currency, balanceMinor: 0, mayBeNegative: mayBeNegative(accountId) };
}

function valuesOf(move: MoveOfTransaction) {
  const { fromAccountId, toAccountId } = move;
  return {
    ...move,
    isFromSystem: Number(isReserved(fromAccountId)),
    isToSystem: Number(isReserved(toAccountId)),
    mayFromBeNegative: Number(mayBeNegative(fromAccountId)),
    mayToBeNegative: Number(mayBeNegative(toAccountId)),
  };
}

const statementsOf = prepareOnce((db) => {
  const given = (name: keyof ReturnType<typeof valuesOf>) => sql.placeholder(name);
  const [from, to, amount] = [given("fromAccountId"), given("toAccountId"), given("amountMinor")];
  const [line, currency, now] = [given("firstLine"), given("currency"), given("now")];
  const isMove = sql`transaction_id = ${given("transactionId")} AND line = ${line}`;
  const ifMoves = sql`WHERE EXISTS (SELECT 1 FROM ledger_journal WHERE ${isMove})`;
  const number = sql`SELECT NULL, id, iif(status = 'declined', ${DECLINE_LINE}, ${line})
    FROM ${ledgerTransactions} WHERE id = ${given("transactionId")}`;
  const entries = sql`SELECT transaction_id, line + column1, column2, ${currency}, column3, ${now}, number
    FROM (VALUES (0, ${from}, -${amount}), (1, ${to}, ${amount})) CROSS JOIN ledger_journal WHERE ${isMove}`;
  const accounts = sql`SELECT column1, NULL, column2, ${now}
    FROM (VALUES (${from}, ${given("isFromSystem")}), (${to}, ${given("isToSystem")})) ${ifMoves}`;
  const balances = sql`SELECT column1, ${currency}, 0, column2
    FROM (VALUES (${from}, ${given("mayFromBeNegative")}), (${to}, ${given("mayToBeNegative")})) ${ifMoves}`;
  const target = [ledgerBalances.accountId, ledgerBalances.currency];
  const moved = sql`balance_minor + iif(account_id = ${from}, -${amount}, ${amount})`;
  return [
    // SQLite's next number is one more than the largest, and rows are never deleted, so that there are no gaps.
    db.insert(ledgerJournal).select(number).prepare(),
    db.insert(ledgerEntries).select(entries).prepare(),
    db.insert(ledgerAccounts).select(accounts).onConflictDoNothing().prepare(),
    // What is missing is opened at zero, so that the upsert finds both, and the CHECK fails where one is not covered. An
    // UPDATE of both would read twice as many rows.
    db.insert(ledgerBalances).select(balances).onConflictDoNothing().prepare(),
    db
      .insert(ledgerBalances)
      .select(balances)
      .onConflictDoUpdate({ target, set: { balanceMinor: moved } })
      .prepare(),
  ] as const;
});
