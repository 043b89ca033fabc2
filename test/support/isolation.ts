import { env } from "cloudflare:workers";
import type { ApiResponse } from "./api.ts";

export type Request = [method: string, path: string, json?: unknown];

/** What is to be the same: the request's own id is not. */
export function comparable({ status, body }: ApiResponse, id: string) {
  return { status, body: JSON.parse(JSON.stringify({ ...body, request_id: "" }).replaceAll(id, "ID")) };
}

/** Of a merchant's events, whatever became of their delivery. */
export async function eventIdsOf(merchantId: string): Promise<string[]> {
  const { results } = await env.DB.prepare("SELECT id FROM events WHERE merchant_id = ?")
    .bind(merchantId)
    .all<{ id: string }>();
  return results.map(({ id }) => id);
}

/** A ledger event that nobody has signed. */
export function settledRefundOf(intentId: string) {
  const data = {
    transaction_id: crypto.randomUUID(),
    transaction_type: "refund",
    status: "completed",
    metadata: { payment_intent_id: intentId },
  };
  return { type: "transaction.settled", data };
}
