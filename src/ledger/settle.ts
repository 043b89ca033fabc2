import { asc, eq, lte } from "drizzle-orm";
import type { Database } from "../db/client.ts";
import { log } from "../lib/log.ts";
import { moveMoney } from "./move-money.ts";
import { type LedgerTransactionJson, presentTransaction } from "./present.ts";
import { settlementMove } from "./rules.ts";
import { ledgerTransactions, readViolation, type TransactionRow } from "./schema.ts";

/** Settles the transaction if it is due and returns it; null when it does not exist. Safe to repeat. */
export async function settleIfDue(
  db: Database,
  transactionId: string,
  now: number,
): Promise<LedgerTransactionJson | null> {
  const transaction = await findTransaction(db, transactionId);
  if (!transaction) return null;
  if (transaction.settlesAt === null || transaction.settlesAt > now) return presentTransaction(transaction);
  await settle(db, transaction, now);
  const settled = await findTransaction(db, transactionId);
  return settled ? presentTransaction(settled) : null;
}

/** The same for the transaction under an idempotency key, which may be a decline. */
export async function settleIfDueByKey(
  db: Database,
  idempotencyKey: string,
  now: number,
): Promise<LedgerTransactionJson | null> {
  const [row] = await db
    .select({ id: ledgerTransactions.id })
    .from(ledgerTransactions)
    .where(eq(ledgerTransactions.idempotencyKey, idempotencyKey));
  return row === undefined ? null : await settleIfDue(db, row.id, now);
}

/** Settles due transactions, the longest overdue first, and returns them. One failure does not stop the rest. */
export async function settleDue(db: Database, now: number, limit = 50): Promise<LedgerTransactionJson[]> {
  const due = await db
    .select({ id: ledgerTransactions.id })
    .from(ledgerTransactions)
    .where(lte(ledgerTransactions.settlesAt, now))
    .orderBy(asc(ledgerTransactions.settlesAt))
    .limit(limit);
  const settled: LedgerTransactionJson[] = [];
  for (const { id } of due) {
    try {
      const transaction = await settleIfDue(db, id, now);
      if (transaction) settled.push(transaction);
    } catch (error) {
      log("error", "ledger_settlement_failed", { transactionId: id, error });
    }
  }
  return settled;
}

function findTransaction(db: Database, id: string): Promise<TransactionRow | undefined> {
  return db.select().from(ledgerTransactions).where(eq(ledgerTransactions.id, id)).get();
}

/** Lines 3 and 4 can exist only once, so when two callers settle concurrently, one changes nothing. */
async function settle(db: Database, transaction: TransactionRow, now: number): Promise<void> {
  const { id: transactionId, currency, amountMinor } = transaction;
  const move = { ...settlementMove(transaction), transactionId, currency, amountMinor, now };
  try {
    await db.batch([
      ...moveMoney(db, move),
      db
        .update(ledgerTransactions)
        .set({ status: "completed", completedAt: now, settlesAt: null })
        .where(eq(ledgerTransactions.id, transaction.id)),
    ]);
  } catch (error) {
    readViolation(error, ["already_moved"]);
  }
}
