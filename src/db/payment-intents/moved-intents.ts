// What a list of payments and refunds says of their intents, whether they are archived by then or not.
import { sql } from "drizzle-orm";
import type { PaymentIntent } from "../../domain/payment-intent.ts";
import type { Database } from "../client.ts";
import { listArchivedByIds } from "./archived-intents.ts";

export type MovedIntent = Pick<
  PaymentIntent,
  | "id"
  | "amountMinor"
  | "currency"
  | "reference"
  | "description"
  | "counterId"
  | "paymentLedgerTxId"
  | "refundLedgerTxId"
>;

/** By id, of at most a few hundred. */
export async function readMovedIntents(
  db: Database,
  merchantId: string,
  ids: readonly string[],
): Promise<Map<string, MovedIntent>> {
  const current = await db.all<MovedIntent>(sql`
    SELECT i.id, i.amount_minor AS "amountMinor", i.currency, i.reference, i.description, i.counter_id AS "counterId",
      i.payment_ledger_tx_id AS "paymentLedgerTxId", i.refund_ledger_tx_id AS "refundLedgerTxId"
    FROM json_each(${JSON.stringify(ids)}) wanted CROSS JOIN payment_intents i ON i.id = wanted.value
    WHERE i.merchant_id = ${merchantId}`);
  const found = new Map(current.map((intent) => [intent.id, intent]));
  const others = ids.filter((id) => !found.has(id));
  for (const { intent } of await listArchivedByIds(db, others)) {
    if (intent.merchantId === merchantId) found.set(intent.id, intent);
  }
  return found;
}
