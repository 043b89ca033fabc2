// The intents of a wallet.
import { and, asc, eq, gt, inArray, sql } from "drizzle-orm";
import type { Database, Shard } from "#core/db/client.ts";
import { IS_OPEN, IS_PENDING_APPROVAL, paymentIntents } from "#core/db/schema/payment-intents.ts";
import { walletIntents } from "#core/db/schema/wallet.ts";
import type { PaymentIntent } from "#core/domain/payment-intents/payment-intent.ts";

/** Returns intents by id, whatever merchant they are of. */
export async function readIntents(db: Shard, ids: readonly string[]): Promise<Map<string, PaymentIntent>> {
  const isNamed = inArray(paymentIntents.id, sql`(SELECT value FROM json_each(${JSON.stringify(ids)}))`);
  const found = await db.select().from(paymentIntents).where(isNamed);
  return new Map(found.map((intent) => [intent.id, intent]));
}

/** Requests for approval that are open, or that nobody has closed since their deadline. */
export async function listOpenRequests(db: Shard, walletId: string): Promise<PaymentIntent[]> {
  return await db
    .select()
    .from(paymentIntents)
    .where(and(eq(paymentIntents.targetWalletId, walletId), IS_PENDING_APPROVAL));
}

/** Notes a payment whose result is not known yet. Safe to repeat. */
export async function noteUnderWay(db: Database, walletId: string, intentId: string): Promise<void> {
  await db.insert(walletIntents).values({ walletId, intentId }).onConflictDoNothing();
}

/** Which of these notes are open still: D1 does not say whether the payment is. */
export async function listOpen(db: Shard, ids: readonly string[]): Promise<string[]> {
  const { id } = paymentIntents;
  const isNamed = inArray(id, sql`(SELECT value FROM json_each(${JSON.stringify(ids)}))`);
  const rows = await db.select({ id }).from(paymentIntents).where(and(isNamed, IS_OPEN));
  return rows.map((row) => row.id);
}

/** The ids after this one, in order. */
export async function listNotedAfter(
  db: Database,
  walletId: string,
  after: string,
  limit: number,
): Promise<string[]> {
  const { intentId } = walletIntents;
  const rows = await db
    .select({ intentId })
    .from(walletIntents)
    .where(and(eq(walletIntents.walletId, walletId), gt(intentId, after)))
    .orderBy(asc(intentId))
    .limit(limit);
  return rows.map((row) => row.intentId);
}
