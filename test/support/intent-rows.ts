// What D1 has of an intent: its row, its events and its transactions in the embedded ledger.
import { readBody, type StoredBody } from "#core/db/webhooks/stored-body.ts";
import { ledgerRows, rowsOf } from "./rows.ts";

export async function rowOf(intentId: string): Promise<Record<string, unknown> | null> {
  return await rowsOf(intentId).first("SELECT * FROM payment_intents WHERE id = ?", intentId);
}

export interface EventRow extends Record<string, unknown> {
  id: string;
  merchant_id: string;
  type: string;
  sequence: number;
  payload: string;
  actor: string;
  created_at: number;
  delivery_status: string;
  attempts: number;
  next_attempt_at: number | null;
  last_response_status: number | null;
  last_error: string | null;
  ended_at: number | null;
}

export async function eventsOf(intentId: string): Promise<EventRow[]> {
  const results = await rowsOf(intentId).all<EventRow>(
    "SELECT * FROM events WHERE intent_id = ? ORDER BY sequence",
    intentId,
  );
  return results.map((row) => ({ ...row, payload: bodyOf(row) }));
}

/** The webhook's body in a row of `events`. */
export function bodyOf(row: Record<string, unknown>): string {
  const { payload, merchant_id, intent_id, actor, created_at } = row;
  return readBody({
    body: payload,
    merchantId: merchant_id,
    intentId: intent_id,
    actor,
    createdAt: created_at,
  } as StoredBody);
}

export async function transactionsOf(intentId: string) {
  const results = await ledgerRows.all<{
    id: string;
    idempotency_key: string;
    transaction_type: string;
    status: string;
  }>(
    `SELECT id, idempotency_key, transaction_type, status FROM ledger_transactions
     WHERE idempotency_key LIKE ? ORDER BY id`,
    `%:${intentId}:%`,
  );
  return results;
}
