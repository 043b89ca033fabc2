import { and, asc, desc, eq, lt, lte, ne, or, type SQL, sql } from "drizzle-orm";
import { unionAll } from "drizzle-orm/sqlite-core";
import { v7 as uuidv7 } from "uuid";
import type { Database } from "#core/db/client.ts";
import { FLOAT_ACCOUNT_ID } from "#core/domain/ledger.ts";
import { moveMoney, newBalance } from "./move-money.ts";
import { presentAccount, presentTransaction } from "./present.ts";
import type { AccountRequest } from "./requests.ts";
import { acceptedMove } from "./rules.ts";
import {
  ledgerAccounts,
  ledgerBalances,
  ledgerHistories,
  ledgerTransactions,
  readViolation,
  type TransactionRow,
} from "./schema.ts";

/** What an account is opened with by its first transfer. */
export interface Grant {
  currency: string;
  balanceMinor: number;
  createdAt: number;
}
/** Returns null when nothing waits for the account. */
export type FindGrant = (accountId: string) => Promise<Grant | null>;

export async function findAccount(db: Database, accountId: string, findGrant: FindGrant) {
  const [accounts, balances] = await db.batch([
    db.select({ id: ledgerAccounts.id }).from(ledgerAccounts).where(eq(ledgerAccounts.id, accountId)),
    db
      .select({ currency: ledgerBalances.currency, minor: sql<string>`CAST(balance_minor AS TEXT)` })
      .from(ledgerBalances)
      .where(eq(ledgerBalances.accountId, accountId))
      .orderBy(asc(ledgerBalances.currency)),
  ]);
  if (accounts.length > 0) return presentAccount(accountId, balances);
  const grant = await findGrant(accountId);
  return grant && presentAccount(accountId, [{ ...grant, minor: String(grant.balanceMinor) }]);
}

/** Opens a wallet with its opening balance. Returns false when the account exists; it is then left unchanged. */
export async function openAccount(db: Database, request: AccountRequest, now: number): Promise<boolean> {
  const { accountId, currency, openingBalanceMinor } = request;
  const wallet = { id: accountId, currency, isSystem: false, createdAt: now };
  const topUp = openingBalanceMinor > 0 ? topUpStatements(db, request, now) : [];
  try {
    await db.batch([
      db.insert(ledgerAccounts).values(wallet),
      db.insert(ledgerBalances).values(newBalance(accountId, currency)),
      ...topUp,
    ]);
    return true;
  } catch (error) {
    readViolation(error, ["account_already_open"]);
    return false;
  }
}

export async function openOrFindAccount(
  db: Database,
  request: AccountRequest,
  now: number,
  findGrant: FindGrant,
) {
  const { accountId, currency, openingBalanceMinor } = request;
  const isNew = await openAccount(db, request, now);
  const account = isNew
    ? presentAccount(accountId, [{ currency, minor: String(openingBalanceMinor) }])
    : await findAccount(db, accountId, findGrant);
  return { account, isNew };
}

interface HistoryPosition {
  page: number;
  limit: number;
  /** Pages then begin behind this transaction. */
  before?: string | undefined;
}

/**
 * Lists the newest first; none for an unknown account: a merchant's is opened by its first payment. Returns null when `before`
 * is no transaction of the account's history.
 */
export async function listTransactions(
  db: Database,
  accountId: string,
  position: HistoryPosition,
  findGrant: FindGrant = async () => null,
) {
  const { page, limit, before } = position;
  const { fromAccountId, toAccountId, status, createdAt, id } = ledgerTransactions;
  const start = before === undefined ? undefined : await findPosition(db, accountId, before);
  if (start === null) return null;
  const isOlder =
    start && and(lte(createdAt, start.createdAt), or(lt(createdAt, start.createdAt), lt(id, start.id)));
  const select = (isListed: SQL | undefined) =>
    db
      .select()
      .from(ledgerTransactions)
      .where(and(isListed, isOlder, ne(status, "declined")));
  // Two ranges, each in the order of its index, merged: an `or` would sort the whole history.
  const paid = select(eq(fromAccountId, accountId));
  const received = select(and(eq(toAccountId, accountId), ne(fromAccountId, accountId)));
  const [rows, [counted]] = await db.batch([
    unionAll(paid, received)
      .orderBy(desc(createdAt), desc(id))
      .limit(limit)
      .offset((page - 1) * limit),
    db
      .select({ total: ledgerHistories.transactions })
      .from(ledgerHistories)
      .where(eq(ledgerHistories.accountId, accountId)),
  ]);
  const total = counted?.total ?? 0;
  const grant = total === 0 ? await findGrant(accountId) : null;
  if (grant !== null && grant.balanceMinor > 0) {
    const opening = presentTransaction({
      ...openingOf({ ...grant, accountId, openingBalanceMinor: grant.balanceMinor }, grant.createdAt),
      id: accountId,
    });
    return { transactions: page === 1 ? [opening] : [], page, limit, total: 1 };
  }
  return { transactions: rows.map(presentTransaction), page, limit, total, ...(start && { before }) };
}

/** A transaction's place in the account's history; null when it is not in it. */
async function findPosition(db: Database, accountId: string, transactionId: string) {
  const { id, createdAt, fromAccountId, toAccountId, status } = ledgerTransactions;
  const isOwn = or(eq(fromAccountId, accountId), eq(toAccountId, accountId));
  const isListed = and(eq(id, transactionId), isOwn, ne(status, "declined"));
  return (await db.select({ id, createdAt }).from(ledgerTransactions).where(isListed).get()) ?? null;
}

/** The top-up has a key of its own, and is no movement: the sandbox alone opens wallets with money in them. */
function topUpStatements(db: Database, request: AccountRequest, now: number) {
  const topUp = openingOf(request, now);
  const { id: transactionId, currency, amountMinor } = topUp;
  return [
    db.insert(ledgerTransactions).values(topUp),
    ...moveMoney(db, { ...acceptedMove(topUp, false), transactionId, currency, amountMinor, now }),
  ] as const;
}

function openingOf(
  { accountId, currency, openingBalanceMinor: amountMinor }: AccountRequest,
  now: number,
): TransactionRow {
  return {
    id: uuidv7(),
    idempotencyKey: `opening:${accountId}`,
    transactionType: "top_up",
    fromAccountId: FLOAT_ACCOUNT_ID,
    toAccountId: accountId,
    ...{ amountMinor, currency, description: "Opening balance", metadata: "{}" },
    ...{ status: "completed", createdAt: now, completedAt: now, declineReason: null, settlesAt: null },
  };
}
