// Deliveries that wait for a degraded endpoint, and their release: one at a time as a probe, all of them, in chunks, once
// the endpoint has recovered, and those that would no longer go there. The columns `url` and `parked_url` hold origins.
import { and, asc, gt, lte, type SQL, sql } from "drizzle-orm";
import type { Shard } from "#core/db/client.ts";
import { events, HAS_NEXT_PROBE, IS_WAITING, webhookEndpoints } from "#core/db/schema/webhooks.ts";
import {
  type DeliveryId,
  PROBE_INTERVAL_MS,
  RELEASE_INTERVAL_MS,
  REPAIRED_PROBE_INTERVAL_MS,
  type WebhookEndpoint,
} from "#core/domain/webhooks/delivery.ts";
import { whereEndpoint } from "./endpoints.ts";
import { endpointUrl, WITH_OWNERS } from "./event-endpoint.ts";

export interface DueEndpoint extends WebhookEndpoint {
  nextProbeAt: number;
}

/**
 * Endpoints that are due after this one: degraded ones for a probe, recovered ones for further releases. For many of them no
 * delivery waits: such a degraded one is due until the next comes.
 */
export async function listDueEndpoints(
  db: Shard,
  now: number,
  after: DueEndpoint,
  limit: number,
): Promise<(DueEndpoint & { degradedSince: number | null; hasWaiting: boolean })[]> {
  const { merchantId, origin, degradedSince } = webhookEndpoints;
  const nextProbeAt = sql<number>`${webhookEndpoints.nextProbeAt}`;
  // Among what is selected, Drizzle would name the columns without their table.
  const hasWaiting = sql`EXISTS (SELECT 1 FROM events e INDEXED BY events_parked
    WHERE e.merchant_id = webhook_endpoints.merchant_id AND e.parked_url = webhook_endpoints.url
      AND ${IS_WAITING})`.mapWith(Boolean);
  const isAfter = sql`(${nextProbeAt}, ${merchantId}, ${origin}) > (${after.nextProbeAt}, ${after.merchantId}, ${after.origin})`;
  return await db
    .select({ merchantId, origin, degradedSince, nextProbeAt, hasWaiting })
    .from(webhookEndpoints)
    .where(and(whereDue(now), isAfter))
    .orderBy(asc(nextProbeAt), asc(merchantId), asc(origin))
    .limit(limit);
}

/** The consecutive failures of a degraded endpoint whose next probe is due; null when none is. */
export async function findDueProbe(
  db: Shard,
  endpoint: WebhookEndpoint,
  now: number,
): Promise<number | null> {
  const [row] = await db
    .select({ failures: webhookEndpoints.failures })
    .from(webhookEndpoints)
    .where(whereDueForProbe(endpoint, now));
  return row?.failures ?? null;
}

function whereDueForProbe(endpoint: WebhookEndpoint, now: number): SQL | undefined {
  return and(whereEndpoint(endpoint), whereDue(now), sql`degraded_since IS NOT NULL`);
}

/** SQLite needs the partial index's own IS NOT NULL; it does not infer it from the comparison. */
function whereDue(now: number): SQL | undefined {
  return and(HAS_NEXT_PROBE, lte(webhookEndpoints.nextProbeAt, now));
}

export interface WaitingDelivery {
  eventId: string;
  /** The endpoint that it waits for. */
  origin: string;
  /** Where it would go now; null when no endpoint is subscribed to it any more. */
  url: string | null;
}

/**
 * Some of the deliveries that wait for an endpoint, by age: the oldest, and the newest, because behind a long line for a path
 * that fails there may be some for one that works.
 */
export async function listProbeCandidates(
  db: Shard,
  { merchantId, origin }: WebhookEndpoint,
  limitPerEnd: number,
): Promise<WaitingDelivery[]> {
  const end = (order: SQL) =>
    waitingOf(merchantId, sql`e.parked_url = ${origin} ORDER BY ${order} LIMIT ${limitPerEnd}`);
  return await db.all<WaitingDelivery>(sql`
    SELECT * FROM (${end(sql`e.id`)}) UNION SELECT * FROM (${end(sql`e.id DESC`)}) ORDER BY "eventId"`);
}

export interface Probe extends DeliveryId {
  attempts: number;
}

/** Releases this delivery as the endpoint's probe. Returns null when no probe is due any more: someone was faster. */
export async function claimProbe(
  db: Shard,
  endpoint: WebhookEndpoint,
  eventId: string,
  now: number,
): Promise<Probe | null> {
  const claimed = await db
    .update(webhookEndpoints)
    .set({ nextProbeAt: now + PROBE_INTERVAL_MS })
    .where(whereDueForProbe(endpoint, now))
    .returning({ origin: webhookEndpoints.origin });
  if (claimed.length === 0) return null;
  const [probe = null] = await release(db, endpoint.merchantId, sql`${eventId}`, now);
  return probe;
}

/** Makes the next probe due, because a URL at the endpoint was changed, unless the last one was just made. */
export async function probeSooner(db: Shard, endpoint: WebhookEndpoint, now: number): Promise<void> {
  const justProbedUntil = now + PROBE_INTERVAL_MS - REPAIRED_PROBE_INTERVAL_MS;
  const { nextProbeAt } = webhookEndpoints;
  await db
    .update(webhookEndpoints)
    .set({ nextProbeAt: now })
    .where(
      and(
        whereEndpoint(endpoint),
        sql`degraded_since IS NOT NULL`,
        gt(nextProbeAt, now),
        lte(nextProbeAt, justProbedUntil),
      ),
    );
}

