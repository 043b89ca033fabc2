// A wallet's history below HTTP: from ledgers that lack optional parts, and against the balance.
import { describe, expect, inject, it } from "vitest";
import type { HistoryCursor } from "#core/domain/cursor.ts";
import type { LedgerTransaction } from "#core/domain/ledger.ts";
import type { Ledger } from "#core/domain/ports/ledger.ts";
import { err } from "#core/domain/result.ts";
import { readHistory } from "#core/services/wallet/wallet-history.ts";
import { execute, pay } from "../../../support/objects.ts";
import { Random } from "../../../support/random.ts";
import { balanceOf, deps, seedIntent, seedMerchant, seedWallet } from "../../../support/seeds.ts";
import { settleRefund } from "../../../support/settlement.ts";

/** A ledger that has pages alone. */
const PAGES_ONLY: Ledger = { ...deps.ledger, listBefore: async () => err("unsupported") };

async function read(walletId: string, limit: number, cursor: HistoryCursor | null, ledger = deps.ledger) {
  const history = await readHistory({ ...deps, ledger }, walletId, cursor, limit);
  if (!history.ok) throw new Error(history.error);
  return history.value;
}

async function readAll(walletId: string, limit: number, ledger?: Ledger) {
  const lines = [];
  let cursor: HistoryCursor | null = null;
  do {
    const page = await read(walletId, limit, cursor, ledger);
    expect(page.lines.length).toBeLessThanOrEqual(limit);
    lines.push(...page.lines);
    cursor = page.next;
  } while (cursor !== null);
  return lines;
}

async function seedPayments(count: number) {
  const [merchant, wallet] = [await seedMerchant(), await seedWallet(1_000_00)];
  const payOne = async () => {
    const { id } = await seedIntent(merchant.id, { amountMinor: 100 });
    expect((await pay(id, wallet)).ok).toBe(true);
    return id;
  };
  const ids: string[] = [];
  for (let index = 0; index < count; index++) ids.unshift(await payOne());
  return { merchant, wallet, payOne, ids };
}

const intentsOf = (lines: { intentId: string | null }[]) => lines.map(({ intentId }) => intentId);

describe("the history from a ledger that has only pages", () => {
  it("is the same, page by page", async () => {
    const { wallet, ids } = await seedPayments(7);
    for (const limit of [1, 3, 8, 100]) {
      expect(intentsOf(await readAll(wallet, limit, PAGES_ONLY))).toEqual([...ids, null]);
    }
  });

  it("has no gaps or doubles while more transactions arrive than a page of the ledger has", async () => {
    const { wallet, ids } = await seedPayments(4);
    const first = await read(wallet, 2, null, PAGES_ONLY);
    // Moves the history on by more than one of the ledger's pages, without 100 payments.
    const moved: Ledger = {
      ...PAGES_ONLY,
      async listTransactions(accountId, page, limit) {
        const { transactions, total } = await deps.ledger.listTransactions(accountId, 1, limit);
        const newer = Array.from({ length: 199 }, (_, index) => newerThan(transactions, index));
        const all = [...newer, ...transactions];
        return { transactions: all.slice((page - 1) * limit, page * limit), total: total + 199 };
      },
    };
    const second = await read(wallet, 2, first.next, moved);
    expect(intentsOf([...first.lines, ...second.lines])).toEqual(ids);
  });

  it.each([
    ["one", 1, 50],
    ["two, behind the last line of a page,", 2, 99],
  ])(
    "does not repeat what new transactions move on meanwhile: %s for each page",
    async (_, arriving, last) => {
      const { wallet } = await seedPayments(1);
      const { transactions } = await deps.ledger.listTransactions(wallet, 1, 1);
      const lines = Array.from({ length: 220 }, (_, index) => newerThan(transactions, index));
      // Each page is read when more transactions have arrived.
      const moving: Ledger = {
        ...PAGES_ONLY,
        async listTransactions(_account, page, limit) {
          const start = Math.max(0, (page - 1) * limit - (page - 1) * arriving);
          return { transactions: lines.slice(start, start + limit), total: lines.length };
        },
      };
      const cursor = { transactionId: `newer-${last}`, count: last + 1 };
      const found = await read(wallet, 100, cursor, moving);
      const ids = found.lines.map(({ transaction }) => transaction.transaction_id);
      expect(ids).toEqual(lines.slice(last + 1, last + 101).map(({ transaction_id }) => transaction_id));
    },
  );

  it("refuses a position that is not in the history", async () => {
    const { wallet } = await seedPayments(1);
    const cursor = { transactionId: crypto.randomUUID(), count: 1 };
    for (const ledger of [deps.ledger, PAGES_ONLY]) {
      expect(await readHistory({ ...deps, ledger }, wallet, cursor, 20)).toEqual(err("unknown_cursor"));
    }
  });
});

