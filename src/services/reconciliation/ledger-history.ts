// Searches an account's history at the ledger, which has pages but no filters: newest first, by page number.
import type { LedgerTransaction } from "../../domain/ledger.ts";
import type { Ledger } from "../../domain/ports/ledger.ts";
import type { RecordedTransfer } from "../../domain/recorded-transfer.ts";
import { readRecordedTransfer } from "../../wire/payment-intents/ledger.ts";

export const HISTORY_PAGE = 100;
/** The ledger's clock may differ from ours. */
const CLOCK_SKEW_MS = 60_000;
const PAGES_SEARCHED_MAX = 5;

/** The first page with a transaction from before then. A page may be asked for again: new transactions move old ones on. */
export async function firstPageBefore(ledger: Ledger, accountId: string, before: number): Promise<number> {
  const first = await ledger.listTransactions(accountId, 1, HISTORY_PAGE);
  if (isBefore(first.transactions, before)) return 1;
  let low = 1;
  let high = Math.max(1, Math.ceil(first.total / HISTORY_PAGE));
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const { transactions } = await ledger.listTransactions(accountId, middle, HISTORY_PAGE);
    if (isBefore(transactions, before)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** An empty page is past the end, and so before everything. */
function isBefore(transactions: readonly LedgerTransaction[], before: number): boolean {
  const oldest = transactions.at(-1);
  return oldest === undefined || Date.parse(oldest.created_at) < before;
}

/**
 * The payment of an intent whose transaction id is not known. Null when the ledger has none, undefined when the part of
 * the history that was searched does not tell.
 */
export async function findPayment(
  ledger: Ledger,
  intent: { id: string; merchantId: string; createdAt: number; completedAt: number },
): Promise<RecordedTransfer | null | undefined> {
  const { merchantId, createdAt, completedAt } = intent;
  const start = await firstPageBefore(ledger, merchantId, completedAt + CLOCK_SKEW_MS);
  for (let page = start; page < start + PAGES_SEARCHED_MAX; page++) {
    const { transactions } = await ledger.listTransactions(merchantId, page, HISTORY_PAGE);
    for (const transaction of transactions) {
      const transfer = readRecordedTransfer(transaction);
      if (transfer?.kind === "payment" && transfer.paymentIntentId === intent.id) return transfer;
    }
    const isEnd = transactions.length < HISTORY_PAGE || isBefore(transactions, createdAt - CLOCK_SKEW_MS);
    if (isEnd) return null;
  }
  return undefined;
}
