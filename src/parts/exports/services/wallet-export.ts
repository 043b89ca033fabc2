import { listNotedAfter, listOpenRequests, readIntents } from "#core/db/wallet/wallet-intents.ts";
import { readWalletRows } from "#core/db/wallet/wallet-rows.ts";
import { listWalletShards } from "#core/db/wallet/wallet-shards.ts";
import type { HistoryCursor } from "#core/domain/cursor.ts";
import type { PaymentIntent } from "#core/domain/payment-intents/payment-intent.ts";
import { ok, type Result } from "#core/domain/result.ts";
import type { Dependencies } from "#core/services/dependencies.ts";
import { listBalances, listPaymentsUnderWay } from "#core/services/wallet/wallet.ts";
import { type History, readHistory } from "#core/services/wallet/wallet-history.ts";
import { byShard, findInShards } from "#core/shards/shards.ts";
import type { ExportedLine, WalletExport } from "../wire/present-wallet-export.ts";

/** The platform allows 1,000 in one invocation; a hundred are for what is not read by pages. */
const QUERIES_MAX = 900;
const HISTORY_PAGE = 100;
/** Each shard that has payments of the page takes so many. */
const HISTORY_PAGE_QUERIES = 7;
const REQUESTS_PAGE = 250;
const REQUESTS_PAGE_QUERIES = 3;

/** What is left of an invocation's queries: the history, which can continue in another part, has what the requests leave. */
interface Budget {
  queries: number;
}

/** Cursor null: from the start. Later parts have only what is left of the history. */
export async function exportWallet(
  deps: Dependencies,
  walletId: string,
  cursor: HistoryCursor | null,
  queriesMax = QUERIES_MAX,
): Promise<Result<WalletExport, "unknown_cursor">> {
  deps.shards.requireAccepted();
  const first = await readHistory(deps, walletId, cursor, HISTORY_PAGE);
  if (!first.ok) return first;
  const isContinued = cursor !== null;
  const budget = { queries: queriesMax };
  return ok({
    walletId,
    startedAt: deps.clock(),
    balances: await listBalances(deps, walletId),
    rows: isContinued ? {} : await readWalletRows(deps.shards, deps.walletParts, walletId),
    paymentsUnderWay: isContinued ? [] : await listPaymentsUnderWay(deps, walletId),
    requests: isContinued ? none() : requestsOf(deps, walletId, budget),
    transactions: linesOf(deps, walletId, first.value, budget),
  });
}

async function* none(): AsyncGenerator<PaymentIntent[]> {}

/** One that ends meanwhile is perhaps in both lists of a shard, but never in neither. */
async function* requestsOf(
  { shards }: Dependencies,
  walletId: string,
  budget: Budget,
): AsyncGenerator<PaymentIntent[]> {
  for (const shard of await listWalletShards(shards, { walletId })) {
    yield await listOpenRequests(shard, walletId);
    let ids: string[] = [];
    do {
      budget.queries -= REQUESTS_PAGE_QUERIES;
      ids = await listNotedAfter(shard, walletId, ids.at(-1) ?? "", REQUESTS_PAGE);
      const noted = [...(await readIntents(shard, ids)).values()];
      yield noted.filter((intent) => intent.targetWalletId === walletId && isEndedUnpaid(intent));
    } while (ids.length === REQUESTS_PAGE);
  }
}

function isEndedUnpaid({ status }: PaymentIntent): boolean {
  return status === "cancelled" || status === "expired";
}

/** The id comes from the ledger's metadata, which the ledger may have from anyone. */
function isOfWallet({ completedBy, targetWalletId }: PaymentIntent, walletId: string): boolean {
  return completedBy === walletId || targetWalletId === walletId;
}

/** Returns where the next part begins; null at the end. */
async function* linesOf(
  deps: Dependencies,
  walletId: string,
  first: History,
  budget: Budget,
): AsyncGenerator<ExportedLine[], HistoryCursor | null> {
  let history = first;
  for (;;) {
    const ids = new Set(history.lines.flatMap(({ intentId }) => intentId ?? []));
    budget.queries -= HISTORY_PAGE_QUERIES * Math.max(1, byShard([...ids], deps.shards.of).size);
    const intents = await findInShards([...ids], deps.shards.of, readIntents);
    yield history.lines.map((line) => {
      const intent = intents.get(line.intentId ?? "") ?? null;
      return { line, intent: intent !== null && isOfWallet(intent, walletId) ? intent : null };
    });
    if (history.next === null || budget.queries < HISTORY_PAGE_QUERIES) return history.next;
    const next = await readHistory(deps, walletId, history.next, HISTORY_PAGE);
    if (!next.ok) throw new Error("the ledger no longer has a transaction of the history");
    history = next.value;
  }
}
