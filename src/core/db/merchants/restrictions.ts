// Reads what an administrator has stopped. Commands must not use a cached value: a stop takes effect at once.
import { and, eq, type SQL, sql } from "drizzle-orm";
import { type Database, orUnavailable, type Shard } from "#core/db/client.ts";
import { prepareOnce } from "#core/db/prepared-statements.ts";
import { counters } from "#core/db/schema/counters.ts";
import { disabledUsers, IS_SUSPENDED, merchants, merchantUsers } from "#core/db/schema/merchants.ts";
import { paymentIntents } from "#core/db/schema/payment-intents.ts";
import { ROLE_WITHOUT_ROW } from "#core/domain/merchants/merchant-user.ts";
import type { Restrictions, RestrictionsKey } from "#core/domain/merchants/restrictions.ts";
import { slottedId } from "#core/domain/shards/shard-ids.ts";
import type { Shards } from "#core/shards/shards.ts";

const UNREAD = "the merchant's restrictions could not be read";

const OF_COUNTER = {
  counterStatus: counters.status,
  canRefund: counters.canRefund,
  readsOwnOnly: counters.readsOwnOnly,
};

const selectRestrictions = prepareOnce((db) => {
  const callerId = sql`caller.id`;
  const [counterId, userId] = [sql.placeholder("counterId"), sql.placeholder("userId")];
  return db
    .select({
      suspendedAt: merchants.suspendedAt,
      refundsStoppedAt: merchants.refundsStoppedAt,
      ...OF_COUNTER,
      disabledAt: disabledUsers.disabledAt,
      enabledAt: disabledUsers.enabledAt,
      role: merchantUsers.role,
    })
    .from(sql`(SELECT ${sql.placeholder("merchantId")} AS id) AS caller`)
    .leftJoin(merchants, eq(merchants.id, callerId))
    .leftJoin(counters, and(eq(counters.merchantId, callerId), eq(counters.id, counterId)))
    .leftJoin(disabledUsers, eq(disabledUsers.userId, userId))
    .leftJoin(merchantUsers, and(eq(merchantUsers.merchantId, callerId), eq(merchantUsers.subject, userId)))
    .prepare();
});

/** One query, which reads at most one row of each table. Throws DependencyError when D1 fails. */
export async function findRestrictionsAtHome(db: Database, key: RestrictionsKey): Promise<Restrictions> {
  const [row] = await orUnavailable(selectRestrictions(db).all({ ...key }), UNREAD);
  if (row === undefined) throw new Error("the query returned no row");
  return restrictionsOf(row);
}

type Row = Awaited<ReturnType<ReturnType<typeof selectRestrictions>["all"]>>[number];

function restrictionsOf(row: Row): Restrictions {
  return {
    isSuspended: row.suspendedAt !== null,
    areRefundsStopped: row.refundsStoppedAt !== null,
    counterStatus: row.counterStatus,
    canRefund: row.canRefund ?? false,
    readsOwnOnly: row.readsOwnOnly ?? false,
    userDisabledAt: row.disabledAt,
    isUserDisabled: row.disabledAt !== null && row.enabledAt === null,
    userRole: row.role ?? ROLE_WITHOUT_ROW,
  };
}

/**
 * A machine's is read where its newest payments are, if that has the merchant: a payment asks nothing of home. A user's is
 * at home.
 */
export async function findRestrictions(shards: Shards, key: RestrictionsKey): Promise<Restrictions> {
  // A random one of the newest cells, so that no single one is asked for all of a merchant's requests.
  const any = slottedId(crypto.randomUUID(), key.merchantId);
  const [newest = shards.home] = key.userId === null ? shards.of(any) : [];
  const copied = newest === shards.home ? null : await findCopiedRestrictions(newest, key);
  return copied ?? (await findRestrictionsAtHome(shards.home, key));
}

const selectCopied = prepareOnce((db) => {
  const { suspendedAt, refundsStoppedAt } = merchants;
  const isCounter = and(eq(counters.merchantId, merchants.id), eq(counters.id, sql.placeholder("counterId")));
  return db
    .select({ suspendedAt, refundsStoppedAt, ...OF_COUNTER })
    .from(merchants)
    .leftJoin(counters, isCounter)
    .where(eq(merchants.id, sql.placeholder("merchantId")))
    .prepare();
});

/** Returns null in a cell that lacks the merchant. */
async function findCopiedRestrictions(cell: Shard, key: RestrictionsKey): Promise<Restrictions | null> {
  const [row] = await orUnavailable(selectCopied(cell).all({ ...key }), UNREAD);
  return row === undefined ? null : restrictionsOf({ ...row, disabledAt: null, enabledAt: null, role: null });
}

const selectStopped = prepareOnce((db) =>
  db
    .select({ suspendedAt: merchants.suspendedAt })
    .from(paymentIntents)
    .innerJoin(merchants, eq(merchants.id, paymentIntents.merchantId))
    .where(eq(paymentIntents.id, sql.placeholder("intentId")))
    .prepare(),
);

/** Whether the intent's merchant is suspended. Returns null for an intent that is not in this shard. */
export async function isIntentStopped(shard: Shard, intentId: string): Promise<boolean | null> {
  const [row] = await orUnavailable(selectStopped(shard).all({ intentId }), UNREAD);
  return row === undefined ? null : row.suspendedAt !== null;
}

/** Guards a statement that stores what only a merchant that is not suspended may have. */
export function whereNotSuspended(merchantId: string): SQL {
  return sql`NOT EXISTS (SELECT 1 FROM merchants WHERE id = ${merchantId} AND ${IS_SUSPENDED})`;
}
