import { asc, eq, lte } from "drizzle-orm";
import type { Database } from "#core/db/client.ts";
import { log } from "#core/lib/log.ts";
import type { ContractTransaction } from "#core/wire/payment-intents/ledger-contract.ts";
import { moveMoney } from "./move-money.ts";
import { presentTransaction } from "./present.ts";
import { settlementMove } from "./rules.ts";
import { ledgerTransactions, readViolation, type TransactionRow } from "./schema.ts";

/** Settles the transaction if it is due and returns it, a decline too; null when it does not exist. Safe to repeat. */
export async function settleIfDue(
  db: Database,
  value: string,
  now: number,
  named: "id" | "idempotencyKey" = "id",
): Promise<ContractTransaction | null> {
  const isNamed = eq(ledgerTransactions[named], value);
  const transaction = await db.select().from(ledgerTransactions).where(isNamed).get();
  if (!transaction) return null;
  if (transaction.settlesAt === null || transaction.settlesAt > now) return presentTransaction(transaction);
  return presentTransaction(await settle(db, transaction, now));
}

/** Settles due transactions, the longest overdue first, and returns them. One failure does not stop the rest. */
export async function settleDue(db: Database, now: number, limit = 50): Promise<ContractTransaction[]> {
  const due = await db
    .select({ id: ledgerTransactions.id })
    .from(ledgerTransactions)
    .where(lte(ledgerTransactions.settlesAt, now))
    .orderBy(asc(ledgerTransactions.settlesAt))
    .limit(limit);
  const settled: ContractTransaction[] = [];
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

/** Lines 3 and 4 can exist only once, so when two callers settle concurrently, one changes nothing. */
async function settle(db: Database, transaction: TransactionRow, now: number): Promise<TransactionRow> {
  const { id: transactionId, currency, amountMinor } = transaction;
  const move = { ...settlementMove(transaction), transactionId, currency, amountMinor, now };
  const isThis = eq(ledgerTransactions.id, transactionId);
  const settled = { status: "completed", completedAt: now, settlesAt: null } as const;
  try {
    await db.batch([...moveMoney(db, move), db.update(ledgerTransactions).set(settled).where(isThis)]);
    return { ...transaction, ...settled };
  } catch (error) {
    readViolation(error, ["already_moved"]);
    return (await db.select().from(ledgerTransactions).where(isThis).get()) ?? transaction;
  }
}
