// The health of the endpoints that webhooks go to. Only those that have failed recently have a row.
import { and, eq, inArray, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { Shard } from "#core/db/client.ts";
import { prepareOnce, withValues } from "#core/db/prepared-statements.ts";
import { HAS_NEXT_PROBE, IS_WAITING, webhookEndpoints } from "#core/db/schema/webhooks.ts";
import {
  DEGRADED_AFTER_FAILURES,
  type EndpointHealth,
  PROBE_INTERVAL_MS,
  RELEASE_INTERVAL_MS,
  type WebhookEndpoint,
} from "#core/domain/webhooks/delivery.ts";

/** Counts one more consecutive failure; the twentieth makes the endpoint degraded. */
export function countFailure(db: Shard, { merchantId, origin }: WebhookEndpoint, now: number) {
  const isNowDegraded = sql`failures + 1 >= ${DEGRADED_AFTER_FAILURES}`;
  return db
    .insert(webhookEndpoints)
    .values({ merchantId, origin, failures: 1, lastFailureAt: now })
    .onConflictDoUpdate({
      target: [webhookEndpoints.merchantId, webhookEndpoints.origin],
      set: {
        failures: sql`failures + 1`,
        lastFailureAt: now,
        degradedSince: sql`iif(${isNowDegraded}, coalesce(degraded_since, ${now}), NULL)`,
        // An endpoint that recovered earlier keeps its time, because deliveries may still wait for it.
        nextProbeAt: sql`iif(${isNowDegraded}, ${now + PROBE_INTERVAL_MS}, next_probe_at)`,
      },
    });
}

/** Belongs in a batch, after a success. One statement deletes a healthy endpoint's row; the second returns that of any other. */
export function settleSuccess(db: Shard, { merchantId, origin }: WebhookEndpoint, now: number) {
  return [
    withValues(forgetHealthy(db), { merchantId, origin }),
    withValues(settleRecovered(db), { merchantId, origin, now }),
  ] as const;
}

const ENDPOINT = { merchantId: sql.placeholder("merchantId"), origin: sql.placeholder("origin") };

/** Without a row it writes nothing. */
const forgetHealthy = prepareOnce((db) =>
  db
    .delete(webhookEndpoints)
    .where(and(whereEndpoint(ENDPOINT), sql`degraded_since IS NULL AND next_probe_at IS NULL`))
    .prepare(),
);

/**
 * Settles one that is degraded, or that has recovered and still has deliveries waiting. The row stays until all of them are
 * released. `nextProbeAt` becomes the time of the next release: an endpoint that fails and recovers within a minute does not get
 * two.
 */
const settleRecovered = prepareOnce((db) => {
  const firstReleaseAt = sql`max(${sql.placeholder("now")}, degraded_since + ${RELEASE_INTERVAL_MS})`;
  return db
    .update(webhookEndpoints)
    .set({
      failures: 0,
      degradedSince: null,
      nextProbeAt: sql`iif(degraded_since IS NULL, next_probe_at, ${firstReleaseAt})`,
    })
    .where(and(whereEndpoint(ENDPOINT), HAS_NEXT_PROBE))
    .returning({ releaseAt: webhookEndpoints.nextProbeAt })
    .prepare();
});

/** Forgets a recovered endpoint that nothing waits for any more. Failures since its recovery stay counted. */
export async function forgetRecovered(db: Shard, endpoint: WebhookEndpoint): Promise<void> {
  const isRecovered = and(whereEndpoint(endpoint), sql`degraded_since IS NULL`);
  await db.batch([
    db.delete(webhookEndpoints).where(and(isRecovered, eq(webhookEndpoints.failures, 0))),
    db.update(webhookEndpoints).set({ nextProbeAt: null }).where(isRecovered),
  ]);
}

export function whereEndpoint({
  merchantId,
  origin,
}: Record<keyof WebhookEndpoint, string | SQLWrapper>): SQL | undefined {
  return and(eq(webhookEndpoints.merchantId, merchantId), eq(webhookEndpoints.origin, origin));
}

/** Finds it by origin. An endpoint without an entry is healthy. */
export async function findHealth(
  db: Shard,
  merchantId: string,
  origins: readonly string[],
): Promise<Map<string, EndpointHealth>> {
  if (origins.length === 0) return new Map();
  const isNamed = inArray(
    webhookEndpoints.origin,
    sql`(SELECT value FROM json_each(${JSON.stringify(origins)}))`,
  );
  const isWanted = and(eq(webhookEndpoints.merchantId, merchantId), isNamed);
  const rows = await db.select().from(webhookEndpoints).where(isWanted);
  return new Map(rows.map((row) => [row.origin, row]));
}

/** Deletes the rows of endpoints that have not failed since `quietSince` and for which nothing waits. */
export async function forgetQuietEndpoints(db: Shard, merchantId: string, quietSince: number): Promise<void> {
  await db.delete(webhookEndpoints).where(sql`
    merchant_id = ${merchantId} AND last_failure_at < ${quietSince} AND NOT EXISTS (
      SELECT 1 FROM events e
      WHERE e.merchant_id = ${merchantId} AND e.parked_url = webhook_endpoints.url AND ${IS_WAITING})`);
}

const EXPORTED = {
  origin: webhookEndpoints.origin,
  consecutive_failures: webhookEndpoints.failures,
  last_failure_at: webhookEndpoints.lastFailureAt,
  degraded_since: webhookEndpoints.degradedSince,
  next_probe_at: webhookEndpoints.nextProbeAt,
};

/** Their fields have the names of an export. A merchant has few of them. */
export async function listEndpointRows(db: Shard, merchantId: string) {
  return await db.select(EXPORTED).from(webhookEndpoints).where(eq(webhookEndpoints.merchantId, merchantId));
}
