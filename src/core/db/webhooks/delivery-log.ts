// Deliveries as merchants see them. They are rows of `events`, whose primary key (merchant_id, id) also gives the order
// newest first, because ids are time-ordered.
import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Shard } from "#core/db/client.ts";
import { type Page, pageOf } from "#core/db/paging.ts";
import { paymentIntents } from "#core/db/schema/payment-intents.ts";
import { events, HAS_FAILED, IS_WAITING } from "#core/db/schema/webhooks.ts";
import type { EventType } from "#core/domain/payment-intents/events.ts";
import type { DeliveryStatus, EndpointKind, LoggedAttempt } from "#core/domain/webhooks/delivery.ts";
import { whereEvent } from "./deliveries.ts";
import { endpointKind, endpointUrl, hasEndpoint, WITH_OWNERS } from "./event-endpoint.ts";
import { listEventsOf } from "./intent-events.ts";
import { readBody, STORED_BODY, type StoredBody } from "./stored-body.ts";
import { uuidSince } from "./time-ordered-id.ts";

/** How many deliveries one request looks through for those that match the filter. */
export const SEARCHED_MAX = 1_000;

export interface DeliveryFilter {
  status: DeliveryStatus | null;
  intentId: string | null;
  /** A kind of endpoint, or the id of a counter. */
  endpoint: EndpointKind | { counterId: string } | null;
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
  type: EventType;
  intentId: string;
  counterId: string | null;
  sequence: number;
  status: DeliveryStatus;
  attempts: number;
  /** Where it went, or would go now; null when no endpoint is subscribed to the event, or once the log is deleted. */
  endpoint: EndpointKind | null;
  url: string | null;
  createdAt: number;
  nextAttemptAt: number | null;
  /** 1 while it waits for a degraded endpoint to recover, else 0. */
  isWaiting: number;
  lastResponseStatus: number | null;
  lastError: string | null;
  deliveredAt: number | null;
}

export interface DeliveryDetail extends DeliverySummary {
  /** 1 when it has an endpoint now, else 0. */
  hasEndpoint: number;
  /** It is null once the clean-up has deleted it, and the log with it. */
  payload: string | null;
  log: LoggedAttempt[];
}

/** What an attempt is stored without when it is null. */
const NOTHING_NOTED = { status: null, error: null, response: null, nextAttemptAt: null };

type DetailRow = Omit<DeliveryDetail, "payload" | "log"> & StoredBody & { log: string | null };

// A finished delivery shows where it went, which nobody knows once its log is deleted; any other where it would go now.
const ENDPOINT_KIND = sql`iif(e.has_body, coalesce(${lastAttempt("target")}, (${endpointKind(sql`e.type`)})), NULL)`;
const ENDPOINT_URL = sql`iif(e.has_body, coalesce(${lastAttempt("url")}, (${endpointUrl(sql`e.type`)})), NULL)`;

function lastAttempt(field: keyof LoggedAttempt): SQL {
  return sql`iif(e.ended_at IS NULL, NULL, e.attempt_log ->> ${sql.raw(`'$[#-1].${field}'`)})`;
}

const SUMMARY = sql`
  e.id, e.type, e.intent_id AS "intentId", i.counter_id AS "counterId", e.sequence, e.delivery_status AS "status",
  e.attempts, ${ENDPOINT_KIND} AS "endpoint", ${ENDPOINT_URL} AS "url",
  e.created_at AS "createdAt", coalesce(e.next_attempt_at, w.next_probe_at) AS "nextAttemptAt",
  ${IS_WAITING} AS "isWaiting", e.last_response_status AS "lastResponseStatus",
  e.last_error AS "lastError", iif(e.delivery_status = 'delivered', e.ended_at, NULL) AS "deliveredAt"`;

/** The join has at most four rows. */
const JOINED = sql`
  ${WITH_OWNERS}
  LEFT JOIN webhook_endpoints w ON w.merchant_id = e.merchant_id AND w.url = e.parked_url`;

/** Lists the newest first, of the next deliveries that the filter may match. A page may be short and not be the last. */
export async function listDeliveries(
  db: Shard,
  merchantId: string,
  filter: DeliveryFilter,
): Promise<Page<DeliverySummary, { id: string }>> {
  const ids = filter.intentId === null ? null : await listIdsOf(db, merchantId, filter.intentId);
  const candidates = candidatesFor(merchantId, filter, ids);
  const searched = sql`SELECT * FROM (SELECT ${CANDIDATE} ${candidates} LIMIT ${SEARCHED_MAX})`;
  const found = await db.all<DeliverySummary>(sql`
    SELECT ${SUMMARY} FROM (${searched} WHERE ${statusCondition(filter.status)}) e ${JOINED}
    WHERE ${endpointCondition(filter.endpoint)}
    LIMIT ${filter.limit + 1}`);
  const page = pageOf(found, filter.limit);
  if (page.next !== null) return page;
  const end = await db.get<{ id: string } | undefined>(
    sql`SELECT e.id ${candidates} LIMIT 1 OFFSET ${SEARCHED_MAX - 1}`,
  );
  return { ...page, next: end ?? null };
}

