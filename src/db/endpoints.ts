// The health of webhook addresses. Only those that have failed lately have a row.
import { and, eq, inArray, sql } from "drizzle-orm";
import { DEGRADED_AFTER_FAILURES, type EndpointHealth, PROBE_INTERVAL_MS } from "../domain/delivery.ts";
import type { Database } from "./client.ts";
import { webhookEndpoints } from "./schema.ts";

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
        // Ten minutes after the last failure. One that has recovered keeps its time: something may still wait.
        nextProbeAt: sql`iif(${isDegraded}, ${now + PROBE_INTERVAL_MS}, next_probe_at)`,
      },
    });
}

/** A success where there were failures, but not many: no row means healthy. Where there is none nothing is written. */
export function settleHealthy(db: Database, merchantId: string, url: string) {
  return db
    .delete(webhookEndpoints)
    .where(and(isAddress(merchantId, url), sql`degraded_since IS NULL AND next_probe_at IS NULL`));
}

/**
 * A success of an address that is degraded, or that was and still has something waiting. The row stays until all of
 * that has been let go, so that the sweep goes on with it whatever happens; returns it.
 */
export function settleRecovered(db: Database, merchantId: string, url: string, now: number) {
  return db
    .update(webhookEndpoints)
    .set({ failures: 0, degradedSince: null, nextProbeAt: now })
    .where(and(isAddress(merchantId, url), sql`next_probe_at IS NOT NULL`))
    .returning({ url: webhookEndpoints.url });
}

/** Nothing waits for the recovered address any more; failures it has had since stay counted. */
export async function forgetRecovered(db: Database, merchantId: string, url: string): Promise<void> {
  const isRecovered = and(isAddress(merchantId, url), sql`degraded_since IS NULL`);
  await db.batch([
    db.delete(webhookEndpoints).where(and(isRecovered, eq(webhookEndpoints.failures, 0))),
    db.update(webhookEndpoints).set({ nextProbeAt: null }).where(isRecovered),
  ]);
}

function isAddress(merchantId: string, url: string) {
  return and(eq(webhookEndpoints.merchantId, merchantId), eq(webhookEndpoints.url, url));
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

/** Addresses that have not failed for so long, and for which nothing waits, are forgotten. */
export async function forgetQuietEndpoints(
  db: Database,
  merchantId: string,
  quietSince: number,
): Promise<void> {
  await db.delete(webhookEndpoints).where(sql`
    merchant_id = ${merchantId} AND last_failure_at < ${quietSince} AND NOT EXISTS (
      SELECT 1 FROM events e
      WHERE e.merchant_id = ${merchantId} AND e.parked_url = webhook_endpoints.url AND e.parked_url IS NOT NULL)`);
}
