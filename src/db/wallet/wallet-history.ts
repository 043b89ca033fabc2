// What explains the transactions of a wallet's account at the ledger.
import { inArray, sql } from "drizzle-orm";
import type { LedgerTransaction } from "../../domain/ledger.ts";
import type { MerchantName } from "../../domain/wallet-history.ts";
import type { Database } from "../client.ts";
import { merchants } from "../schema/merchants.ts";

/** The longest that an intent can be open. */
const OPEN_MAX_MS = 30 * 24 * 60 * 60_000;

/** By id. In one statement, however many there are. Ids that are no merchant's are left out. */
export async function listMerchantNames(
  db: Database,
  accountIds: readonly string[],
): Promise<Map<string, MerchantName>> {
  if (accountIds.length === 0) return new Map();
  const { id, businessName } = merchants;
  const rows = await db
    .select({ id, businessName })
    .from(merchants)
    .where(inArray(id, sql`(SELECT value FROM json_each(${JSON.stringify(accountIds)}))`));
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * The intents of payments and refunds whose ledger does not return its metadata, by transaction. Those that are in the
 * archive are not found: it has no index by transaction. Reads what the merchant was paid since then, and all its refunds.
 */
export async function findIntentIds(
  db: Database,
  walletId: string,
  transactions: readonly LedgerTransaction[],
): Promise<Map<string, string>> {
  const given = transactions.flatMap((transaction) => {
    const { transaction_id: id, transaction_type: kind, created_at } = transaction;
    const merchantId = kind === "refund" ? transaction.from_account_id : transaction.to_account_id;
    return kind === "payment" || kind === "refund"
      ? [{ id, kind, merchantId, at: Date.parse(created_at) }]
      : [];
  });
  if (given.length === 0) return new Map();
  const wanted = sql`(SELECT value ->> 'id' AS id, value ->> 'kind' AS kind, value ->> 'merchantId' AS merchant,
    value ->> 'at' AS at FROM json_each(${JSON.stringify(given)}))`;
  const rows = await db.all<{ transactionId: string; intentId: string }>(sql`
    SELECT w.id AS "transactionId", p.id AS "intentId" FROM ${wanted} w
    CROSS JOIN payment_intents p ON p.merchant_id = w.merchant AND p.status = 'completed'
      AND p.created_at >= w.at - ${OPEN_MAX_MS}
    WHERE w.kind = 'payment' AND p.payment_ledger_tx_id = w.id AND p.completed_by = ${walletId}
    UNION ALL
    SELECT w.id, p.id FROM ${wanted} w
    CROSS JOIN payment_intents p ON p.merchant_id = w.merchant AND p.refund_status IS NOT NULL
    WHERE w.kind = 'refund' AND p.refund_ledger_tx_id = w.id AND p.completed_by = ${walletId}`);
  return new Map(rows.map(({ transactionId, intentId }) => [transactionId, intentId]));
}
