// Deliveries that wait for a degraded address, and how they are let go: one at a time to find out whether it is well
// again, all of them when it is, and those that it no longer concerns.
import { and, asc, eq, lte, type SQL, sql } from "drizzle-orm";
import { type DueDelivery, PROBE_INTERVAL_MS } from "../domain/delivery.ts";
import type { Database } from "./client.ts";
import { events, webhookEndpoints } from "./schema.ts";
import { targetUrl } from "./webhook-target.ts";

export interface Address {
  merchantId: string;
  url: string;
}

/** Degraded addresses that may be tried again and have something waiting. */
export async function listDueProbes(db: Database, now: number, limit: number): Promise<Address[]> {
  const hasWaiting = sql`EXISTS (SELECT 1 FROM events e
    WHERE e.merchant_id = ${webhookEndpoints.merchantId} AND e.parked_url = ${webhookEndpoints.url}
      AND e.parked_url IS NOT NULL)`;
  return await db
    .select({ merchantId: webhookEndpoints.merchantId, url: webhookEndpoints.url })
    .from(webhookEndpoints)
    .where(and(isProbeDue(now), hasWaiting))
    .orderBy(asc(webhookEndpoints.nextProbeAt))
    .limit(limit);
}

/**
 * Lets the oldest delivery that waits for a degraded address be its probe, at most one each interval. Null when the
 * probe is not due, or another has it, or nothing waits that would still go there.
 */
export async function claimProbe(db: Database, address: Address, now: number): Promise<DueDelivery | null> {
  const { merchantId, url } = address;
  const waiting = waitingFor(address, sql`(${targetUrl(sql`e.type`)}) = ${url}`);
  const [claimed] = await db
    .update(webhookEndpoints)
    .set({ nextProbeAt: now + PROBE_INTERVAL_MS })
    .where(
      and(
        eq(webhookEndpoints.merchantId, merchantId),
        eq(webhookEndpoints.url, url),
        isProbeDue(now),
        sql`EXISTS (${waiting})`,
      ),
    )
    .returning({ url: webhookEndpoints.url });
  if (claimed === undefined) return null;
  const [oldest] = await unpark(db, merchantId, sql`${waiting} ORDER BY e.id LIMIT 1`, now);
  return oldest ?? null;
}

/** Literal, as the index has it; a comparison alone would not do. */
function isProbeDue(now: number): SQL | undefined {
  return and(sql`next_probe_at IS NOT NULL`, lte(webhookEndpoints.nextProbeAt, now));
}

/** The address is well again: what has waited for it is due now, the oldest first. */
export async function unparkRecovered(
  db: Database,
  address: Address,
  now: number,
  limit: number,
): Promise<DueDelivery[]> {
  return await unpark(db, address.merchantId, sql`${waitingFor(address)} ORDER BY e.id LIMIT ${limit}`, now);
}

/** What waits for an address that it would not be sent to any more is due now; of one address, or of all. */
export async function unparkMoved(
  db: Database,
  { merchantId, url }: { merchantId: string; url: string | null },
  now: number,
  limit: number,
): Promise<DueDelivery[]> {
  const hasMoved = sql`(${targetUrl(sql`e.type`)}) IS NOT e.parked_url`;
  const moved = waitingFor({ merchantId, url }, hasMoved);
  return await unpark(db, merchantId, sql`${moved} ORDER BY e.id LIMIT ${limit}`, now);
}

/** What waits for an address that is degraded no more: nothing may be left behind, whatever has happened. */
export async function unparkForgotten(db: Database, now: number, limit: number): Promise<DueDelivery[]> {
  const forgotten = sql`(SELECT merchant_id, id FROM events e
    WHERE parked_url IS NOT NULL AND NOT EXISTS (
      SELECT 1 FROM webhook_endpoints w
      WHERE w.merchant_id = e.merchant_id AND w.url = e.parked_url AND w.degraded_since IS NOT NULL)
    LIMIT ${limit})`;
  return await setDue(db, sql`(merchant_id, id) IN ${forgotten}`, now);
}

/** SELECT of the ids of events `e` that wait for the address, or for any where it is null. */
function waitingFor(
  { merchantId, url }: { merchantId: string; url: string | null },
  condition = sql`TRUE`,
): SQL {
  return sql`SELECT e.id FROM events e
    JOIN payment_intents i ON i.id = e.intent_id
    JOIN merchants m ON m.id = e.merchant_id
    LEFT JOIN counters c ON c.merchant_id = i.merchant_id AND c.id = i.counter_id
    WHERE e.merchant_id = ${merchantId} AND e.parked_url IS NOT NULL
      AND ${url === null ? sql`TRUE` : sql`e.parked_url = ${url}`} AND ${condition}`;
}

async function unpark(db: Database, merchantId: string, ids: SQL, now: number): Promise<DueDelivery[]> {
  const due = await setDue(db, sql`${events.merchantId} = ${merchantId} AND ${events.id} IN (${ids})`, now);
  return due.sort((a, b) => (a.eventId < b.eventId ? -1 : 1));
}

async function setDue(db: Database, which: SQL, now: number): Promise<DueDelivery[]> {
  return await db
    .update(events)
    .set({ parkedUrl: null, nextAttemptAt: now })
    .where(which)
    .returning({ merchantId: events.merchantId, eventId: events.id, dueAt: sql<number>`next_attempt_at` });
}
