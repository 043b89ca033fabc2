import { and, desc, eq, getTableColumns, gt, lte, type SQL, sql } from "drizzle-orm";
import type { Shard } from "#core/db/client.ts";
import { prepareOnce } from "#core/db/prepared-statements.ts";
import { IS_SUSPENDED } from "#core/db/schema/merchants.ts";
import {
  IS_OPEN,
  IS_PENDING_APPROVAL,
  IS_REFUND_PENDING,
  paymentIntents,
} from "#core/db/schema/payment-intents.ts";
import type { DrawnIntent, PaymentIntent } from "#core/domain/payment-intents/payment-intent.ts";
import { HOME } from "#core/domain/shards/cells.ts";

export const APPROVALS_SHOWN_MAX = 100;

const selectById = prepareOnce((db) =>
  db
    .select()
    .from(paymentIntents)
    .where(eq(paymentIntents.id, sql.placeholder("intentId")))
    .prepare(),
);

/** Serves the object that owns the intent alone; all other reads are limited to one merchant. */
export async function findIntent(db: Shard, intentId: string): Promise<PaymentIntent | null> {
  return (await selectById(db).get({ intentId })) ?? null;
}

const IS_MERCHANT_SUSPENDED = sql<number | null>`(SELECT suspended_at IS NOT NULL FROM merchants
  WHERE merchants.id = payment_intents.merchant_id)`;

const LOGO_HASH = sql<string | null>`(SELECT hash FROM merchant_logos
  WHERE merchant_logos.merchant_id = payment_intents.merchant_id)`;

const selectWithRestrictions = prepareOnce((db) =>
  db
    .select({ ...getTableColumns(paymentIntents), isSuspended: IS_MERCHANT_SUSPENDED })
    .from(paymentIntents)
    .where(eq(paymentIntents.id, sql.placeholder("intentId")))
    .prepare(),
);

const selectWithShop = prepareOnce((home) =>
  home
    .select({ ...getTableColumns(paymentIntents), isSuspended: IS_MERCHANT_SUSPENDED, logoHash: LOGO_HASH })
    .from(paymentIntents)
    .where(eq(paymentIntents.id, sql.placeholder("intentId")))
    .prepare(),
);

export type SeenShop = Pick<DrawnIntent, "isSuspended" | "logoHash">;

/** Says as well whether its merchant is suspended, and at home, which has the logos, which is the merchant's. */
export async function findIntentWithShop(
  db: Shard,
  intentId: string,
): Promise<{ intent: PaymentIntent; shop: SeenShop } | null> {
  const select = db.name === HOME ? selectWithShop : selectWithRestrictions;
  const found = await select(db).get({ intentId });
  if (found === undefined) return null;
  const { isSuspended, logoHash, ...intent }: typeof found & { logoHash?: string | null } = found;
  return { intent, shop: { isSuspended: isSuspended === 1, ...(logoHash !== undefined && { logoHash }) } };
}

/** Open intents past their deadline. The position passes those that stay open because of a failure. */
export const listOverdueIntents = listerBy("expiresAt", IS_OPEN);
/** Intents whose refund is under way and has not changed since then. */
export const listRefundsUnderWay = listerBy("updatedAt", IS_REFUND_PENDING);

type TimePosition<Time extends string> = { id: string } & Record<Time, number>;

/** Lists intents of any merchant whose time is not after `until`, the earliest first, from a position on. */
function listerBy<Time extends "expiresAt" | "updatedAt">(time: Time, isListed: SQL) {
  const { id, [time]: at } = paymentIntents;
  const isAfter = sql`(${at}, ${id}) > (${sql.placeholder(time)}, ${sql.placeholder("id")})`;
  const select = prepareOnce((db) =>
    db
      .select({ id, [time]: at })
      .from(paymentIntents)
      .where(and(isListed, lte(at, sql.placeholder("until")), isAfter))
      .orderBy(at, id)
      .limit(sql.placeholder("limit"))
      .prepare(),
  );
  return async (db: Shard, until: number, after: TimePosition<Time>, limit: number) =>
    (await select(db).all({ ...after, until, limit })) as unknown[] as TimePosition<Time>[];
}

/** Intents of any merchant that wait for this wallet's approval, newest first; not those of suspended merchants. */
export async function listApprovals(db: Shard, walletId: string, now: number): Promise<PaymentIntent[]> {
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
