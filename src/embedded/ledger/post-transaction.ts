import { eq, inArray } from "drizzle-orm";
import { v7 as uuidv7 } from "uuid";
import type { Database } from "../../db/client.ts";
import type { DeclineReason } from "../../domain/ledger.ts";
import { readViolation } from "./constraints.ts";
import { moveMoney } from "./move-money.ts";
import type { TransactionRow } from "./present.ts";
import type { TransactionRequest } from "./requests.ts";
import { ledgerAccounts, ledgerTransactions } from "./schema.ts";
import { CLEARING_ACCOUNT } from "./system-accounts.ts";

/** Refunds take a moment to settle, as at a real ledger. */
export const SETTLEMENT_DELAY_SECONDS = 2;

export interface Posting {
  /** What stands under the key, a decline too; `isNew` when this very call put it there. */
  transaction: TransactionRow;
  isNew: boolean;
}

/** The key decides: whatever stands under it first is the answer for ever. Null when it belongs to another request. */
export async function postTransaction(
  db: Database,
  idempotencyKey: string,
  request: TransactionRequest,
  now: number,
): Promise<Posting | null> {
  const [sameKey, accounts] = await db.batch([
    selectByKey(db, idempotencyKey),
    db
      .select()
      .from(ledgerAccounts)
      .where(inArray(ledgerAccounts.id, [request.fromAccountId, request.toAccountId])),
  ]);
  const [existing] = sameKey;
  if (existing) return isSameRequest(existing, request) ? { transaction: existing, isNew: false } : null;

  const draft = { ...newTransaction(request, now), id: uuidv7(), idempotencyKey };
  const refusal = findRefusal(request, accounts) ?? (await tryToMove(db, draft));
  if (refusal) await recordDecline(db, draft, refusal);

  const [transaction] = await selectByKey(db, idempotencyKey);
  if (!transaction) throw new Error("the transaction just written is not there");
  return isSameRequest(transaction, request) ? { transaction, isNew: transaction.id === draft.id } : null;
}

function selectByKey(db: Database, idempotencyKey: string) {
  return db.select().from(ledgerTransactions).where(eq(ledgerTransactions.idempotencyKey, idempotencyKey));
}

function newTransaction(
  request: TransactionRequest,
  now: number,
): Omit<TransactionRow, "id" | "idempotencyKey"> {
  const isRefund = request.transactionType === "refund";
  return {
    ...request,
    status: isRefund ? "pending" : "completed",
    declineReason: null,
    createdAt: now,
    completedAt: isRefund ? null : now,
    settlesAt: isRefund ? now + SETTLEMENT_DELAY_SECONDS * 1000 : null,
  };
}

function isSameRequest(row: TransactionRow, request: TransactionRequest): boolean {
  return Object.entries(request).every(([name, value]) => row[name as keyof TransactionRequest] === value);
}

/** What no later credit can change. Merchants hold any currency and are opened by their first credit; wallets are not. */
function findRefusal(
  request: TransactionRequest,
  accounts: (typeof ledgerAccounts.$inferSelect)[],
): DeclineReason | null {
  const walletId = request.transactionType === "payment" ? request.fromAccountId : request.toAccountId;
  if (!accounts.some(({ id }) => id === walletId)) return "account_not_found";
  const isMismatch = accounts.some(({ currency }) => currency !== null && currency !== request.currency);
  return isMismatch ? "currency_mismatch" : null;
}

/** A refund leaves the merchant at once, into clearing: it cannot be spent while it is pending. */
async function tryToMove(db: Database, transaction: TransactionRow): Promise<DeclineReason | null> {
  const toAccountId = transaction.status === "pending" ? CLEARING_ACCOUNT : transaction.toAccountId;
  const move = { ...transaction, toAccountId, transactionId: transaction.id, firstLine: 1 };
  try {
    await db.batch([
      db.insert(ledgerTransactions).values(transaction),
      ...moveMoney(db, { ...move, now: transaction.createdAt }),
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
  await db
    .insert(ledgerTransactions)
    .values({ ...draft, status: "declined", declineReason, completedAt: null, settlesAt: null })
    .onConflictDoNothing({ target: ledgerTransactions.idempotencyKey });
}
