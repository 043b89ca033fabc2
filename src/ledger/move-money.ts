import { and, eq, sql } from "drizzle-orm";
import type { Database } from "../db/client.ts";
import { prepareOnce, withValues } from "../db/prepared-statements.ts";
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
  const { fromAccountId, toAccountId, currency, amountMinor } = move;
  const values = {
    ...move,
    secondLine: move.firstLine + 1,
    debitMinor: -amountMinor,
    isFromSystem: isSystemAccount(fromAccountId),
    isToSystem: isSystemAccount(toAccountId),
  };
  const debit = { accountId: fromAccountId, currency, amountMinor: -amountMinor };
  const credit = { accountId: toAccountId, currency, amountMinor };
  return [
    withValues(insertEntries(db), values),
    withValues(openAccounts(db), values),
    withValues(openBalances(db), values),
    withValues(addToBalance(db), debit),
    withValues(addToBalance(db), credit),
  ] as const;
}

const FROM = { id: sql.placeholder("fromAccountId"), isSystem: sql.placeholder("isFromSystem") };
const TO = { id: sql.placeholder("toAccountId"), isSystem: sql.placeholder("isToSystem") };
const CURRENCY = sql.placeholder("currency");
const NOW = sql.placeholder("now");

const insertEntries = prepareOnce((db) => {
  const entry = { transactionId: sql.placeholder("transactionId"), currency: CURRENCY, createdAt: NOW };
  const debit = {
    line: sql.placeholder("firstLine"),
    accountId: FROM.id,
    amountMinor: sql.placeholder("debitMinor"),
  };
  const credit = {
    line: sql.placeholder("secondLine"),
    accountId: TO.id,
    amountMinor: sql.placeholder("amountMinor"),
  };
  const rows = [debit, credit].map((side) => ({ ...entry, ...side }));
  return db.insert(ledgerEntries).values(rows).prepare();
});

const openAccounts = prepareOnce((db) => {
  const rows = [FROM, TO].map((account) => ({ ...account, currency: null, createdAt: NOW }));
  return db.insert(ledgerAccounts).values(rows).onConflictDoNothing().prepare();
});

const openBalances = prepareOnce((db) => {
  const opened = { currency: CURRENCY, balanceMinor: 0 };
  const rows = [FROM, TO].map(({ id, isSystem }) => ({ ...opened, accountId: id, isSystem }));
  return db.insert(ledgerBalances).values(rows).onConflictDoNothing().prepare();
});

const addToBalance = prepareOnce((db) => {
  const { accountId, currency, balanceMinor } = ledgerBalances;
  return db
    .update(ledgerBalances)
    .set({ balanceMinor: sql`${balanceMinor} + ${sql.placeholder("amountMinor")}` })
    .where(and(eq(accountId, sql.placeholder("accountId")), eq(currency, CURRENCY)))
    .prepare();
});
