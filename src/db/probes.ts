// Deliveries that wait for a degraded address, and how they are let go: one at a time to find out whether it is well
// again, all of them when it is, and those that it no longer concerns.
import { and, asc, eq, lte, type SQL, sql } from "drizzle-orm";
import { type DeliveryId, PROBE_INTERVAL_MS } from "../domain/delivery.ts";
import type { Database } from "./client.ts";
import { events, webhookEndpoints } from "./schema.ts";
import { targetUrl } from "./webhook-target.ts";

export interface Address {
  merchantId: string;
  url: string;
}

/** Addresses that have something waiting and are due: degraded ones to be tried, recovered ones to go on with. */
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

export interface Probe extends DeliveryId {
  attempts: number;
}

/**
 * Lets the oldest delivery that waits for a degraded address be its probe, at most one each interval. Null when the
 * probe is not due, or another has it, or nothing waits that would still go there.
 */
export async function claimProbe(db: Database, address: Address, now: number): Promise<Probe | null> {
  const { merchantId, url } = address;
  const waiting = waitingFor(address, sql`(${targetUrl(sql`e.type`)}) = ${url}`);
  const [claimed] = await db
    .update(webhookEndpoints)
    .set({ nextProbeAt: now + PROBE_INTERVAL_MS })
    .where(
      and(
        eq(webhookEndpoints.merchantId, merchantId),
        eq(webhookEndpoints.url, url),
        isDue(now),
        sql`degraded_since IS NOT NULL`,
        sql`EXISTS (${waiting})`,
      ),
    )
    .returning({ url: webhookEndpoints.url });
  if (claimed === undefined) return null;
  const [oldest] = await unpark(db, merchantId, sql`${waiting} ORDER BY e.id LIMIT 1`, now);
  return oldest ?? null;
}

/** Literal, as the index has it; a comparison alone would not do. */
function isDue(now: number): SQL | undefined {
  return and(sql`next_probe_at IS NOT NULL`, lte(webhookEndpoints.nextProbeAt, now));
}

/** The address is well again: what has waited for it is due now, the oldest first. */
export async function unparkRecovered(
  db: Database,
  address: Address,
  now: number,
  limit: number,
): Promise<DeliveryId[]> {
  return await unpark(db, address.merchantId, sql`${waitingFor(address)} ORDER BY e.id LIMIT ${limit}`, now);
}

/** What waits for an address that it would not be sent to any more is due now; of one address, or of all. */
export async function unparkMoved(
  db: Database,
  { merchantId, url }: { merchantId: string; url: string | null },
  now: number,
  limit: number,
): Promise<DeliveryId[]> {
  const hasMoved = sql`(${targetUrl(sql`e.type`)}) IS NOT e.parked_url`;
  const moved = waitingFor({ merchantId, url }, hasMoved);
  return await unpark(db, merchantId, sql`${moved} ORDER BY e.id LIMIT ${limit}`, now);
}

/** What waits for an address that is not known to fail any more; there should be none, and none may be left behind. */
export async function unparkForgotten(
  db: Database,
  merchantId: string,
  now: number,
  limit: number,
): Promise<DeliveryId[]> {
  const isForgotten = sql`NOT EXISTS (
    SELECT 1 FROM webhook_endpoints w WHERE w.merchant_id = e.merchant_id AND w.url = e.parked_url)`;
  const forgotten = waitingFor({ merchantId, url: null }, isForgotten);
  return await unpark(db, merchantId, sql`${forgotten} ORDER BY e.id LIMIT ${limit}`, now);
}

/** SELECT of the ids of events `e` that wait for the address, or for any where it is null. */
function waitingFor(
  { merchantId, url }: { merchantId: string; url: string | null },
  condition = sql`TRUE`,
): SQL {
  // Without statistics SQLite would read the merchant's whole history by its primary key.
  return sql`SELECT e.id FROM events e INDEXED BY events_parked
    JOIN payment_intents i ON i.id = e.intent_id
    JOIN merchants m ON m.id = e.merchant_id
    LEFT JOIN counters c ON c.merchant_id = i.merchant_id AND c.id = i.counter_id
    WHERE e.merchant_id = ${merchantId} AND e.parked_url IS NOT NULL
      AND ${url === null ? sql`TRUE` : sql`e.parked_url = ${url}`} AND ${condition}`;
}

async function unpark(db: Database, merchantId: string, ids: SQL, now: number): Promise<Probe[]> {
  const rows = await db
    .update(events)
    .set({ parkedUrl: null, nextAttemptAt: now })
    .where(sql`${events.merchantId} = ${merchantId} AND ${events.id} IN (${ids})`)
    .returning({ merchantId: events.merchantId, eventId: events.id, attempts: events.attempts });
  return rows.sort((a, b) => (a.eventId < b.eventId ? -1 : 1));
}
