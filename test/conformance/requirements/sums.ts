// Last: over everything that the run has moved.
import { setTimeout as sleep } from "node:timers/promises";
import type { Accounts } from "../accounts.ts";
import { demand } from "../demand.ts";
import { toMinor } from "../ledger-under-test.ts";
import type { Pair } from "../pair.ts";
import type { Requirement } from "../requirement.ts";
import type { Scene } from "../scene.ts";

type Used = Accounts["used"][number];

export const SUMS: Requirement[] = [
  {
    id: "sum.zero",
    text: "What the test accounts gained and lost in this run sums to zero",
    async check(scene) {
      for (const used of scene.accounts.used) {
        const { pair, before } = used;
        await untilSettled(scene, used);
        const now = await pair.holdings();
        const sum = now.wallet + now.merchant - before.wallet - before.merchant;
        demand(sum === 0, `0 minor units more or less in ${pair.wallet} and ${pair.merchant}`, String(sum));
      }
    },
  },
  {
    id: "sum.history",
    text: "What a wallet's history says it gained and lost is how its balance changed",
    async check(scene) {
      for (const used of scene.accounts.used) {
        const { pair, before } = used;
        const { wallet } = await pair.holdings();
        const recorded = await historyOf(used);
        const change = wallet - before.wallet;
        demand(recorded === change, `transactions of ${change} minor units in all`, String(recorded));
      }
    },
  },
  {
    id: "sum.given-back",
    text: "Every test account has been given back what it held",
    check: ({ accounts }) => accounts.giveBack(),
  },
];

/** A requirement that failed may have left a transaction pending. */
async function untilSettled({ waitMs }: Scene, { pair, transactions: known }: Used): Promise<void> {
  for (let waitedMs = 0; waitedMs <= waitMs; waitedMs += 100) {
    const recent = (await newTransactions(pair, known)).filter(({ status }) => status === "pending");
    if (recent.length === 0) return;
    await sleep(100);
  }
}

async function historyOf({ pair, transactions: known }: Used): Promise<number> {
  const transactions = await newTransactions(pair, known);
  return transactions
    .filter(({ status, currency }) => status === "completed" && currency === pair.currency)
    .map(
      ({ from_account_id: from, amount }) => toMinor(amount, pair.currency) * (from === pair.wallet ? -1 : 1),
    )
    .reduce((sum, amount) => sum + amount, 0);
}

/** Reads those that the run has added to the wallet's history. */
async function newTransactions(pair: Pair, known: number) {
  const total = await pair.ledger.countTransactions(pair.wallet);
  const added = [];
  for (let page = 1; added.length < total - known; page++) {
    const { transactions } = await pair.ledger.page(pair.wallet, page, 100);
    if (transactions.length === 0) break;
    added.push(...transactions);
  }
  return added.slice(0, total - known);
}
