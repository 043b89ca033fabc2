// A wallet's account at the ledger, with the names of the merchants and the intents that this service knows.

import {
  findIntentIds,
  listMerchantNames,
  mayHaveIntent,
  merchantOf,
  readCreationTimes,
} from "#core/db/wallet/wallet-history.ts";
import type { HistoryCursor } from "#core/domain/cursor.ts";
import type { LedgerTransaction } from "#core/domain/ledger.ts";
import type { Ledger, LedgerPage } from "#core/domain/ports/ledger.ts";
import { err, ok, type Result } from "#core/domain/result.ts";
import { isKeyed, timeOf } from "#core/domain/shards/shard-ids.ts";
import type { HistoryLine, Venue } from "#core/domain/wallet/wallet-history.ts";
import { numberOf } from "#core/lib/numbers.ts";
import type { Dependencies } from "#core/services/dependencies.ts";
import { HISTORY_PAGE } from "#core/services/reconciliation/account-history.ts";
import { findInShards } from "#core/shards/shards.ts";
import { parseId } from "#core/wire/shared/fields.ts";

/** So many transactions may arrive while a customer reads, times the length of a page. */
const PAGES_SEARCHED_MAX = 10;

export interface History {
  lines: HistoryLine[];
  /** It is null at the end. */
  next: HistoryCursor | null;
}

/** Lists the newest first; cursor null: from the start. `beforeLongRead` may throw. */
export async function readHistory(
  deps: Dependencies,
  walletId: string,
  cursor: HistoryCursor | null,
  limit: number,
  beforeLongRead: () => Promise<void> = async () => {},
): Promise<Result<History, "unknown_cursor">> {
  const page =
    cursor === null
      ? await deps.ledger.listTransactions(walletId, 1, limit)
      : await readBehind(deps.ledger, walletId, cursor, limit);
  if (page === null) return err("unknown_cursor");
  const last = page.transactions.at(-1);
  const count = (cursor?.count ?? 0) + page.transactions.length;
  const isEnd = last === undefined || page.transactions.length < limit || count >= page.total;
  const next = isEnd ? null : { transactionId: last.transaction_id, count };
  return ok({ lines: await explain(deps, walletId, page.transactions, beforeLongRead), next });
}

/** Returns null when the history does not have the cursor's transaction. */
async function readBehind(
  ledger: Ledger,
  walletId: string,
  cursor: HistoryCursor,
  limit: number,
): Promise<LedgerPage | null> {
  const found = await ledger.listBefore(walletId, cursor.transactionId, limit);
  return found.ok ? found.value : await searchBehind(ledger, walletId, cursor, limit);
}

/** Searches by pages. New transactions move old ones on, so the cursor's is where it was or later. */
async function searchBehind(
  ledger: Ledger,
  walletId: string,
  { transactionId, count }: HistoryCursor,
  limit: number,
): Promise<LedgerPage | null> {
  const first = Math.ceil(count / HISTORY_PAGE);
  let behind: Map<string, LedgerTransaction> | null = null;
  for (let page = first; page < first + PAGES_SEARCHED_MAX; page++) {
    const { transactions, total } = await ledger.listTransactions(walletId, page, HISTORY_PAGE);
    for (const transaction of transactions) {
      const { transaction_id: id } = transaction;
      // The map is by id, and anew from the cursor's: what new transactions have moved on is on two pages.
      if (id === transactionId) behind = new Map();
      else behind?.set(id, transaction);
    }
    const isEnd = transactions.length < HISTORY_PAGE;
    if (behind !== null && (isEnd || behind.size >= limit)) {
      return { transactions: [...behind.values()].slice(0, limit), total };
    }
    if (isEnd) return null;
  }
  return null;
}

async function explain(
  deps: Dependencies,
  walletId: string,
  transactions: readonly LedgerTransaction[],
  beforeLongRead: () => Promise<void>,
): Promise<HistoryLine[]> {
  const { db, shards } = deps;
  const otherOf = ({ from_account_id: from, to_account_id: to }: LedgerTransaction) =>
    from === walletId ? to : from;
  const named = transactions.map((transaction) => ({
    transaction,
    intentId: parseId(String(transaction.metadata.payment_intent_id)),
  }));
  const unnamed = named.flatMap(({ transaction, intentId }) =>
    intentId === null && mayHaveIntent(transaction) ? [transaction] : [],
  );
  if (unnamed.length > 0) await beforeLongRead();
  const findIntents = async () => {
    const found = await findInShards(
      [...Map.groupBy(unnamed, merchantOf)],
      ([merchantId]) => shards.ofMerchant(merchantId),
      (shard, some) =>
        findIntentIds(
          shard,
          walletId,
          some.flatMap(([, ofMerchant]) => ofMerchant),
        ),
    );
    const ids = named.map(({ transaction, intentId }) => intentId ?? found.get(transaction.transaction_id));
    return { ids, numbers: await readNumbers(deps, new Set(ids.filter((id) => id !== undefined))) };
  };
  const [merchants, venues, { ids, numbers }] = await Promise.all([
    listMerchantNames(db, [...new Set(transactions.map(otherOf))]),
    listVenues(deps, walletId, transactions),
    findIntents(),
  ]);
  return transactions.map((transaction, at) => {
    const [intentId = null, venue] = [ids[at], venues.get(transaction.transaction_id)];
    return {
      transaction,
      direction: transaction.from_account_id === walletId ? "out" : "in",
      merchant: merchants.get(otherOf(transaction)) ?? null,
      venue: venue?.name ?? null,
      corrects: venue?.corrects ?? null,
      number: numbers.get(intentId ?? "") ?? venue?.number ?? null,
      intentId,
    };
  });
}

/** By the intents' ids: most have their time, and the others are read. */
async function readNumbers({ shards }: Dependencies, ids: ReadonlySet<string>): Promise<Map<string, string>> {
  const times = await findInShards([...ids].filter(isKeyed), shards.of, readCreationTimes);
  const born = [...ids].map((id) => ({ id, createdAt: isKeyed(id) ? times.get(id) : timeOf(id) }));
  return new Map(
    born.flatMap(({ id, createdAt }) => (createdAt === undefined ? [] : [[id, numberOf({ id, createdAt })]])),
  );
}

async function listVenues(
  deps: Dependencies,
  walletId: string,
  transactions: readonly LedgerTransaction[],
): Promise<Map<string, Venue>> {
  const found = deps.walletParts.map(async (part) => await part.listVenues?.(deps, walletId, transactions));
  return new Map((await Promise.all(found)).flatMap((venues) => [...(venues ?? [])]));
}
