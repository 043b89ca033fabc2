// Reads an account's history at the ledger, which has pages but no filters: newest first, by page number.
import type { LedgerTransaction } from "#core/domain/ledger.ts";
import type { Ledger } from "#core/domain/ports/ledger.ts";
import type { CheckPosition, Finding } from "#core/domain/reconciliation/reconciliation.ts";
import { type CheckContext, type CheckPage, pageOf } from "./reconciliation-check.ts";

export const HISTORY_PAGE = 100;

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
export function isBefore(transactions: readonly LedgerTransaction[], before: number): boolean {
  const oldest = transactions.at(-1);
  return oldest === undefined || Date.parse(oldest.created_at) < before;
}

type Judge = (
  context: CheckContext,
  transactions: readonly LedgerTransaction[],
) => Promise<{ transfer: { createdAt: number; transactionId: string }; finding: Finding | null }[]>;

/** Returns null at the end of the account. */
export async function checkHistoryPage(
  context: CheckContext,
  position: CheckPosition,
  judge: Judge,
): Promise<CheckPage> {
  const { deps, from, to, now, room } = context;
  const { key: accountId } = position;
  const isRecent = position.at > 0 || to >= now;
  const page = isRecent ? Math.max(1, position.at) : await firstPageBefore(deps.ledger, accountId, to);
  const behind = await readBehind(deps.ledger, position);
  const transactions =
    behind ?? (await deps.ledger.listTransactions(accountId, page, HISTORY_PAGE)).transactions;
  const examined = await judge(context, behind ?? unseen(transactions, position.id));
  const oldest = transactions.at(-1);
  const isEnd =
    oldest === undefined || transactions.length < HISTORY_PAGE || Date.parse(oldest.created_at) < from;
  const rest = isEnd
    ? null
    : {
        at: page + 1,
        key: accountId,
        id: historyPosition(Date.parse(oldest.created_at), oldest.transaction_id),
      };
  const positioned = examined.map(({ transfer: { createdAt, transactionId }, finding }) => ({
    position: { at: page, key: accountId, id: historyPosition(createdAt, transactionId) },
    finding,
  }));
  return pageOf(positioned, room, rest);
}

function historyPosition(createdAt: number, transactionId: string): string {
  return `${createdAt} ${transactionId}`;
}

/** Returns null at the start, and where the ledger does not read on from a transaction. */
async function readBehind(
  ledger: Ledger,
  { key: accountId, id: seen }: CheckPosition,
): Promise<readonly LedgerTransaction[] | null> {
  const [, seenId] = seen.split(" ", 2);
  const found = seenId === undefined ? null : await ledger.listBefore(accountId, seenId, HISTORY_PAGE);
  return found?.ok ? found.value.transactions : null;
}

/** What comes after a transaction of the history; it may have moved to a later page since it was read. */
function unseen(transactions: readonly LedgerTransaction[], position: string): readonly LedgerTransaction[] {
  const [seenAt, seenId] = position.split(" ", 2);
  if (seenId === undefined) return transactions;
  const seen = transactions.findIndex(({ transaction_id: id }) => id === seenId);
  if (seen !== -1) return transactions.slice(seen + 1);
  return transactions.filter((transaction) => Date.parse(transaction.created_at) <= Number(seenAt));
}

/** A transaction of the last minutes may not be recorded yet. */
export function isCompared({ from, to, stuckBefore }: CheckContext, createdAt: number): boolean {
  return createdAt >= from && createdAt < to && createdAt <= stuckBefore;
}
