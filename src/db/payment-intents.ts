import { and, desc, eq, gt, lte, sql } from "drizzle-orm";
import type { PaymentIntent } from "../domain/payment-intent.ts";
import type { Database } from "./client.ts";
import { paymentIntents } from "./schema.ts";

const APPROVALS_SHOWN_MAX = 100;

/** For the object that owns the intent, and for it alone: others see one merchant's intents. */
export async function findIntent(db: Database, intentId: string): Promise<PaymentIntent | null> {
  return (await db.select().from(paymentIntents).where(eq(paymentIntents.id, intentId)).get()) ?? null;
}

/** Newest first. */
export async function listIntents(
  db: Database,
  merchantId: string,
  page: number,
  limit: number,
): Promise<PaymentIntent[]> {
  return await db
    .select()
    .from(paymentIntents)
    .where(eq(paymentIntents.merchantId, merchantId))
    .orderBy(desc(paymentIntents.createdAt), desc(paymentIntents.id))
    .limit(limit)
    .offset((page - 1) * limit);
}

/** Open intents of any merchant whose deadline has passed, after a cursor, so that a stuck one starves no other. */
export function overdueIntentsQuery(
  db: Database,
  now: number,
  after: { expiresAt: number; id: string },
  limit: number,
) {
  const { expiresAt, id } = paymentIntents;
  return db
    .select({ id, expiresAt })
    .from(paymentIntents)
    .where(
      and(
        sql`status IN ('pending', 'pending_approval')`,
        lte(expiresAt, now),
        sql`(${expiresAt}, ${id}) > (${after.expiresAt}, ${after.id})`,
      ),
    )
    .orderBy(expiresAt, id)
    .limit(limit);
}

/** What waits for this wallet's answer, of any merchant, newest first. */
export async function listApprovals(db: Database, walletId: string, now: number): Promise<PaymentIntent[]> {
  return await db
    .select()
    .from(paymentIntents)
    .where(
      and(
        eq(paymentIntents.targetWalletId, walletId),
        sql`status = 'pending_approval'`,
        gt(paymentIntents.expiresAt, now),
      ),
    )
    .orderBy(desc(paymentIntents.createdAt), desc(paymentIntents.id))
    .limit(APPROVALS_SHOWN_MAX);
}
