import { and, eq, inArray, ne, or } from "drizzle-orm";
import type { Database } from "../db/client.ts";
import { ledgerTransactions } from "./schema.ts";

/** Erases the descriptions of a merchant's transactions. All else is what a ledger has to keep. */
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
    .where(and(isOwn, ne(description, "")))
    .limit(limit);
  const erased = await db
    .update(ledgerTransactions)
    .set({ description: "" })
    .where(inArray(id, described))
    .returning({ id });
  return erased.length;
}
