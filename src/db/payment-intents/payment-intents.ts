import { and, desc, eq, gt, lte, sql } from "drizzle-orm";
import type { PaymentIntent } from "../../domain/payment-intent.ts";
import type { Place } from "../client.ts";
import { prepareOnce } from "../prepared-statements.ts";
import { IS_SUSPENDED } from "../schema/merchants.ts";
import {
  IS_OPEN,
  IS_PENDING_APPROVAL,
  IS_REFUND_PENDING,
  paymentIntents,
} from "../schema/payment-intents.ts";

export const APPROVALS_SHOWN_MAX = 100;

const selectById = prepareOnce((db) =>
  db
    .select()
    .from(paymentIntents)
    .where(eq(paymentIntents.id, sql.placeholder("intentId")))
    .prepare(),
);

/** Only for the object that owns the intent; all other reads are limited to one merchant. */
export async function findIntent(db: Place, intentId: string): Promise<PaymentIntent | null> {
  return (await selectById(db).get({ intentId })) ?? null;
}

const selectOverdue = prepareOnce((db) => {
  const { expiresAt, id } = paymentIntents;
  const isAfter = sql`(${expiresAt}, ${id}) > (${sql.placeholder("expiresAt")}, ${sql.placeholder("id")})`;
  return db
    .select({ id, expiresAt })
    .from(paymentIntents)
    .where(and(IS_OPEN, lte(expiresAt, sql.placeholder("now")), isAfter))
    .orderBy(expiresAt, id)
    .limit(sql.placeholder("limit"))
    .prepare();
});

/** Open intents of any merchant past their deadline. The cursor passes those that stay open because of a failure. */
export async function listOverdueIntents(
  db: Place,
  now: number,
  after: { expiresAt: number; id: string },
  limit: number,
): Promise<{ id: string; expiresAt: number }[]> {
  return await selectOverdue(db).all({ ...after, now, limit });
}

const selectRefundsUnderWay = prepareOnce((db) => {
  const { id, updatedAt } = paymentIntents;
  const isAfter = sql`(${updatedAt}, ${id}) > (${sql.placeholder("updatedAt")}, ${sql.placeholder("id")})`;
  return db
    .select({ id, updatedAt })
    .from(paymentIntents)
    .where(and(IS_REFUND_PENDING, lte(updatedAt, sql.placeholder("changedBefore")), isAfter))
    .orderBy(updatedAt, id)
    .limit(sql.placeholder("limit"))
    .prepare();
});

/** Intents of any merchant whose refund is under way and has not changed since then, the oldest change first. */
export async function listRefundsUnderWay(
  db: Place,
  changedBefore: number,
  after: { updatedAt: number; id: string },
  limit: number,
): Promise<{ id: string; updatedAt: number }[]> {
  return await selectRefundsUnderWay(db).all({ ...after, changedBefore, limit });
}

/** Intents of any merchant that wait for this wallet's approval, newest first; not those of suspended merchants. */
export async function listApprovals(db: Place, walletId: string, now: number): Promise<PaymentIntent[]> {
  return await db
    .select()
    .from(paymentIntents)
    .where(
      and(
        eq(paymentIntents.targetWalletId, walletId),
        IS_PENDING_APPROVAL,
        gt(paymentIntents.expiresAt, now),
        sql`NOT EXISTS (SELECT 1 FROM merchants INDEXED BY merchants_suspended
          WHERE merchants.id = ${paymentIntents.merchantId} AND ${IS_SUSPENDED})`,
      ),
    )
    .orderBy(desc(paymentIntents.createdAt), desc(paymentIntents.id))
    .limit(APPROVALS_SHOWN_MAX);
}
