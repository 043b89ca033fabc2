// Reads what an administrator has stopped. Commands must not use a cached value: a stop takes effect at once.
import { and, eq, isNotNull, type SQL, sql } from "drizzle-orm";
import { DependencyError } from "../../domain/dependency-error.ts";
import { roleWithoutRow } from "../../domain/merchant-user.ts";
import type { Standing, StandingKey } from "../../domain/standing.ts";
import { withinDeadline } from "../../lib/deadline.ts";
import type { Database } from "../client.ts";
import { prepareOnce } from "../prepared-statements.ts";
import { counters } from "../schema/counters.ts";
import { disabledUsers, IS_SUSPENDED, merchants, merchantUsers } from "../schema/merchants.ts";
import { paymentIntents } from "../schema/payment-intents.ts";

const TIMEOUT_MS = 5_000;

const selectStanding = prepareOnce((db) => {
  const callerId = sql`caller.id`;
  const [counterId, userId] = [sql.placeholder("counterId"), sql.placeholder("userId")];
  return db
    .select({
      merchantId: merchants.id,
      ownersCompleteAt: merchants.ownersCompleteAt,
      suspendedAt: merchants.suspendedAt,
      refundsStoppedAt: merchants.refundsStoppedAt,
      counterStatus: counters.status,
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
export async function findStanding(db: Database, key: StandingKey): Promise<Standing> {
  const [row] = await readRows(selectStanding(db).all({ ...key }));
  if (row === undefined) throw new Error("the query returned no row");
  return {
    isSuspended: row.suspendedAt !== null,
    areRefundsStopped: row.refundsStoppedAt !== null,
    counterStatus: row.counterStatus,
    userDisabledAt: row.disabledAt,
    isUserDisabled: row.disabledAt !== null && row.enabledAt === null,
    userRole: row.role ?? roleWithoutRow(row.merchantId === null ? null : row),
  };
}

const selectStopped = prepareOnce((db) =>
  db
    .select({ id: merchants.id })
    .from(paymentIntents)
    .innerJoin(merchants, eq(merchants.id, paymentIntents.merchantId))
    .where(and(eq(paymentIntents.id, sql.placeholder("intentId")), isNotNull(merchants.suspendedAt)))
    .prepare(),
);

/** Whether the intent's merchant is suspended. False for an unknown intent. */
export async function isIntentStopped(db: Database, intentId: string): Promise<boolean> {
  const rows = await readRows(selectStopped(db).all({ intentId }));
  return rows.length > 0;
}

/** For a statement that stores what only a merchant that is not suspended may have. */
export function isNotSuspended(merchantId: string): SQL {
  return sql`NOT EXISTS (SELECT 1 FROM merchants WHERE id = ${merchantId} AND ${IS_SUSPENDED})`;
}

async function readRows<Row>(rows: Promise<Row[]>): Promise<Row[]> {
  try {
    return await withinDeadline(rows, TIMEOUT_MS);
  } catch (error) {
    throw new DependencyError("database", "the merchant's standing could not be read", { cause: error });
  }
}
