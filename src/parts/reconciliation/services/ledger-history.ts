// Searches an account's history at the ledger for the payment of an intent.
import type { Ledger } from "#core/domain/ports/ledger.ts";
import { firstPageBefore, HISTORY_PAGE, isBefore } from "#core/services/reconciliation/account-history.ts";
import type { RecordedTransfer } from "../domain/recorded-transfer.ts";
import { readRecordedTransfer } from "../wire/recorded-transfer.ts";

/** The ledger's clock may differ from ours. */
const CLOCK_SKEW_MS = 60_000;
const PAGES_SEARCHED_MAX = 5;

/**
 * The payment of an intent whose transaction id is not known. Returns null when the ledger has none, undefined when the part of
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
