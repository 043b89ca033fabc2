// Deliveries as merchants see them. They are rows of `events`, whose primary key (merchant_id, id) also gives the order
// newest first, because ids are time-ordered.
import { and, eq, type SQL, sql } from "drizzle-orm";
import type { DeliveryStatus, LoggedAttempt, TargetKind } from "../domain/delivery.ts";
import type { Database } from "./client.ts";
import { CLOCK_SKEW_MS } from "./events.ts";
import { events } from "./schema.ts";
import { uuidSince, uuidSinceSql } from "./time-ordered-id.ts";
import { hasTarget, targetKind, targetUrl } from "./webhook-target.ts";

export interface DeliveryFilter {
  status: DeliveryStatus | null;
  intentId: string | null;
  /** A kind of target, or the id of a counter. */
  endpoint: TargetKind | { counterId: string } | null;
  /** Inclusive. */
  createdFrom: number | null;
  /** Exclusive. */
  createdTo: number | null;
  /** The id of the last delivery on the previous page. */
  before: string | null;
  limit: number;
}

export interface DeliverySummary {
  id: string;
  type: string;
  intentId: string;
  counterId: string | null;
  sequence: number;
  status: DeliveryStatus;
  attempts: number;
  /** Where it went, or would go now; null when no endpoint is subscribed to the event. */
  target: TargetKind | null;
  url: string | null;
  createdAt: number;
  nextAttemptAt: number | null;
  /** 1 while it waits for a degraded host to recover, else 0. */
  isWaiting: number;
  lastResponseStatus: number | null;
  lastError: string | null;
  deliveredAt: number | null;
}

export interface DeliveryDetail extends DeliverySummary {
  /** 1 when it has a target now, else 0. */
  hasTarget: number;
  payload: string;
  log: LoggedAttempt[];
}

// A finished delivery shows where it went, any other where it would go now.
const TARGET_KIND = sql`coalesce(${lastAttempt("target")}, (${targetKind(sql`e.type`)}))`;
const TARGET_URL = sql`coalesce(${lastAttempt("url")}, (${targetUrl(sql`e.type`)}))`;

function lastAttempt(field: keyof LoggedAttempt): SQL {
  return sql`iif(e.ended_at IS NULL, NULL, e.attempt_log ->> ${sql.raw(`'$[#-1].${field}'`)})`;
}

const SUMMARY = sql`
  e.id, e.type, e.intent_id AS "intentId", i.counter_id AS "counterId", e.sequence, e.delivery_status AS "status",
  e.attempts, ${TARGET_KIND} AS "target", ${TARGET_URL} AS "url",
  e.created_at AS "createdAt", coalesce(e.next_attempt_at, w.next_probe_at) AS "nextAttemptAt",
  e.parked_url IS NOT NULL AS "isWaiting", e.last_response_status AS "lastResponseStatus",
  e.last_error AS "lastError", iif(e.delivery_status = 'delivered', e.ended_at, NULL) AS "deliveredAt"`;

const JOINED = sql`
  JOIN payment_intents i ON i.id = e.intent_id
  JOIN merchants m ON m.id = e.merchant_id
  LEFT JOIN counters c ON c.merchant_id = i.merchant_id AND c.id = i.counter_id
  LEFT JOIN webhook_endpoints w ON w.merchant_id = e.merchant_id AND w.url = e.parked_url`;

/** Newest first. One more than the limit when there is a next page. */
export async function listDeliveries(
  db: Database,
  merchantId: string,
  filter: DeliveryFilter,
): Promise<DeliverySummary[]> {
  const conditions = [sql`e.merchant_id = ${merchantId}`, sql`e.payload <> ''`, ...conditionsOf(filter)];
  const hint = filter.status === "failed" ? sql`INDEXED BY events_failed` : sql``;
  return await db.all<DeliverySummary>(
    sql`SELECT ${SUMMARY} FROM events e ${hint} ${JOINED} WHERE ${sql.join(conditions, sql` AND `)}
        ORDER BY e.id DESC LIMIT ${filter.limit + 1}`,
  );
}

