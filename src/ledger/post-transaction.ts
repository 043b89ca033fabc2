import { eq, inArray } from "drizzle-orm";
import { v7 as uuidv7 } from "uuid";
import type { Database } from "../db/client.ts";
import type { DeclineReason } from "../domain/ledger.ts";
import type { StageFault } from "../domain/stage.ts";
import { type FindGrant, openAccount } from "./accounts.ts";
import { moveMoney, takeNumber } from "./move-money.ts";
import type { TransactionRequest } from "./requests.ts";
import {
  acceptedMove,
  DECLINE_LINE,
  findRefusal,
  isMovement,
  isPending,
  requiredAccount,
  SETTLEMENT_DELAY_SECONDS,
} from "./rules.ts";
import { ledgerAccounts, ledgerTransactions, readViolation, type TransactionRow } from "./schema.ts";

export interface Posting {
  /** The transaction stored under the key; it may be a decline. */
  transaction: TransactionRow;
  /** True when this call stored it. */
  isNew: boolean;
  /** True when the merchant wants to see a ledger that responds too late. */
  isSlow: boolean;
}

/** Finds what a merchant wants to see go wrong. */
export type FindFaults = (merchantId: string, now: number) => Promise<readonly { fault: StageFault }[]>;

interface PostingDeps {
  db: Database;
  findFaults: FindFaults;
  findGrant: FindGrant;
  settlesAtOnce: boolean;
}

/** The first transaction under a key is the result of every later call. Null when its request differed. */
export async function postTransaction(
  { db, findFaults, findGrant, settlesAtOnce }: PostingDeps,
  idempotencyKey: string,
  request: TransactionRequest,
  now: number,
): Promise<Posting | null> {
  const isPayment = request.transactionType === "payment";
  const merchantId = isPayment ? request.toAccountId : request.fromAccountId;
  const [[sameKey, known], faults] = await Promise.all([
    db.batch([transactionUnder(db, idempotencyKey), accountsOf(db, request)]),
    isMovement(request.transactionType) ? [] : findFaults(merchantId, now),
  ]);
  const hasFault = (name: StageFault) => faults.some(({ fault }) => fault === name);
  const [existing] = sameKey;
  if (existing)
    return isSameRequest(existing, request) ? { transaction: existing, isNew: false, isSlow: false } : null;

  const isOpened = await openGranted(db, findGrant, requiredAccount(request), known);
  const accounts = isOpened ? await accountsOf(db, request) : known;
  const draft = { ...newTransaction(request, settlesAtOnce, now), id: uuidv7(), idempotencyKey };
  const isOutOfMoney = hasFault(isPayment ? "wallet_empty" : "refund_refused");
  const simulated = isOutOfMoney ? "insufficient_funds" : null;
  const refusal = findRefusal(request, accounts) ?? simulated ?? (await tryToMove(db, draft));
  if (refusal) await recordDecline(db, draft, refusal);

  const [transaction] = await transactionUnder(db, idempotencyKey);
  if (!transaction) throw new Error("the stored transaction was not found");
  const isNew = transaction.id === draft.id;
  const isSlow = isNew && hasFault("ledger_slow");
  return isSameRequest(transaction, request) ? { transaction, isNew, isSlow } : null;
}

/** Declines for ever what has not been executed under the key. Null when that was another request. */
export async function voidKey(
  db: Database,
  idempotencyKey: string,
  request: TransactionRequest,
  now: number,
): Promise<TransactionRow | null> {
  const ended = { ...newTransaction(request, true, now), idempotencyKey, id: uuidv7() };
  await recordDecline(db, ended, "not_executed");
  const [transaction] = await transactionUnder(db, idempotencyKey);
  if (!transaction) throw new Error("the stored transaction was not found");
  return isSameRequest(transaction, request) ? transaction : null;
}

function transactionUnder(db: Database, idempotencyKey: string) {
  return db.select().from(ledgerTransactions).where(eq(ledgerTransactions.idempotencyKey, idempotencyKey));
}

function accountsOf(db: Database, { fromAccountId, toAccountId }: TransactionRequest) {
  return db
    .select()
    .from(ledgerAccounts)
    .where(inArray(ledgerAccounts.id, [fromAccountId, toAccountId]));
}

/** Safe to repeat. False when there is nothing to open: the account is there, or no money waits for it. */
async function openGranted(
  db: Database,
  findGrant: FindGrant,
  accountId: string,
  known: readonly { id: string }[],
): Promise<boolean> {
  if (known.some(({ id }) => id === accountId)) return false;
  const grant = await findGrant(accountId);
  if (grant === null) return false;
  const { currency, balanceMinor: openingBalanceMinor, createdAt } = grant;
  // When it was given, which is before all that is done with it.
  await openAccount(db, { accountId, currency, openingBalanceMinor }, createdAt);
  return true;
}

function newTransaction(
  request: TransactionRequest,
  settlesAtOnce: boolean,
  now: number,
): Omit<TransactionRow, "id" | "idempotencyKey"> {
  const isHeld = isPending(request, settlesAtOnce);
  return {
    ...request,
    status: isHeld ? "pending" : "completed",
    declineReason: null,
    createdAt: now,
    completedAt: isHeld ? null : now,
    settlesAt: isHeld ? now + SETTLEMENT_DELAY_SECONDS * 1000 : null,
  };
}

function isSameRequest(row: TransactionRow, request: TransactionRequest): boolean {
  return Object.entries(request).every(([name, value]) => row[name as keyof TransactionRequest] === value);
}

async function tryToMove(db: Database, transaction: TransactionRow): Promise<DeclineReason | null> {
  const { id: transactionId, currency, amountMinor, createdAt: now } = transaction;
  const accepted = acceptedMove(transaction, transaction.status === "pending");
  try {
    await db.batch([
      db.insert(ledgerTransactions).values(transaction),
      ...moveMoney(db, { ...accepted, transactionId, currency, amountMinor, now }),
    ]);
    return null;
  } catch (error) {
    const violation = readViolation(error, ["balance_not_covered", "key_already_used"]);
    return violation === "balance_not_covered" ? "insufficient_funds" : null;
  }
}

async function recordDecline(
  db: Database,
  draft: TransactionRow,
  declineReason: DeclineReason,
): Promise<void> {
  const decline = {
    ...draft,
    status: "declined",
    declineReason,
    completedAt: null,
    settlesAt: null,
  } as const;
  const { idempotencyKey: target } = ledgerTransactions;
  await db.batch([
    db.insert(ledgerTransactions).values(decline).onConflictDoNothing({ target }),
    takeNumber(db, draft.id, DECLINE_LINE),
  ]);
}
