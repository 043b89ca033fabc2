// Reads what an administrator has stopped. Commands must not use a cached value: a stop takes effect at once.
import { type SQL, sql } from "drizzle-orm";
import type { CounterStatus } from "../domain/counter.ts";
import { DEFAULT_ROLE, type MerchantRole } from "../domain/merchant-user.ts";
import { DependencyError } from "../domain/ports.ts";
import type { Standing, StandingKey } from "../domain/standing.ts";
import { withinDeadline } from "../lib/deadline.ts";
import type { Database } from "./client.ts";

const TIMEOUT_MS = 5_000;

interface StandingRow {
  suspended_at: number | null;
  refunds_stopped_at: number | null;
  counter_status: CounterStatus | null;
  disabled_at: number | null;
  enabled_at: number | null;
  role: MerchantRole | null;
}

/** One query, which reads at most one row of each table. Throws DependencyError when D1 fails. */
export async function findStanding(db: Database, key: StandingKey): Promise<Standing> {
  const row = await read(() =>
    db.get<StandingRow>(sql`
      SELECT merchants.suspended_at, merchants.refunds_stopped_at, counters.status AS counter_status,
        disabled_users.disabled_at, disabled_users.enabled_at, merchant_users.role
      FROM (SELECT ${key.merchantId} AS id) AS caller
      LEFT JOIN merchants ON merchants.id = caller.id
      LEFT JOIN counters ON counters.merchant_id = caller.id AND counters.id = ${key.counterId}
      LEFT JOIN disabled_users ON disabled_users.user_id = ${key.userId}
      LEFT JOIN merchant_users ON merchant_users.merchant_id = caller.id AND merchant_users.subject = ${key.userId}`),
  );
  return {
    isSuspended: row.suspended_at !== null,
    areRefundsStopped: row.refunds_stopped_at !== null,
    counterStatus: row.counter_status,
    userDisabledAt: row.disabled_at,
    isUserDisabled: row.disabled_at !== null && row.enabled_at === null,
    userRole: row.role ?? DEFAULT_ROLE,
  };
}

/** Whether the intent's merchant is suspended. False for an unknown intent. */
export async function isIntentStopped(db: Database, intentId: string): Promise<boolean> {
  const row = await read(() =>
    db.get<{ found: 0 | 1 }>(sql`
      SELECT EXISTS (SELECT 1 FROM payment_intents JOIN merchants ON merchants.id = payment_intents.merchant_id
        WHERE payment_intents.id = ${intentId} AND merchants.suspended_at IS NOT NULL) AS found`),
  );
  return row.found === 1;
}

/** For a statement that stores what only a merchant that is not suspended may have. */
export function isNotSuspended(merchantId: string): SQL {
  return sql`NOT EXISTS (SELECT 1 FROM merchants WHERE id = ${merchantId} AND suspended_at IS NOT NULL)`;
}

async function read<T>(query: () => Promise<T>): Promise<T> {
  try {
    return await withinDeadline(query(), TIMEOUT_MS);
  } catch (error) {
    throw new DependencyError("database", "the merchant's standing could not be read", { cause: error });
  }
}