const HAS_BODY = sql`payload <> '' AS has_body`;

const CANDIDATE = sql`e.merchant_id, e.id, e.type, e.intent_id, e.sequence, e.delivery_status, e.attempts, e.created_at,
  e.next_attempt_at, e.parked_url, e.last_response_status, e.last_error, e.ended_at, e.attempt_log, ${HAS_BODY}`;

/** FROM and WHERE of what an index gives, newest first. */
function candidatesFor(
  merchantId: string,
  { status, createdFrom, createdTo, before }: DeliveryFilter,
  ids: readonly string[] | null,
): SQL {
  const conditions = [sql`e.merchant_id = ${merchantId}`];
  if (status === "failed") conditions.push(HAS_FAILED);
  if (ids !== null) conditions.push(sql`e.id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`);
  if (createdFrom !== null) conditions.push(sql`e.id >= ${uuidSince(createdFrom)}`);
  const ends = [before, createdTo === null ? null : uuidSince(createdTo)].filter((end) => end !== null);
  const [end] = ends.sort();
  if (end !== undefined) conditions.push(sql`e.id < ${end}`);
  const hint = status === "failed" && ids === null ? sql`INDEXED BY events_failed` : sql``;
  return sql`FROM events e ${hint} WHERE ${sql.join(conditions, sql` AND `)} ORDER BY e.id DESC`;
}

async function listIdsOf(db: Shard, merchantId: string, intentId: string): Promise<string[]> {
  const intent = await db.select().from(paymentIntents).where(eq(paymentIntents.id, intentId)).get();
  if (intent?.merchantId !== merchantId) return [];
  return (await listEventsOf(db, intent)).map(({ id }) => id);
}

function statusCondition(status: DeliveryFilter["status"]): SQL {
  return status === null ? sql`TRUE` : sql`delivery_status = ${status}`;
}

function endpointCondition(endpoint: DeliveryFilter["endpoint"]): SQL {
  if (endpoint === null) return sql`TRUE`;
  return typeof endpoint === "string"
    ? sql`${ENDPOINT_KIND} = ${endpoint}`
    : sql`${ENDPOINT_KIND} = 'counter' AND i.counter_id = ${endpoint.counterId}`;
}

export async function findDeliveryDetail(
  db: Shard,
  merchantId: string,
  eventId: string,
): Promise<DeliveryDetail | null> {
  const row = await db.get<DetailRow | undefined>(
    sql`SELECT ${SUMMARY}, ${hasEndpoint(sql`e.type`)} AS "hasEndpoint", ${STORED_BODY}, e.attempt_log AS "log"
        FROM (SELECT *, ${HAS_BODY} FROM events WHERE merchant_id = ${merchantId} AND id = ${eventId}) e ${JOINED}`,
  );
  if (!row) return null;
  return { ...row, payload: row.body === "" ? null : readBody(row), log: readLog(row.log) };
}

export function readLog(stored: string | null): LoggedAttempt[] {
  const attempts: Partial<LoggedAttempt>[] = stored === null ? [] : JSON.parse(stored);
  return attempts.map((attempt) => ({ ...NOTHING_NOTED, ...attempt }) as LoggedAttempt);
}

/** With its status, the time until which its body is kept changes: the clean-up looks at it again. */
const rearmed = (now: number) => ({
  deliveryStatus: "pending" as const,
  attempts: 0,
  waitingOrigin: null,
  endedAt: null,
  nextAttemptAt: now,
  keptUntil: sql`iif(kept_until IS NULL, NULL, ${now})`,
});

/** Starts the delivery's schedule again, with an attempt now. */
export async function rearmDelivery(
  db: Shard,
  merchantId: string,
  eventId: string,
  now: number,
): Promise<void> {
  await db.update(events).set(rearmed(now)).where(whereEvent({ merchantId, eventId }));
}

/** Makes failed deliveries of a period due again, at most `limit` after the id `after`. Returns their ids in order. */
export async function rearmFailed(
  db: Shard,
  merchantId: string,
  { since, until, after }: { since: number; until: number; after: string },
  now: number,
  limit: number,
): Promise<string[]> {
  const failed = sql`(SELECT id FROM events INDEXED BY events_failed
    WHERE merchant_id = ${merchantId} AND id >= ${uuidSince(since)} AND id < ${uuidSince(until)} AND id > ${after}
      AND ${HAS_FAILED} AND payload <> '' ORDER BY id LIMIT ${limit})`;
  const rows = await db
    .update(events)
    .set(rearmed(now))
    .where(and(eq(events.merchantId, merchantId), sql`${events.id} IN ${failed}`))
    .returning({ id: events.id });
  return rows.map((row) => row.id).sort();
}
