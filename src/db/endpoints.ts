// The health of webhook addresses. Only those that have failed recently have a row.
import { and, eq, inArray, sql } from "drizzle-orm";
import {
  DEGRADED_AFTER_FAILURES,
  type EndpointHealth,
  PROBE_INTERVAL_MS,
  RELEASE_INTERVAL_MS,
} from "../domain/delivery.ts";
import type { Database } from "./client.ts";
import { webhookEndpoints } from "./schema.ts";

/** D1 takes 100 parameters per statement. */
const URLS_PER_QUERY = 90;

/** Counts one more consecutive failure; the twentieth makes the address degraded. */
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
        // An address that recovered earlier keeps its time, because deliveries may still wait for it.
        nextProbeAt: sql`iif(${isDegraded}, ${now + PROBE_INTERVAL_MS}, next_probe_at)`,
      },
    });
}

/** Deletes the row after a success of an address that is not degraded. Without a row it writes nothing. */
export function settleHealthy(db: Database, merchantId: string, url: string) {
  return db
    .delete(webhookEndpoints)
    .where(and(isAddress(merchantId, url), sql`degraded_since IS NULL AND next_probe_at IS NULL`));
}

/**
 * Records a success of an address that is degraded, or that has recovered and still has deliveries waiting. The row stays
 * until all of them are released. `nextProbeAt` becomes the time of the next release: an address that fails and recovers
 * within a minute does not get two. Returns the row.
 */
export function settleRecovered(db: Database, merchantId: string, url: string, now: number) {
  const firstReleaseAt = sql`max(${now}, degraded_since + ${RELEASE_INTERVAL_MS})`;
  return db
    .update(webhookEndpoints)
    .set({
      failures: 0,
      degradedSince: null,
      nextProbeAt: sql`iif(degraded_since IS NULL, next_probe_at, ${firstReleaseAt})`,
    })
    .where(and(isAddress(merchantId, url), sql`next_probe_at IS NOT NULL`))
    .returning({ releaseAt: webhookEndpoints.nextProbeAt });
}

/** For a recovered address that nothing waits for any more. Failures since its recovery stay counted. */
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

/** By URL. An address without an entry is healthy. */
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

/** Deletes the rows of addresses that have not failed since `quietSince` and for which nothing waits. */
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
