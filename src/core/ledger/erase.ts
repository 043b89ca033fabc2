import { and, eq, inArray, ne, or, sql } from "drizzle-orm";
import type { Database } from "#core/db/client.ts";
import { HAS_REFUND_TEXTS, ledgerSeals, ledgerTransactions, NO_REFUND_TEXTS } from "./schema.ts";

/** Erases the descriptions of a merchant's transactions, and what it has said of refunds. All else is what a ledger has to keep. */
export async function eraseTransactionTexts(
  db: Database,
  merchantId: string,
  limit: number,
): Promise<number> {
  const { id, fromAccountId, toAccountId, description } = ledgerTransactions;
  const isOwn = or(eq(fromAccountId, merchantId), eq(toAccountId, merchantId));
  const described = db
    .select({ id })
    .from(ledgerTransactions)
    .where(and(isOwn, or(ne(description, ""), HAS_REFUND_TEXTS)))
    .limit(limit);
  const ids = (await described).map((row) => row.id);
  if (ids.length === 0) return 0;
  const erased = sql`(SELECT value FROM json_each(${JSON.stringify(ids)}))`;
  // The salt goes too, so that nothing can be learned from the digest that the chain covers.
  await db.batch([
    db
      .update(ledgerSeals)
      .set({ salt: null })
      .where(
        inArray(
          ledgerSeals.number,
          sql`(SELECT number FROM ledger_journal WHERE transaction_id IN ${erased} AND line <= 1)`,
        ),
      ),
    db
      .update(ledgerTransactions)
      .set({
        description: "",
        metadata: NO_REFUND_TEXTS,
      })
      .where(inArray(id, erased)),
  ]);
  return ids.length;
}
