// Which endpoints of webhooks fail or have recovered since operators were last told. A page reads at most two rows
// for each of its endpoints from a table, however many there are.
import { and, eq, sql } from "drizzle-orm";
import type { Shard } from "#core/db/client.ts";
import { operatorAlerts } from "#core/db/schema/operations.ts";
import type { WebhookEndpoint } from "#core/domain/webhooks/delivery.ts";

export interface EndpointState extends WebhookEndpoint {
  businessName: string;
  /** It is null when it does not fail, or not for long. */
  degradedSince: number | null;
  /** Consecutive ones. */
  failures: number;
  /** What operators were told; null when they were told nothing. */
  alertedSince: number | null;
}

/** Lists, after this endpoint, those that have failed recently, or that operators were told of. */
export async function listEndpointStates(
  db: Shard,
  table: "webhook_endpoints" | "operator_alerts",
  after: WebhookEndpoint,
  limit: number,
): Promise<EndpointState[]> {
  const origin = sql.identifier(table === "webhook_endpoints" ? "url" : "origin");
  return await db.all<EndpointState>(sql`
    SELECT e.merchant_id AS "merchantId", e.origin, m.business_name AS "businessName",
        w.degraded_since AS "degradedSince", coalesce(w.failures, 0) AS failures, a.failing_since AS "alertedSince"
      FROM (SELECT merchant_id, ${origin} AS origin FROM ${sql.identifier(table)}
        WHERE (merchant_id, ${origin}) > (${after.merchantId}, ${after.origin})
        ORDER BY merchant_id, ${origin} LIMIT ${limit}) e
      JOIN merchants m ON m.id = e.merchant_id
      LEFT JOIN webhook_endpoints w ON w.merchant_id = e.merchant_id AND w.url = e.origin
      LEFT JOIN operator_alerts a ON a.merchant_id = e.merchant_id AND a.origin = e.origin
      ORDER BY e.merchant_id, e.origin`);
}

export async function noteAlert(db: Shard, endpoint: WebhookEndpoint, failingSince: number): Promise<void> {
  const { merchantId, origin } = endpoint;
  await db.insert(operatorAlerts).values({ merchantId, origin, failingSince }).onConflictDoNothing();
}

export async function forgetAlert(db: Shard, { merchantId, origin }: WebhookEndpoint): Promise<void> {
  await db
    .delete(operatorAlerts)
    .where(and(eq(operatorAlerts.merchantId, merchantId), eq(operatorAlerts.origin, origin)));
}