function conditionsOf(filter: DeliveryFilter): SQL[] {
  const { status, intentId, endpoint, createdFrom, createdTo, before } = filter;
  const conditions = [];
  // A literal: the partial index events_failed does not match a bound parameter.
  if (status !== null) conditions.push(sql`e.delivery_status = ${sql.raw(`'${status}'`)}`);
  if (intentId !== null) conditions.push(ofIntent(intentId));
  if (createdFrom !== null) conditions.push(sql`e.id >= ${uuidSince(createdFrom)}`);
  if (createdTo !== null) conditions.push(sql`e.id < ${uuidSince(createdTo)}`);
  if (before !== null) conditions.push(sql`e.id < ${before}`);
  if (endpoint !== null) conditions.push(endpointCondition(endpoint));
  return conditions;
}

/** Ids are time-ordered, so only the intent's own lifetime is searched. */
function ofIntent(intentId: string): SQL {
  const time = (column: SQL) =>
    sql`(SELECT ${uuidSinceSql(column)} FROM payment_intents WHERE id = ${intentId})`;
  return sql`e.intent_id = ${intentId} AND e.id >= ${time(sql`created_at - ${CLOCK_SKEW_MS}`)}
    AND e.id < ${time(sql`updated_at + ${CLOCK_SKEW_MS}`)}`;
}

function endpointCondition(endpoint: NonNullable<DeliveryFilter["endpoint"]>): SQL {
  return typeof endpoint === "string"
    ? sql`${TARGET_KIND} = ${endpoint}`
    : sql`${TARGET_KIND} = 'counter' AND i.counter_id = ${endpoint.counterId}`;
}

export async function findDeliveryDetail(
  db: Database,
  merchantId: string,
  eventId: string,
): Promise<DeliveryDetail | null> {
  const row = await db.get<(Omit<DeliveryDetail, "log"> & { log: string | null }) | undefined>(
    sql`SELECT ${SUMMARY}, ${hasTarget(sql`e.type`)} AS "hasTarget", e.payload, e.attempt_log AS "log"
        FROM events e ${JOINED}
        WHERE e.merchant_id = ${merchantId} AND e.id = ${eventId} AND e.payload <> ''`,
  );
  return row ? { ...row, log: row.log === null ? [] : JSON.parse(row.log) } : null;
}

const REARMED = { deliveryStatus: "pending", attempts: 0, parkedOrigin: null, endedAt: null } as const;

/** Starts the delivery's schedule again, with an attempt now. */
export async function rearmDelivery(
  db: Database,
  merchantId: string,
  eventId: string,
  now: number,
): Promise<void> {
  await db
    .update(events)
    .set({ ...REARMED, nextAttemptAt: now })
    .where(and(eq(events.merchantId, merchantId), eq(events.id, eventId)));
}

/** Makes failed deliveries of a period due again, at most `limit` after the id `after`. Returns their ids in order. */
export async function rearmFailed(
  db: Database,
  merchantId: string,
  { since, until, after }: { since: number; until: number; after: string },
  now: number,
  limit: number,
): Promise<string[]> {
  const failed = sql`(SELECT id FROM events INDEXED BY events_failed
    WHERE merchant_id = ${merchantId} AND id >= ${uuidSince(since)} AND id < ${uuidSince(until)} AND id > ${after}
      AND delivery_status = 'failed' AND payload <> '' ORDER BY id LIMIT ${limit})`;
  const rows = await db
    .update(events)
    .set({ ...REARMED, nextAttemptAt: now })
    .where(and(eq(events.merchantId, merchantId), sql`${events.id} IN ${failed}`))
    .returning({ id: events.id });
  return rows.map((row) => row.id).sort();
}
