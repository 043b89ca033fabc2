// The history of an account at Formance Ledger, which has no page numbers. But its transactions are numbered, and it counts
// them: a later page begins behind the transaction up to which there are as many as on all pages before.

import { expectStatus } from "#core/adapters/ledger.ts";
import type { Ledger, LedgerPage } from "#core/domain/ports/ledger.ts";
import { err, ok } from "#core/domain/result.ts";
import type { JsonResponse } from "#core/lib/fetch-json.ts";
import { addressesOf, MERCHANTS, WALLETS, WORLD } from "../wire/formance-accounts.ts";
import {
  type FormanceTransaction,
  isTransactionId,
  listReply,
  readPosted,
} from "../wire/formance-transactions.ts";

export type Call = (path: string, init?: RequestInit) => Promise<JsonResponse>;

/** That ledger lists no more at a time. */
const LIST_MAX = 100;

export function createHistory(call: Call): Pick<Ledger, "listTransactions" | "listBefore"> {
  async function pageBehind(accountId: string, id: number, limit: number): Promise<LedgerPage> {
    const [total, found] = await Promise.all([
      count(call, accountId),
      list(call, accountId, limit, { $lt: { id } }),
    ]);
    return { transactions: found.map((each) => readPosted(each, addressesOf(accountId))), total };
  }

  /** The number of the oldest transaction of all pages before. */
  async function endOf(accountId: string, skipped: number): Promise<number> {
    const countTo = (id: number) => count(call, accountId, { $gte: { id } });
    const [newest] = await list(call, accountId, 1);
    let [low, high] = [0, newest?.id ?? 0];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((await countTo(middle)) >= skipped) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  return {
    async listTransactions(accountId, page, limit) {
      if (addressesOf(accountId).length === 0) return { transactions: [], total: 0 };
      const skipped = (page - 1) * limit;
      const isNear = skipped + limit <= LIST_MAX;
      const { transactions, total } = isNear
        ? await pageBehind(accountId, Number.MAX_SAFE_INTEGER, skipped + limit)
        : await pageBehind(accountId, await endOf(accountId, skipped), limit);
      return { transactions: isNear ? transactions.slice(skipped) : transactions, total };
    },

    async listBefore(accountId, transactionId, limit) {
      if (!isTransactionId(transactionId) || addressesOf(accountId).length === 0) return err("unsupported");
      return ok(await pageBehind(accountId, Number(transactionId), limit));
    },
  };
}

/** Lists the newest first. */
async function list(
  call: Call,
  accountId: string,
  limit: number,
  condition?: object,
): Promise<FormanceTransaction[]> {
  const path = `/transactions?pageSize=${limit}&${queryOf(accountId, condition)}`;
  return listReply.parse(expectStatus(await call(path), 200).body).cursor.data;
}

async function count(call: Call, accountId: string, condition?: object): Promise<number> {
  const path = `/transactions?${queryOf(accountId, condition)}`;
  const { headers } = expectStatus(await call(path, { method: "HEAD" }), 200, 204);
  const text = headers.get("Count") ?? "";
  if (!/^\d+$/.test(text)) throw new Error("the ledger has not counted the transactions");
  return Number(text);
}

function queryOf(accountId: string, condition?: object): string {
  const anyOf = (accounts: string[]) => ({ $or: accounts.map((account) => ({ $match: { account } })) });
  const own = addressesOf(accountId);
  const query = { $and: [anyOf(own), ...(condition === undefined ? [] : [condition])] };
  // Keys that are used up come from there as well.
  if (own.includes(WORLD)) query.$and.push(anyOf([WALLETS, MERCHANTS]));
  return `query=${encodeURIComponent(JSON.stringify(query))}`;
}
