// Deliveries that wait for a degraded address, and their release: one at a time as a probe, all of them, in
// portions, once the address has recovered, and those that would no longer go there.
import { and, asc, eq, lte, type SQL, sql } from "drizzle-orm";
import { type DeliveryId, PROBE_INTERVAL_MS, RELEASE_INTERVAL_MS } from "../domain/delivery.ts";
import type { Database } from "./client.ts";
import { events, webhookEndpoints } from "./schema.ts";
import { targetUrl } from "./webhook-target.ts";

export interface Address {
  merchantId: string;
  url: string;
}

/** Addresses with deliveries waiting that are due: degraded ones for a probe, recovered ones for further releases. */
export async function listDueAddresses(
  db: Database,
  now: number,
  limit: number,
): Promise<(Address & { degradedSince: number | null })[]> {
  const hasWaiting = sql`EXISTS (SELECT 1 FROM events e INDEXED BY events_parked
    WHERE e.merchant_id = ${webhookEndpoints.merchantId} AND e.parked_url = ${webhookEndpoints.url}
      AND e.parked_url IS NOT NULL)`;
  return await db
    .select({
      merchantId: webhookEndpoints.merchantId,
      url: webhookEndpoints.url,
      degradedSince: webhookEndpoints.degradedSince,
    })
    .from(webhookEndpoints)
    .where(and(isDue(now), hasWaiting))
    .orderBy(asc(webhookEndpoints.nextProbeAt))
    .limit(limit);
}

/** Among so many of the oldest waiting deliveries, one is found that still goes to the address. */
const CANDIDATES_MAX = 500;

export interface Probe extends DeliveryId {
  attempts: number;
}

/**
 * Makes the oldest delivery that waits for a degraded address its probe, at most one per interval. Null when no probe
 * is due, when someone else was faster, or when none of the oldest would still go there: those are released first.
 */
export async function claimProbe(db: Database, address: Address, now: number): Promise<Probe | null> {
  const { merchantId, url } = address;
  const last = sql`(SELECT id FROM events INDEXED BY events_parked
    WHERE merchant_id = ${merchantId} AND parked_url = ${url} AND parked_url IS NOT NULL
    ORDER BY id LIMIT 1 OFFSET ${CANDIDATES_MAX - 1})`;
  // '~' is after every id: with fewer candidates, all of them.
  const isCandidate = sql`e.id <= coalesce(${last}, '~')`;
  const waiting = waitingFor(address, sql`${isCandidate} AND (${targetUrl(sql`e.type`)}) = ${url}`);
  const [claimed] = await db
    .update(webhookEndpoints)
    .set({ nextProbeAt: now + PROBE_INTERVAL_MS })
    .where(and(isAddress(address), isDue(now), sql`degraded_since IS NOT NULL`, sql`EXISTS (${waiting})`))
    .returning({ url: webhookEndpoints.url });
  if (claimed === undefined) return null;
  const [oldest] = await unpark(db, merchantId, sql`${waiting} ORDER BY e.id LIMIT 1`, now);
  return oldest ?? null;
}

function isAddress({ merchantId, url }: Address): SQL | undefined {
  return and(eq(webhookEndpoints.merchantId, merchantId), eq(webhookEndpoints.url, url));
}

/** SQLite needs the partial index's own IS NOT NULL; it does not infer it from the comparison. */
function isDue(now: number): SQL | undefined {
  return and(sql`next_probe_at IS NOT NULL`, lte(webhookEndpoints.nextProbeAt, now));
}

/** Reserves a recovered address's next release. False when it is not due, or when someone else was faster. */
export async function claimRelease(db: Database, address: Address, now: number): Promise<boolean> {
  const claimed = await db
    .update(webhookEndpoints)
    .set({ nextProbeAt: now + RELEASE_INTERVAL_MS })
    .where(and(isAddress(address), isDue(now), sql`degraded_since IS NULL`))
    .returning({ url: webhookEndpoints.url });
  return claimed.length > 0;
}

/** Releases the oldest deliveries that wait for an address, because it has recovered or its row is missing. */
export async function unparkOldest(
  db: Database,
  address: Address,
  now: number,
  limit: number,
): Promise<DeliveryId[]> {
  return await unpark(db, address.merchantId, sql`${waitingFor(address)} ORDER BY e.id LIMIT ${limit}`, now);
}

/** A place in the order in which a merchant's waiting deliveries are read: by address, then by age. */
export interface ParkedPosition extends Address {
  eventId: string;
}

