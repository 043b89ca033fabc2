// What explains the transactions of a wallet's account at the ledger.
import { inArray, sql } from "drizzle-orm";
import type { LedgerTransaction } from "../../domain/ledger.ts";
import type { MerchantName } from "../../domain/wallet-history.ts";
import type { Database, Place } from "../client.ts";
import { merchants } from "../schema/merchants.ts";

/** The longest that an intent can be open. */
export const OPEN_MAX_MS = 30 * 24 * 60 * 60_000;
/** How far the clock of a ledger may be from this service's. */
const CLOCK_SKEW_MS = 60 * 60_000;

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

export function mayBeAtDesk({ transaction_type: kind }: LedgerTransaction): boolean {
  return kind === "top_up" || kind === "pay_out";
}

/** By transaction, whether or not the ledger returns its metadata. Reads the wallet's movements, which are few. */
export async function listDeskNames(
  db: Database,
  walletId: string,
  transactionIds: readonly string[],
): Promise<Map<string, string>> {
  if (transactionIds.length === 0) return new Map();
  const rows = await db.all<{ id: string; name: string }>(sql`
    SELECT m.transaction_id AS id, d.name FROM movements m INDEXED BY movements_by_account
    CROSS JOIN desks d ON d.id = m.desk_id WHERE m.account_id = ${walletId}
      AND m.transaction_id IN (SELECT value FROM json_each(${JSON.stringify(transactionIds)}))`);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Payments and refunds: all else that the ledger lists has no intent. */
export function mayHaveIntent({ transaction_type: kind }: LedgerTransaction): boolean {
  return kind === "payment" || kind === "refund";
}

/** Of a payment or a refund. */
export function merchantOf(transaction: LedgerTransaction): string {
  const isRefund = transaction.transaction_type === "refund";
  return isRefund ? transaction.from_account_id : transaction.to_account_id;
}

/**
 * The intents of payments and refunds whose ledger does not return its metadata, by transaction. Those that are in the
 * archive are not found: it has no index by transaction. Reads once, for each merchant, what it was paid from before the
 * first of them to the last, and what it has refunded of all that came before the last.
 */
export async function findIntentIds(
  db: Place,
  walletId: string,
  transactions: readonly LedgerTransaction[],
): Promise<Map<string, string>> {
  if (transactions.length === 0) return new Map();
  const given = transactions.map((transaction) => {
    const { transaction_id: id, transaction_type: kind, created_at } = transaction;
    return { id, kind, merchantId: merchantOf(transaction), at: Date.parse(created_at) };
  });
  const wanted = sql`(SELECT value ->> 'id' AS id, value ->> 'kind' AS kind, value ->> 'merchantId' AS merchant,
    value ->> 'at' AS at FROM json_each(${JSON.stringify(given)}))`;
  const merchantsOf = (
    kind: string,
  ) => sql`(SELECT merchant, min(at) - ${OPEN_MAX_MS + CLOCK_SKEW_MS} AS first,
    max(at) + ${CLOCK_SKEW_MS} AS last FROM ${wanted} WHERE kind = ${kind} GROUP BY merchant)`;
  const idsOf = (kind: string) => sql`(SELECT id FROM ${wanted} WHERE kind = ${kind})`;
  const rows = await db.all<{ transactionId: string; intentId: string }>(sql`
    SELECT p.payment_ledger_tx_id AS "transactionId", p.id AS "intentId" FROM ${merchantsOf("payment")} m
    CROSS JOIN payment_intents p ON p.merchant_id = m.merchant AND p.status = 'completed'
      AND p.created_at BETWEEN m.first AND m.last
    WHERE p.completed_by = ${walletId} AND p.payment_ledger_tx_id IN ${idsOf("payment")}
    UNION ALL
    SELECT p.refund_ledger_tx_id, p.id FROM ${merchantsOf("refund")} m
    CROSS JOIN payment_intents p ON p.merchant_id = m.merchant AND p.refund_status IN ('pending', 'completed')
      AND p.refund_status IS NOT NULL AND p.created_at <= m.last
    WHERE p.completed_by = ${walletId} AND p.refund_ledger_tx_id IN ${idsOf("refund")}`);
  return new Map(rows.map(({ transactionId, intentId }) => [transactionId, intentId]));
}
