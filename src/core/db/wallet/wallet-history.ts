// What explains the transactions of a wallet's account at the ledger.
import { inArray, type SQL, sql } from "drizzle-orm";
import type { Database, Shard } from "#core/db/client.ts";
import { merchants } from "#core/db/schema/merchants.ts";
import { paymentIntents } from "#core/db/schema/payment-intents.ts";
import type { LedgerTransaction } from "#core/domain/ledger.ts";
import type { MerchantName } from "#core/domain/wallet/wallet-history.ts";

/** How far the clock of a ledger may be from this service's. */
const CLOCK_SKEW_MS = 60_000;
/** How many intents are looked through for the transactions of a page, which takes two rows each. */
const SEARCHED_MAX = 800;

/** Reads by id, in one statement, however many there are. Ids that are no merchant's are left out. */
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

/** Payments and refunds: all else that the ledger lists has no intent. */
export function mayHaveIntent({ transaction_type: kind }: LedgerTransaction): boolean {
  return kind === "payment" || kind === "refund";
}

/** The transaction has to be a payment or a refund. */
export function merchantOf(transaction: LedgerTransaction): string {
  const isRefund = transaction.transaction_type === "refund";
  return isRefund ? transaction.from_account_id : transaction.to_account_id;
}

/**
 * The intents of payments and refunds whose ledger does not return its metadata, by transaction. No index has them, so each is
 * looked for among its merchant's payments that were created before it, or refunds that were settled after it, the nearest
 * first, within a bound for all: what is not among them is left out.
 */
export async function findIntentIds(
  db: Shard,
  walletId: string,
  transactions: readonly LedgerTransaction[],
): Promise<Map<string, string>> {
  if (transactions.length === 0) return new Map();
  const given = transactions.map((transaction) => {
    const { transaction_id: id, transaction_type: kind, created_at } = transaction;
    return { id, kind, merchantId: merchantOf(transaction), at: Date.parse(created_at) };
  });
  const searched = Math.floor(SEARCHED_MAX / transactions.length);
  const ofEach = Math.ceil(searched / 2);
  const rows = await db.all<{ transactionId: string; intentId: string | null }>(sql`
    SELECT t.value ->> 'id' AS "transactionId", CASE t.value ->> 'kind'
      WHEN 'payment' THEN ${intentAmong(nearestPayments(searched), walletId)}
      ELSE coalesce(${intentAmong(nearestRefunds(ofEach), walletId)}, ${intentAmong(pendingRefunds(ofEach), walletId)})
    END AS "intentId" FROM json_each(${JSON.stringify(given)}) t`);
  return new Map(
    rows.flatMap(({ transactionId, intentId }) => (intentId ? [[transactionId, intentId]] : [])),
  );
}

/** When intents were created, by id. Unknown ones are left out. */
export async function readCreationTimes(db: Shard, ids: readonly string[]): Promise<Map<string, number>> {
  const { id, createdAt } = paymentIntents;
  const rows = await db
    .select({ id, createdAt })
    .from(paymentIntents)
    .where(inArray(id, sql`(SELECT value FROM json_each(${JSON.stringify(ids)}))`));
  return new Map(rows.map((row) => [row.id, row.createdAt]));
}

/** The one of these payments that the transaction `t` is of. */
function intentAmong(nearest: SQL, walletId: string): SQL {
  return sql`(SELECT id FROM (${nearest}) WHERE transaction_id = t.value ->> 'id' AND completed_by = ${walletId} LIMIT 1)`;
}

const IS_OF_MERCHANT = sql`merchant_id = t.value ->> 'merchantId'`;
const LATEST = sql`(t.value ->> 'at') + ${sql.raw(String(CLOCK_SKEW_MS))}`;

function nearestPayments(limit: number): SQL {
  return sql`SELECT id, completed_by, payment_ledger_tx_id AS transaction_id FROM payment_intents
    WHERE ${IS_OF_MERCHANT} AND status = 'completed' AND created_at <= ${LATEST} ORDER BY created_at DESC LIMIT ${limit}`;
}

function nearestRefunds(limit: number): SQL {
  return sql`SELECT i.id, i.completed_by, i.refund_ledger_tx_id AS transaction_id
    FROM (SELECT intent_id FROM late_movements
      WHERE ${IS_OF_MERCHANT} AND at >= (t.value ->> 'at') - ${sql.raw(String(CLOCK_SKEW_MS))} ORDER BY at LIMIT ${limit}) m
    CROSS JOIN payment_intents i ON i.id = m.intent_id`;
}

function pendingRefunds(limit: number): SQL {
  return sql`SELECT id, completed_by, refund_ledger_tx_id AS transaction_id FROM payment_intents
    WHERE ${IS_OF_MERCHANT} AND refund_status = 'pending' AND refund_status IS NOT NULL AND created_at <= ${LATEST}
    ORDER BY created_at DESC LIMIT ${limit}`;
}