/** The last of the next `limit` waiting deliveries after this position; null when there are fewer. */
export async function findPortionEnd(
  db: Database,
  after: ParkedPosition,
  limit: number,
): Promise<ParkedPosition | null> {
  const { merchantId } = after;
  const end = await db.get<{ url: string; eventId: string } | undefined>(sql`
    SELECT e.parked_url AS url, e.id AS "eventId" FROM events e INDEXED BY events_parked
    WHERE e.merchant_id = ${merchantId} AND e.parked_url IS NOT NULL AND ${isAfter(after)}
    ORDER BY e.parked_url, e.id LIMIT 1 OFFSET ${limit - 1}`);
  return end ? { merchantId, ...end } : null;
}

/** Releases what waits between these positions, `end` included, for an address to which it would no longer go. */
export async function unparkMoved(
  db: Database,
  after: ParkedPosition,
  end: ParkedPosition | null,
  now: number,
): Promise<DeliveryId[]> {
  const isBeforeEnd = end === null ? sql`TRUE` : sql`(e.parked_url, e.id) <= (${end.url}, ${end.eventId})`;
  const hasMoved = sql`(${targetUrl(sql`e.type`)}) IS NOT e.parked_url`;
  const moved = waitingFor(
    { merchantId: after.merchantId, url: null },
    sql`${isAfter(after)} AND ${isBeforeEnd} AND ${hasMoved}`,
  );
  return await unpark(db, after.merchantId, moved, now);
}

function isAfter({ url, eventId }: ParkedPosition): SQL {
  return sql`(e.parked_url, e.id) > (${url}, ${eventId})`;
}

/**
 * Among the next `limit` addresses for which deliveries wait, those that have no row. There should be none, and nothing
 * may wait for ever. Reads one delivery per address; `next` is null at the end.
 */
export async function listForgottenAddresses(
  db: Database,
  merchantId: string,
  after: string,
  limit: number,
): Promise<{ forgotten: string[]; next: string | null }> {
  const nextUrl = (url: SQL) => sql`(SELECT parked_url FROM events INDEXED BY events_parked
    WHERE merchant_id = ${merchantId} AND parked_url IS NOT NULL AND parked_url > ${url}
    ORDER BY parked_url LIMIT 1)`;
  const rows = await db.all<{ url: string; hasRow: number }>(sql`
    WITH RECURSIVE address(url) AS (
      SELECT ${nextUrl(sql`${after}`)}
      UNION ALL
      SELECT ${nextUrl(sql`address.url`)} FROM address WHERE address.url IS NOT NULL
      LIMIT ${limit})
    SELECT url, EXISTS (SELECT 1 FROM webhook_endpoints w WHERE w.merchant_id = ${merchantId} AND w.url = address.url)
      AS "hasRow" FROM address WHERE url IS NOT NULL`);
  const forgotten = rows.filter(({ hasRow }) => hasRow === 0).map(({ url }) => url);
  return { forgotten, next: rows.length < limit ? null : (rows.at(-1)?.url ?? null) };
}

/** SELECT of the ids of events `e` that wait for the address, or for any address when `url` is null. */
function waitingFor(
  { merchantId, url }: { merchantId: string; url: string | null },
  condition = sql`TRUE`,
): SQL {
  // Without the hint SQLite would read the merchant's whole history by its primary key: it has no statistics.
  return sql`SELECT e.id FROM events e INDEXED BY events_parked
    JOIN payment_intents i ON i.id = e.intent_id
    JOIN merchants m ON m.id = e.merchant_id
    LEFT JOIN counters c ON c.merchant_id = i.merchant_id AND c.id = i.counter_id
    WHERE e.merchant_id = ${merchantId} AND e.parked_url IS NOT NULL
      AND ${url === null ? sql`TRUE` : sql`e.parked_url = ${url}`} AND ${condition}`;
}

/** Makes the events of these ids due now, and returns them oldest first. */
async function unpark(db: Database, merchantId: string, ids: SQL, now: number): Promise<Probe[]> {
  const rows = await db
    .update(events)
    .set({ parkedUrl: null, nextAttemptAt: now })
    .where(sql`${events.merchantId} = ${merchantId} AND ${events.id} IN (${ids})`)
    .returning({ merchantId: events.merchantId, eventId: events.id, attempts: events.attempts });
  return rows.sort((a, b) => (a.eventId < b.eventId ? -1 : 1));
}
