// The health of webhook addresses. Only those that fail have a row.
import { and, asc, eq, inArray, isNotNull, lte, sql } from "drizzle-orm";
import { DEGRADED_AFTER_FAILURES, type EndpointHealth, PROBE_INTERVAL_MS } from "../domain/delivery.ts";
import type { Database } from "./client.ts";
import { events, webhookEndpoints } from "./schema.ts";

/** One more failure in a row; the twentieth makes the address degraded. */
export function countFailure(db: Database, merchantId: string, url: string, now: number) {
  const isDegraded = sql`failures + 1 >= ${DEGRADED_AFTER_FAILURES}`;
  return db
    .insert(webhookEndpoints)
    .values({ merchantId, url, failures: 1, lastFailureAt: now })
    .onConflictDoUpdate({
      target: [webhookEndpoints.merchantId, webhookEndpoints.url],
      set: {
        failures: sql`failures + 1`,
        lastFailureAt: now,
        degradedSince: sql`iif(${isDegraded}, coalesce(degraded_since, ${now}), NULL)`,
        nextProbeAt: sql`iif(${isDegraded}, coalesce(next_probe_at, ${now + PROBE_INTERVAL_MS}), NULL)`,
      },
    });
}

/** Returns the row that was there; a healthy address has none, and then nothing is written. */
export function clearEndpoint(db: Database, merchantId: string, url: string) {
  return db
    .delete(webhookEndpoints)
    .where(and(eq(webhookEndpoints.merchantId, merchantId), eq(webhookEndpoints.url, url)))
    .returning({ degradedSince: webhookEndpoints.degradedSince });
}

/** By url; an address without an entry is healthy. */
export async function findEndpointHealth(
  db: Database,
  merchantId: string,
  urls: readonly string[],
): Promise<Map<string, EndpointHealth>> {
  const known = new Map<string, EndpointHealth>();
  for (let start = 0; start < urls.length; start += URLS_PER_QUERY) {
    const rows = await db
      .select()
      .from(webhookEndpoints)
      .where(
        and(
          eq(webhookEndpoints.merchantId, merchantId),
          inArray(webhookEndpoints.url, urls.slice(start, start + URLS_PER_QUERY)),
        ),
      );
    for (const row of rows) known.set(row.url, row);
  }
  return known;
}

/** D1 takes 100 parameters a statement. */
const URLS_PER_QUERY = 90;

export interface DueProbe {
  merchantId: string;
  url: string;
}

/** Degraded addresses that may be tried again. */
export async function listDueProbes(db: Database, now: number, limit: number): Promise<DueProbe[]> {
  return await db
    .select({ merchantId: webhookEndpoints.merchantId, url: webhookEndpoints.url })
    .from(webhookEndpoints)
    .where(and(sql`next_probe_at IS NOT NULL`, lte(webhookEndpoints.nextProbeAt, now)))
    .orderBy(asc(webhookEndpoints.nextProbeAt))
    .limit(limit);
}

/**
 * Lets the oldest waiting delivery of a degraded address be its probe, at most one each interval.
 * Null when the probe is not due, or another has it, or nothing waits.
 */
export async function claimProbe(db: Database, probe: DueProbe, now: number): Promise<Unparked | null> {
  const [claimed] = await db
    .update(webhookEndpoints)
    .set({ nextProbeAt: now + PROBE_INTERVAL_MS })
    .where(
      and(
        eq(webhookEndpoints.merchantId, probe.merchantId),
        eq(webhookEndpoints.url, probe.url),
        isNotNull(webhookEndpoints.nextProbeAt),
        lte(webhookEndpoints.nextProbeAt, now),
      ),
    )
    .returning({ url: webhookEndpoints.url });
  if (claimed === undefined) return null;
  const [oldest] = await unpark(db, probe, now, 1);
  return oldest ?? null;
}

export interface Unparked {
  merchantId: string;
  eventId: string;
  attempts: number;
}

const UNPARKED = { merchantId: events.merchantId, eventId: events.id, attempts: events.attempts };

/** Waiting deliveries, oldest first, are due again `now`. */
export async function unpark(
  db: Database,
  { merchantId, url }: DueProbe,
  now: number,
  limit: number,
): Promise<Unparked[]> {
  const waiting = sql`(SELECT id FROM events
    WHERE merchant_id = ${merchantId} AND parked_url = ${url} AND parked_url IS NOT NULL ORDER BY id LIMIT ${limit})`;
  const rows = await db
    .update(events)
    .set({ parkedUrl: null, nextAttemptAt: now })
    .where(and(eq(events.merchantId, merchantId), sql`${events.id} IN ${waiting}`))
    .returning(UNPARKED);
  return rows.sort((a, b) => (a.eventId < b.eventId ? -1 : 1));
}

/** The same for what waits for an address that is degraded no more: nothing may be left behind, whatever happened. */
export async function unparkForgotten(db: Database, now: number, limit: number): Promise<Unparked[]> {
  const forgotten = sql`(SELECT merchant_id, id FROM events e
    WHERE parked_url IS NOT NULL AND NOT EXISTS (
      SELECT 1 FROM webhook_endpoints w
      WHERE w.merchant_id = e.merchant_id AND w.url = e.parked_url AND w.degraded_since IS NOT NULL)
    LIMIT ${limit})`;
  return await db
    .update(events)
    .set({ parkedUrl: null, nextAttemptAt: now })
    .where(sql`(merchant_id, id) IN ${forgotten}`)
    .returning(UNPARKED);
}