describe("a ledger that does not return its metadata", () => {
  it("gets the intents of payments and refunds from this service's own rows", async () => {
    const { merchant, wallet, ids } = await seedPayments(2);
    const [refunded = ""] = ids;
    expect((await execute(refunded, { type: "refund", merchantId: merchant.id, key: null })).ok).toBe(true);
    await settleRefund(refunded);
    const silent: Ledger = {
      ...deps.ledger,
      async listTransactions(...position) {
        const page = await deps.ledger.listTransactions(...position);
        return { ...page, transactions: page.transactions.map((line) => ({ ...line, metadata: {} })) };
      },
    };
    const lines = await readAll(wallet, 100, silent);
    expect(intentsOf(lines)).toEqual([refunded, ...ids, null]);

    let longReads = 0;
    const beforeLongRead = async () => void longReads++;
    await readHistory({ ...deps, ledger: silent }, wallet, null, 100, beforeLongRead);
    await readHistory(deps, wallet, null, 100, beforeLongRead);
    expect(longReads).toBe(1);
  });
});

describe("after random payments, refunds and declines", () => {
  const isLong = inject("longTests");
  const count = isLong ? 500 : 25;
  it.each(isLong ? ["JPY", "USD", "KWD"] : ["KWD"])(
    `the history sums to the balance in %s (${count})`,
    async (currency) => {
      const random = new Random(`history ${currency}`);
      const merchant = await seedMerchant();
      const wallet = await seedWallet(random.integer(10_000, 1_000_000), currency);
      let declines = 0;
      for (let step = 0; step < count; step++) {
        const amountMinor = random.chance(0.2) ? 2_000_000 : random.integer(1, 30_000);
        const { id } = await seedIntent(merchant.id, { amountMinor, currency });
        const paid = await pay(id, wallet);
        if (!paid.ok) declines += 1;
        else if (random.chance(0.5)) {
          expect((await execute(id, { type: "refund", merchantId: merchant.id, key: null })).ok).toBe(true);
          if (random.chance(0.7)) await settleRefund(id);
        }
        if (step % 10 === 9) await expectSum(wallet, random.integer(1, 100));
      }
      expect(declines).toBeGreaterThan(0);
      await expectSum(wallet, 100);
    },
    300_000,
  );

  /** Amounts have all decimals of their currency, so that their digits are minor units. */
  async function expectSum(wallet: string, limit: number): Promise<void> {
    let sum = 0;
    for (const { transaction, direction } of await readAll(wallet, limit)) {
      const minor = Number(transaction.amount.replace(".", ""));
      if (transaction.status === "completed") sum += direction === "in" ? minor : -minor;
    }
    expect(sum).toBe(await balanceOf(wallet));
  }
});

function newerThan([line]: LedgerTransaction[], index: number): LedgerTransaction {
  if (line === undefined) throw new Error("the history is empty");
  return { ...line, transaction_id: `newer-${index}` };
}
