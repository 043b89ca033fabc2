import type { ContractTransaction } from "#core/wire/payment-intents/ledger-contract.ts";
import { demand, demandEqual } from "../demand.ts";
import type { Pair } from "../pair.ts";
import type { Requirement } from "../requirement.ts";

/** Small, so that few transactions fill several pages. */
const LIMIT = 3;

export const HISTORY: Requirement[] = [
  {
    id: "history.both-sides",
    text: "A transaction is in the history of both accounts, newest first",
    async check({ ledger, accounts }) {
      const pair = await accounts.pair(300);
      const expected = await payTimes(pair, 3);
      for (const account of [pair.wallet, pair.merchant]) {
        const { transactions } = await ledger.page(account, 1, 100);
        demandOrder(transactions.slice(0, 3), expected);
      }
    },
  },
  {
    id: "history.unknown-account",
    text: "The history of an account without transactions is empty, even of an unknown one",
    async check({ ledger }) {
      const { transactions, total } = await ledger.page(crypto.randomUUID(), 1, 20);
      demand(transactions.length === 0 && total === 0, "an empty page", { transactions, total });
    },
  },
  {
    id: "history.pages",
    text: "Pages follow one another without gaps or doubles, and total counts all of them",
    async check({ ledger, accounts }) {
      const pair = await accounts.pair(700);
      const before = await ledger.countTransactions(pair.merchant);
      const expected = await payTimes(pair, 7);
      const seen: ContractTransaction[] = [];
      for (let page = 1; page <= 3; page++) {
        const { transactions, total } = await ledger.page(pair.merchant, page, LIMIT);
        demandEqual(total, before + 7, "total");
        seen.push(...transactions);
      }
      demandOrder(seen.slice(0, 7), expected);
      const past = await ledger.page(pair.merchant, Math.ceil((before + 7) / LIMIT) + 1, LIMIT);
      demand(past.transactions.length === 0, "an empty page past the end", past.transactions.length);
    },
  },
  {
    id: "history.moving",
    text: "Who pages while new transactions arrive, and skips what was on the page before, misses none",
    async check({ ledger, accounts }) {
      const pair = await accounts.pair(1500);
      const expected = await payTimes(pair, 6);
      const seen: string[] = [];
      for (let page = 1; seen.length < expected.length && page <= 8; page++) {
        const { transactions } = await ledger.page(pair.merchant, page, LIMIT);
        const unseen = transactions.map(({ transaction_id: id }) => id).filter((id) => !seen.includes(id));
        const isMovedOn = page === 1 || unseen.length >= LIMIT - 1 || transactions.length < LIMIT;
        demand(isMovedOn, "one transaction moved on by one that has arrived", `${LIMIT - unseen.length}`);
        seen.push(...unseen);
        await pair.pay(100);
      }
      demandOrder(toTransactions(seen.slice(0, expected.length)), expected);
    },
  },
  {
    id: "history.before",
    text: "Behind a transaction, the history goes on with the next older one, whatever has arrived since",
    async check({ ledger, accounts }) {
      const pair = await accounts.pair(700);
      const before = await ledger.countTransactions(pair.merchant);
      const expected = await payTimes(pair, 6);
      const seen = (await ledger.page(pair.merchant, 1, LIMIT)).transactions;
      await pair.pay(100);
      const position = seen.at(-1)?.transaction_id ?? "";
      const { transactions, total } = await ledger.pageBehind(pair.merchant, position, LIMIT);
      demandOrder([...seen, ...transactions], expected);
      demandEqual(total, before + 7, "total");
      const foreign = await ledger.call(
        "GET",
        `/v1/accounts/${pair.merchant}/transactions?page=1&limit=3&before=${crypto.randomUUID()}`,
      );
      demandEqual(foreign.status, 400, "status for a transaction that is not in the history");
    },
  },
  {
    id: "history.settling",
    text: "A transaction keeps its place in the history when it settles",
    async check({ ledger, accounts }) {
      const pair = await accounts.pair(300);
      await pair.pay(200);
      const accepted = await ledger.accept(pair.refund(100));
      const between = await ledger.accept(pair.payment(100));
      await ledger.settled(accepted);
      const { transactions } = await ledger.page(pair.merchant, 1, 100);
      demandOrder(transactions.slice(0, 2), [between.transaction_id, accepted.transaction_id]);
      demandEqual(transactions[1]?.status, "completed", "status");
    },
  },
];

/** The ids, newest first. */
async function payTimes(pair: Pair, count: number): Promise<string[]> {
  const ids: string[] = [];
  const { ledger } = pair;
  for (let index = 0; index < count; index++) {
    const { transaction_id } = await ledger.settled(await ledger.accept(pair.payment(100)));
    ids.unshift(transaction_id);
  }
  return ids;
}

function demandOrder(transactions: Pick<ContractTransaction, "transaction_id">[], expected: string[]): void {
  const seen = transactions.map(({ transaction_id }) => transaction_id);
  demand(seen.join() === expected.join(), `newest first ${expected.join(", ")}`, seen.join(", "));
}

function toTransactions(ids: string[]): { transaction_id: string }[] {
  return ids.map((transaction_id) => ({ transaction_id }));
}
