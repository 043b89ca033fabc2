// One transaction of the ledger settles one intent or one movement, whose id a claim has. Payments have no index by
// transaction, which each would pay for: only what an administrator records by hand is claimed here.
import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import { type NewAuditEntry, withAuditEntry } from "#core/db/audit/audit-trail.ts";
import type { Database, Shard } from "#core/db/client.ts";
import { claimedTransactions } from "#core/db/schema/operations.ts";
import { BEFORE_ALL, type RowPosition } from "#core/domain/cursor.ts";
import type { PaymentIntent } from "#core/domain/payment-intents/payment-intent.ts";

type Claim = typeof claimedTransactions.$inferSelect;

/** Safe to repeat. Returns false when the transaction is another intent's. */
export async function claimTransaction(
  db: Database,
  claim: Claim,
  entry: NewAuditEntry | null,
): Promise<boolean> {
  const { transactionId, intentId } = claimedTransactions;
  const change = db
    .insert(claimedTransactions)
    .values(claim)
    .onConflictDoUpdate({
      target: transactionId,
      set: { intentId: claim.intentId },
      setWhere: eq(intentId, claim.intentId),
    })
    .returning();
  return (await withAuditEntry(db, change, entry)) !== null;
}

export async function releaseTransaction(db: Database, claim: Claim): Promise<void> {
  const { transactionId, intentId } = claimedTransactions;
  await db
    .delete(claimedTransactions)
    .where(and(eq(transactionId, claim.transactionId), eq(intentId, claim.intentId)));
}

/** Leaves out transactions that were not claimed. */
export async function listClaims(db: Database, transactionIds: readonly string[]): Promise<Claim[]> {
  const isNamed = sql`(SELECT value FROM json_each(${JSON.stringify(transactionIds)}))`;
  return await db
    .select()
    .from(claimedTransactions)
    .where(inArray(claimedTransactions.transactionId, isNamed));
}

/** How many payments one statement looks through: D1 does nothing else meanwhile. */
const SEARCHED_PER_QUERY = 10_000;

/** Whether another intent of the merchant has this transaction here. Reads all its payments: only for what is rare. */
export async function isRecordedElsewhere(
  db: Shard,
  { id, merchantId }: Pick<PaymentIntent, "id" | "merchantId">,
  transactionId: string,
): Promise<boolean> {
  for (let after: RowPosition | undefined = BEFORE_ALL; after !== undefined; ) {
    const next: SQL = sql`SELECT id, created_at AS at, payment_ledger_tx_id, refund_ledger_tx_id FROM payment_intents
      WHERE merchant_id = ${merchantId} AND status = 'completed' AND (created_at, id) > (${after.at}, ${after.id})
      ORDER BY created_at, id LIMIT ${SEARCHED_PER_QUERY}`;
    const found = await db.get<{ id: string } | undefined>(sql`
      SELECT id FROM (${next}) WHERE id <> ${id} AND ${transactionId} IN (payment_ledger_tx_id, refund_ledger_tx_id) LIMIT 1`);
    if (found !== undefined) return true;
    after = await db.get<RowPosition | undefined>(sql`
      SELECT at, id FROM (${next}) LIMIT 1 OFFSET ${SEARCHED_PER_QUERY - 1}`);
  }
  return false;
}
