// What GET /metrics shows of a shard as it is now, in one statement. Counts end at COUNTED_MAX, and all but the sweep's positions
// are read from indexes of unfinished rows: neither the number of intents nor that of events matters.
import { type SQL, sql } from "drizzle-orm";
import type { Database, Shard } from "#core/db/client.ts";
import { IS_OPEN, IS_PENDING_APPROVAL, IS_REFUND_PENDING } from "#core/db/schema/payment-intents.ts";
import {
  HAS_FAILED,
  HAS_NEXT_ATTEMPT,
  HAS_NEXT_PROBE,
  IS_BUS_DUE,
  IS_WAITING,
} from "#core/db/schema/webhooks.ts";
import { uuidSince } from "#core/db/webhooks/time-ordered-id.ts";
import { AGES_SECONDS } from "#core/domain/operations/metrics.ts";

export const COUNTED_MAX = 10_000;
const FAILED_WITHIN_MS = 7 * 24 * 60 * 60_000;

const OPEN = sql`payment_intents INDEXED BY payment_intents_open WHERE ${IS_OPEN}`;
const APPROVALS = sql`payment_intents INDEXED BY payment_intents_approvals WHERE ${IS_PENDING_APPROVAL}`;
const REFUNDS = sql`payment_intents INDEXED BY payment_intents_pending_refunds WHERE ${IS_REFUND_PENDING}`;
const SCHEDULED = sql`events INDEXED BY events_due WHERE ${HAS_NEXT_ATTEMPT}`;
const WAITING = sql`events INDEXED BY events_parked WHERE ${IS_WAITING}`;
const BUS = sql`events INDEXED BY events_bus_due WHERE ${IS_BUS_DUE}`;
const DEGRADED = sql`(SELECT degraded_since FROM webhook_endpoints INDEXED BY webhook_endpoints_probe
  WHERE ${HAS_NEXT_PROBE} ${limit()})`;
const reported = (work: SQL) => sql`unfinished_work INDEXED BY unfinished_work_since WHERE work = ${work}`;
const MOVEMENTS = sql`movements INDEXED BY movements_under_way
  WHERE status IN ('awaiting_approval', 'processing') AND status = 'processing'`;
const UNSEALED = sql`audit_entries INDEXED BY audit_entries_unsealed WHERE sequence IS NULL`;
const PAYMENTS = reported(sql`'payment'`);
const OUTBOXES = reported(sql`'outbox'`);

function shardGaugesAt(now: number) {
  return {
    openIntents: count(OPEN),
    awaitingApproval: count(APPROVALS),
    overdueIntents: count(sql`${OPEN} AND expires_at <= ${now}`),
    oldestOverdueAt: first(sql`expires_at`, sql`${OPEN} AND expires_at <= ${now}`),
    dueDeliveries: count(sql`${SCHEDULED} AND next_attempt_at <= ${now}`),
    retriedDeliveries: count(sql`${SCHEDULED} AND next_attempt_at > ${now}`),
    waitingDeliveries: count(WAITING),
    failedDeliveries: failedSince(now - FAILED_WITHIN_MS),
    oldestDueAt: first(sql`next_attempt_at`, sql`${SCHEDULED} AND next_attempt_at <= ${now}`),
    degradedEndpoints: sql<number>`SELECT count(degraded_since) FROM ${DEGRADED}`,
    oldestDegradedAt: sql<number | null>`SELECT min(degraded_since) FROM ${DEGRADED}`,
    unsentBusEvents: count(sql`${BUS} AND bus_due_at <= ${now}`),
    refundsByAge: byAge(sql`updated_at`, REFUNDS, now),
    paymentsByAge: byAge(sql`since`, PAYMENTS, now),
    outboxesByAge: byAge(sql`since`, OUTBOXES, now),
    oldestRefundAt: first(sql`updated_at`, REFUNDS),
    oldestPaymentAt: first(sql`since`, PAYMENTS),
    oldestOutboxAt: first(sql`since`, OUTBOXES),
  };
}

function homeGaugesAt(now: number) {
  const movementsByAge = byAge(sql`created_at`, MOVEMENTS, now);
  return { ...shardGaugesAt(now), movementsByAge };
}

type Values<Queries> = {
  [Name in keyof Queries]: Queries[Name] extends SQL<infer Value> ? Value : never;
};
export type ShardGauges = Values<ReturnType<typeof shardGaugesAt>>;
export type Gauges = Values<ReturnType<typeof homeGaugesAt>>;

export async function readGauges(home: Database, now: number): Promise<Gauges> {
  return await home.get<Gauges>(selectAll(homeGaugesAt(now)));
}

export async function readShardGauges(shard: Shard, now: number): Promise<ShardGauges> {
  return await shard.get<ShardGauges>(selectAll(shardGaugesAt(now)));
}

function selectAll(queries: Record<string, SQL>): SQL {
  const columns = Object.entries(queries).map(([name, query]) => sql`(${query}) AS ${sql.identifier(name)}`);
  return sql`SELECT ${sql.join(columns, sql`, `)}`;
}

/** Whether the sweep has to come back soon: something is open, or is due and nobody else may ever do it. */
export async function hasUnfinished(db: Shard, now: number): Promise<boolean> {
  const unfinished = [OPEN, REFUNDS, sql`${SCHEDULED} AND next_attempt_at <= ${now}`, UNSEALED];
  const isAny = sql.join(
    unfinished.map((rows) => sql`EXISTS (SELECT 1 FROM ${rows})`),
    sql` OR `,
  );
  const row = await db.get<{ isAny: number }>(sql`SELECT ${isAny} AS "isAny"`);
  return row.isAny === 1;
}

function limit(): SQL {
  return sql`LIMIT ${sql.raw(String(COUNTED_MAX))}`;
}

function count(rows: SQL): SQL<number> {
  return sql`SELECT count(*) FROM (SELECT 1 FROM ${rows} ${limit()})`;
}

/** Failed deliveries stay in their index for ever: those of old events are skipped, merchant by merchant. */
function failedSince(createdAt: number): SQL<number> {
  const next = (after: SQL) => sql`(SELECT merchant_id FROM events INDEXED BY events_failed
    WHERE ${HAS_FAILED} AND merchant_id > ${after} ORDER BY merchant_id LIMIT 1)`;
  return sql`
    WITH RECURSIVE shops(id) AS (
      SELECT ${next(sql`''`)} UNION ALL SELECT ${next(sql`shops.id`)} FROM shops WHERE id IS NOT NULL ${limit()})
    SELECT count(*) FROM (
      SELECT 1 FROM shops CROSS JOIN events e INDEXED BY events_failed
      ON e.merchant_id = shops.id AND e.id >= ${uuidSince(createdAt)} WHERE ${HAS_FAILED} ${limit()})`;
}

function first(column: SQL, rows: SQL): SQL<number | null> {
  return sql`SELECT ${column} FROM ${rows} ORDER BY ${column} LIMIT 1`;
}

/** Selects a JSON array: how many are older than each of AGES_SECONDS. Only the oldest rows count, so great ages are exact. */
function byAge(column: SQL, rows: SQL, now: number): SQL<string> {
  const older = AGES_SECONDS.map((age) => sql`count(*) FILTER (WHERE at <= ${now - age * 1000})`);
  return sql`SELECT json_array(${sql.join(older, sql`, `)})
    FROM (SELECT ${column} AS at FROM ${rows} ORDER BY ${column} ${limit()})`;
}
