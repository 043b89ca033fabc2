// Which endpoints of webhooks fail or have recovered since operators were last told. A page reads no more rows than
// its limit, of each table, however many there are.
import { and, eq, sql } from "drizzle-orm";
import type { WebhookEndpoint } from "../../domain/delivery.ts";
import type { Database } from "../client.ts";
import { operatorAlerts } from "../schema/operations.ts";

export interface EndpointState extends WebhookEndpoint {
  businessName: string;
  /** Null when it does not fail, or not for long. */
  degradedSince: number | null;
  /** Consecutive ones. */
  failures: number;
  /** What operators were told; null when they were told nothing. */
  alertedSince: number | null;
}

/** Lists the endpoints after this one that have failed recently. */
export async function listFailedEndpoints(
  db: Database,
  after: WebhookEndpoint,
  limit: number,
): Promise<EndpointState[]> {
  return await db.all<EndpointState>(sql`
    SELECT w.merchant_id AS "merchantId", w.url AS origin, m.business_name AS "businessName",
        w.degraded_since AS "degradedSince", w.failures, a.failing_since AS "alertedSince"
      FROM (SELECT * FROM webhook_endpoints WHERE (merchant_id, url) > (${after.merchantId}, ${after.origin})
        ORDER BY merchant_id, url LIMIT ${limit}) w
      JOIN merchants m ON m.id = w.merchant_id
      LEFT JOIN operator_alerts a ON a.merchant_id = w.merchant_id AND a.origin = w.url
      ORDER BY w.merchant_id, w.url`);
}

/** Lists the endpoints after this one that operators were told of. */
export async function listAlertedEndpoints(
  db: Database,
  after: WebhookEndpoint,
  limit: number,
): Promise<EndpointState[]> {
  return await db.all<EndpointState>(sql`
    SELECT a.merchant_id AS "merchantId", a.origin, m.business_name AS "businessName",
        w.degraded_since AS "degradedSince", coalesce(w.failures, 0) AS failures, a.failing_since AS "alertedSince"
      FROM (SELECT * FROM operator_alerts WHERE (merchant_id, origin) > (${after.merchantId}, ${after.origin})
        ORDER BY merchant_id, origin LIMIT ${limit}) a
      JOIN merchants m ON m.id = a.merchant_id
      LEFT JOIN webhook_endpoints w ON w.merchant_id = a.merchant_id AND w.url = a.origin
      ORDER BY a.merchant_id, a.origin`);
}

export async function noteAlert(
  db: Database,
  endpoint: WebhookEndpoint,
  failingSince: number,
): Promise<void> {
  const { merchantId, origin } = endpoint;
  await db.insert(operatorAlerts).values({ merchantId, origin, failingSince }).onConflictDoNothing();
}

export async function forgetAlert(db: Database, { merchantId, origin }: WebhookEndpoint): Promise<void> {
  await db
    .delete(operatorAlerts)
    .where(and(eq(operatorAlerts.merchantId, merchantId), eq(operatorAlerts.origin, origin)));
}
