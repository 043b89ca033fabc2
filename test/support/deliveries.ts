// Webhook deliveries as the consumer, the merchant and D1 see them.
import type { DeliveryMessage } from "#core/webhooks/message.ts";
import { call } from "./api.ts";
import type { EventRow } from "./intent-rows.ts";
import { MERCHANT_API } from "./paths.ts";
import { consume } from "./queues.ts";
import { rowsOf } from "./rows.ts";
import { merchantToken } from "./tokens.ts";

export const ALL_EVENTS = [
  "payment.completed",
  "payment.cancelled",
  "payment.expired",
  "payment.approval_requested",
  "refund.pending",
  "refund.completed",
  "refund.failed",
];

/** The health of a webhook endpoint without failures. */
export const HEALTHY = {
  status: "healthy",
  consecutive_failures: 0,
  degraded_since: null,
  next_probe_at: null,
};

export const DELIVERIES = `${MERCHANT_API}/webhook-deliveries`;

/** The queue messages of these deliveries when it is not their first attempt. */
export function messagesFor(merchantId: string, eventIds: readonly string[]): DeliveryMessage[] {
  return eventIds.map((eventId) => ({ merchantId, eventId }));
}

/** Passes the deliveries to the consumer in batches of the queue's size. */
export async function deliver(merchantId: string, eventIds: readonly string[]): Promise<void> {
  const messages = messagesFor(merchantId, eventIds);
  for (let start = 0; start < messages.length; start += 6) {
    await consume("webhooks", messages.slice(start, start + 6));
  }
}

export interface DeliveryState extends EventRow {
  parked_url: string | null;
  attempt_log: string | null;
}

export async function deliveryRows(merchantId: string): Promise<DeliveryState[]> {
  const results = await rowsOf(merchantId).all<DeliveryState>(
    "SELECT * FROM events WHERE merchant_id = ? ORDER BY id",
    merchantId,
  );
  return results;
}

/** Neither ended nor due nor waiting for an address that will be probed: nothing will ever process them. */
export async function stuckDeliveries(merchantId: string): Promise<string[]> {
  const results = await rowsOf(merchantId).all<{ id: string }>(
    `SELECT e.id FROM events e
     LEFT JOIN webhook_endpoints w
       ON w.merchant_id = e.merchant_id AND w.url = e.parked_url AND w.next_probe_at IS NOT NULL
     WHERE e.merchant_id = ? AND e.delivery_status = 'pending' AND e.next_attempt_at IS NULL AND w.url IS NULL`,
    merchantId,
  );
  return results.map(({ id }) => id);
}

/** Calls as the merchant itself, with a token that is valid now. */
export async function callAs(merchantId: string, method: string, path: string, json?: unknown) {
  const token = await merchantToken(merchantId);
  return await call(method, path, { token, ...(json === undefined ? {} : { json }) });
}

export async function readHealth(merchantId: string) {
  return (await callAs(merchantId, "GET", `${MERCHANT_API}/webhook`)).body.webhook.health;
}

/** The responses' statuses in the log of attempts. */
export function attemptStatuses(row: DeliveryState | undefined): (number | null)[] {
  return JSON.parse(row?.attempt_log ?? "[]").map(({ status }: { status: number | null }) => status);
}

/** Each status once. */
export async function statusesOf(merchantId: string): Promise<string[]> {
  return [...new Set((await deliveryRows(merchantId)).map((row) => row.delivery_status))];
}
