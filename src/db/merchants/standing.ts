// Reads what an administrator has stopped. Commands must not use a cached value: a stop takes effect at once.
import { type SQL, sql } from "drizzle-orm";
import type { CounterStatus } from "../../domain/counter.ts";
import { DependencyError } from "../../domain/dependency-error.ts";
import { DEFAULT_ROLE, type MerchantRole } from "../../domain/merchant-user.ts";
import type { Standing, StandingKey } from "../../domain/standing.ts";
import { withinDeadline } from "../../lib/deadline.ts";
import type { Database } from "../client.ts";
import { prepareOnce } from "../prepared-statements.ts";

const TIMEOUT_MS = 5_000;

interface StandingRow {
  suspended_at: number | null;
  refunds_stopped_at: number | null;
  counter_status: CounterStatus | null;
  disabled_at: number | null;
  enabled_at: number | null;
  role: MerchantRole | null;
}

const selectStanding = prepareOnce((db) =>
  db.$client.prepare(`
    SELECT merchants.suspended_at, merchants.refunds_stopped_at, counters.status AS counter_status,
      disabled_users.disabled_at, disabled_users.enabled_at, merchant_users.role
    FROM (SELECT ? AS id) AS caller
    LEFT JOIN merchants ON merchants.id = caller.id
    LEFT JOIN counters ON counters.merchant_id = caller.id AND counters.id = ?
    LEFT JOIN disabled_users ON disabled_users.user_id = ?
    LEFT JOIN merchant_users ON merchant_users.merchant_id = caller.id AND merchant_users.subject = ?`),
);

/** One query, which reads at most one row of each table. Throws DependencyError when D1 fails. */
export async function findStanding(
  db: Database,
  { merchantId, counterId, userId }: StandingKey,
): Promise<Standing> {
  const row = await readRow<StandingRow>(selectStanding(db).bind(merchantId, counterId, userId, userId));
  return {
    isSuspended: row.suspended_at !== null,
    areRefundsStopped: row.refunds_stopped_at !== null,
    counterStatus: row.counter_status,
    userDisabledAt: row.disabled_at,
    isUserDisabled: row.disabled_at !== null && row.enabled_at === null,
    userRole: row.role ?? DEFAULT_ROLE,
  };
}

const selectStopped = prepareOnce((db) =>
  db.$client.prepare(`
    SELECT EXISTS (SELECT 1 FROM payment_intents JOIN merchants ON merchants.id = payment_intents.merchant_id
      WHERE payment_intents.id = ? AND merchants.suspended_at IS NOT NULL) AS found`),
);

/** Whether the intent's merchant is suspended. False for an unknown intent. */
export async function isIntentStopped(db: Database, intentId: string): Promise<boolean> {
  const { found } = await readRow<{ found: 0 | 1 }>(selectStopped(db).bind(intentId));
  return found === 1;
}

/** For a statement that stores what only a merchant that is not suspended may have. */
export function isNotSuspended(merchantId: string): SQL {
  return sql`NOT EXISTS (SELECT 1 FROM merchants WHERE id = ${merchantId} AND suspended_at IS NOT NULL)`;
}

/** Of a statement that always returns one row. */
async function readRow<Row>(statement: D1PreparedStatement): Promise<Row> {
  try {
    const { results } = await withinDeadline(statement.all<Row>(), TIMEOUT_MS);
    const [row] = results;
    if (row === undefined) throw new Error("the query returned no row");
    return row;
  } catch (error) {
    throw new DependencyError("database", "the merchant's standing could not be read", { cause: error });
  }
}