/** Reserves a recovered endpoint's next release. Returns false when it is not due, or when someone else was faster. */
export async function claimRelease(db: Shard, endpoint: WebhookEndpoint, now: number): Promise<boolean> {
  const claimed = await db
    .update(webhookEndpoints)
    .set({ nextProbeAt: now + RELEASE_INTERVAL_MS })
    .where(and(whereEndpoint(endpoint), whereDue(now), sql`degraded_since IS NULL`))
    .returning({ origin: webhookEndpoints.origin });
  return claimed.length > 0;
}

/** Releases the oldest deliveries that wait for an endpoint, because it has recovered or its row is missing. */
export async function releaseOldest(
  db: Shard,
  { merchantId, origin }: WebhookEndpoint,
  now: number,
  limit: number,
): Promise<DeliveryId[]> {
  const oldest = sql`SELECT id FROM events INDEXED BY events_parked
    WHERE merchant_id = ${merchantId} AND parked_url = ${origin} AND ${IS_WAITING} ORDER BY id LIMIT ${limit}`;
  return await release(db, merchantId, oldest, now);
}

/**
 * A place in the order in which a merchant's waiting deliveries are read: by endpoint, then by age. The sweep keeps it as
 * JSON, where the endpoint's origin has been `url` from the first release on.
 */
export interface WaitingPosition {
  merchantId: string;
  url: string;
  eventId: string;
}

export async function listWaiting(
  db: Shard,
  after: WaitingPosition,
  limit: number,
): Promise<WaitingDelivery[]> {
  const isAfter = sql`(e.parked_url, e.id) > (${after.url}, ${after.eventId})`;
  return await db.all<WaitingDelivery>(
    waitingOf(after.merchantId, sql`${isAfter} ORDER BY e.parked_url, e.id LIMIT ${limit}`),
  );
}

/** SELECT of a merchant's events `e` that wait, as WaitingDelivery. */
function waitingOf(merchantId: string, condition: SQL): SQL {
  // Without the hint SQLite would read the merchant's whole history by its primary key: it has no statistics.
  return sql`SELECT e.id AS "eventId", e.parked_url AS origin, ${endpointUrl(sql`e.type`)} AS url
    FROM events e INDEXED BY events_parked
    ${WITH_OWNERS}
    WHERE e.merchant_id = ${merchantId} AND ${IS_WAITING} AND ${condition}`;
}

export async function releaseAll(
  db: Shard,
  merchantId: string,
  eventIds: readonly string[],
  now: number,
): Promise<DeliveryId[]> {
  return await release(db, merchantId, sql`SELECT value FROM json_each(${JSON.stringify(eventIds)})`, now);
}

/** Makes the events of these ids due now, as far as they still wait, and returns them oldest first. */
async function release(db: Shard, merchantId: string, ids: SQL, now: number): Promise<Probe[]> {
  // With the '+', SQLite finds the events by their ids and not by the index of all that wait.
  const isWaiting = sql`+${events.waitingOrigin} IS NOT NULL`;
  const rows = await db
    .update(events)
    .set({ waitingOrigin: null, nextAttemptAt: now })
    .where(sql`${events.merchantId} = ${merchantId} AND ${events.id} IN (${ids}) AND ${isWaiting}`)
    .returning({ merchantId: events.merchantId, eventId: events.id, attempts: events.attempts });
  return rows.sort((a, b) => (a.eventId < b.eventId ? -1 : 1));
}

/**
 * Among the next `limit` endpoints for which deliveries wait, those that have no row. There should be none, and nothing may
 * wait for ever. Reads one delivery per endpoint; `next` is null at the end.
 */
export async function listForgottenEndpoints(
  db: Shard,
  merchantId: string,
  after: string,
  limit: number,
): Promise<{ forgotten: string[]; next: string | null }> {
  const nextOrigin = (origin: SQL) => sql`(SELECT parked_url FROM events INDEXED BY events_parked
    WHERE merchant_id = ${merchantId} AND ${IS_WAITING} AND parked_url > ${origin}
    ORDER BY parked_url LIMIT 1)`;
  const rows = await db.all<{ origin: string; hasRow: number }>(sql`
    WITH RECURSIVE endpoint(origin) AS (
      SELECT ${nextOrigin(sql`${after}`)}
      UNION ALL
      SELECT ${nextOrigin(sql`endpoint.origin`)} FROM endpoint WHERE endpoint.origin IS NOT NULL
      LIMIT ${limit})
    SELECT origin, EXISTS (
        SELECT 1 FROM webhook_endpoints w WHERE w.merchant_id = ${merchantId} AND w.url = endpoint.origin) AS "hasRow"
      FROM endpoint WHERE origin IS NOT NULL`);
  const forgotten = rows.filter(({ hasRow }) => hasRow === 0).map(({ origin }) => origin);
  return { forgotten, next: rows.length < limit ? null : (rows.at(-1)?.origin ?? null) };
}
