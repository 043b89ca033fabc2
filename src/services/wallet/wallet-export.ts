// Everything the service holds about a wallet, read page by page while it is sent.

import { listNotedAfter, listOpenRequests, readIntents } from "../../db/wallet/wallet-intents.ts";
import { readWalletRows } from "../../db/wallet/wallet-rows.ts";
import type { HistoryCursor } from "../../domain/cursor.ts";
import type { PaymentIntent } from "../../domain/payment-intent.ts";
import { ok, type Result } from "../../domain/result.ts";
import type { ExportedLine, WalletExport } from "../../wire/wallet/present-export.ts";
import type { Dependencies } from "../dependencies.ts";
import { listBalances, listPaymentsUnderWay } from "./wallet.ts";
import { type History, readHistory } from "./wallet-history.ts";

/** A page of the ledger's history takes at most six queries, and the platform allows 1,000 in one invocation. */
const HISTORY_PAGES_MAX = 150;
const HISTORY_PAGE = 100;
const REQUESTS_PAGE = 250;

/** Cursor null: from the start. Later parts have only what is left of the history. */
export async function exportWallet(
  deps: Dependencies,
  walletId: string,
  cursor: HistoryCursor | null,
  pagesMax = HISTORY_PAGES_MAX,
): Promise<Result<WalletExport, "unknown_cursor">> {
  const first = await readHistory(deps, walletId, cursor, HISTORY_PAGE);
  if (!first.ok) return first;
  const isContinued = cursor !== null;
  return ok({
    walletId,
    startedAt: deps.clock(),
    balances: await listBalances(deps, walletId),
    rows: isContinued ? {} : await readWalletRows(deps.db, walletId),
    paymentsUnderWay: isContinued ? [] : await listPaymentsUnderWay(deps, walletId),
    requests: isContinued ? none() : requestsOf(deps, walletId),
    transactions: linesOf(deps, walletId, first.value, pagesMax),
  });
}

async function* none(): AsyncGenerator<PaymentIntent[]> {}

/** One that ends meanwhile is perhaps in both lists, but never in neither. */
async function* requestsOf({ db }: Dependencies, walletId: string): AsyncGenerator<PaymentIntent[]> {
  yield await listOpenRequests(db, walletId);
  let ids: string[] = [];
  do {
    ids = await listNotedAfter(db, walletId, ids.at(-1) ?? "", REQUESTS_PAGE);
    const noted = [...(await readIntents(db, ids)).values()];
    yield noted.filter((intent) => intent.targetWalletId === walletId && isEndedUnpaid(intent));
  } while (ids.length === REQUESTS_PAGE);
}

function isEndedUnpaid({ status }: PaymentIntent): boolean {
  return status === "cancelled" || status === "expired";
}

/** Returns where the next part begins; null at the end. */
async function* linesOf(
  deps: Dependencies,
  walletId: string,
  first: History,
  pagesMax: number,
): AsyncGenerator<ExportedLine[], HistoryCursor | null> {
  let history = first;
  for (let page = 1; ; page++) {
    const ids = history.lines.flatMap(({ intentId }) => (intentId === null ? [] : [intentId]));
    const intents = await readIntents(deps.db, [...new Set(ids)]);
    yield history.lines.map((line) => ({ line, intent: intents.get(line.intentId ?? "") ?? null }));
    if (history.next === null || page === pagesMax) return history.next;
    const next = await readHistory(deps, walletId, history.next, HISTORY_PAGE);
    if (!next.ok) throw new Error("the ledger no longer has a transaction of the history");
    history = next.value;
  }
}
