// Finds a payment's lines among all of a merchant's, which the ledger lists newest first and only page by page.

import type { Wire } from "#core/wire/shared/wire-types.ts";
import type { LedgerTransaction } from "#sdk/index.ts";

type LedgerPage = Pick<Wire<"TransactionsResponse">, "transactions" | "total_pages">;

/** A line may be stored a little before the payment is known to be complete. */
const MARGIN_MS = 60_000;
/** A refund can come long after its payment. Lines that are not found within these pages are not shown. */
const PAGES_MAX = 12;

/**
 * The lines, oldest first: on the pages from that of `since` on towards the newest, which a search by halves finds, and
 * on the newest themselves.
 */
export async function findLines(
  paymentId: string,
  since: string,
  readPage: (page: number) => Promise<LedgerPage>,
): Promise<LedgerTransaction[]> {
  const newest = await readPage(1);
  const oldest = Date.parse(since) - MARGIN_MS;
  const isOlder = ({ transactions }: LedgerPage) =>
    Date.parse(transactions.at(-1)?.created_at ?? "") < oldest;
  const pages = [newest];
  if (!isOlder(newest)) {
    let [low, high] = [2, newest.total_pages];
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      if (isOlder(await readPage(middle))) high = middle;
      else low = middle + 1;
    }
    for (let page = low; page > 1 && page > low - PAGES_MAX; page--) pages.push(await readPage(page));
  }
  const lines = pages.flatMap(({ transactions }) => transactions);
  const own = lines.filter(({ metadata }) => metadata.payment_intent_id === paymentId);
  return [...new Map(own.map((line) => [line.transaction_id, line])).values()].sort((a, b) =>
    a.created_at < b.created_at ? -1 : 1,
  );
}
