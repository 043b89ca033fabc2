// A wallet's export in parts, because its history is long.
import { expect, it } from "vitest";
import type { HistoryCursor } from "#core/domain/cursor.ts";
import type { LedgerTransaction } from "#core/domain/ledger.ts";
import type { Ledger } from "#core/domain/ports/ledger.ts";
import { ok } from "#core/domain/result.ts";
import { historyCursor } from "#core/wire/shared/cursor.ts";
import { exportWallet } from "#parts/exports/services/wallet-export.ts";
import { presentWalletExport } from "#parts/exports/wire/present-wallet-export.ts";
import { TRANSACTION } from "../../../support/embedded-ledger.ts";
import { readWalletExport } from "../../../support/exports.ts";
import { deps, seedIntent, seedMerchant, seedWallet } from "../../../support/seeds.ts";

const LINES = 250;

const line = (index: number): LedgerTransaction => ({ ...TRANSACTION, transaction_id: `tx-${index}` });
const lines = Array.from({ length: LINES }, (_, index) => line(index));
const from = (start: number, limit: number) => ({
  transactions: lines.slice(start, start + limit),
  total: LINES,
});
const ledger: Ledger = {
  ...deps.ledger,
  listTransactions: async (_, page, limit) => from((page - 1) * limit, limit),
  listBefore: async (_, id, limit) => ok(from(Number(id.slice(3)) + 1, limit)),
};

/** Enough for a page of requests and two of the history. */
const QUERIES = 3 + 2 * 7;

async function part(walletId: string, cursor: HistoryCursor | null, queries = QUERIES, of = ledger) {
  const found = await exportWallet({ ...deps, ledger: of }, walletId, cursor, queries);
  if (!found.ok) throw new Error(found.error);
  let text = "";
  for await (const chunk of presentWalletExport(found.value, "sandbox")) text += chunk;
  return readWalletExport(text);
}

it("goes on with the history where a part ended, and has everything else in the first", async () => {
  const [merchant, walletId] = [await seedMerchant(), await seedWallet()];
  const request = { targetWalletId: walletId, status: "pending_approval" } as const;
  const { id } = await seedIntent(merchant.id, request);
  const first = await part(walletId, null);
  expect(first.requests.map((intent: { id: string }) => intent.id)).toEqual([id]);
  expect(first.balances).not.toEqual([]);
  const cursor = historyCursor.read(first.nextCursor, []);
  expect(cursor).toEqual({ transactionId: "tx-199", count: 200 });
  const second = await part(walletId, cursor);
  expect([second.requests, second.rows, second.nextCursor]).toEqual([[], {}, null]);
  const ids = [...first.transactions, ...second.transactions].map((each: { id: string }) => each.id);
  expect(ids).toEqual(lines.map(({ transaction_id }) => transaction_id));
});

it("has less of the history where the requests have taken the queries", async () => {
  const { transactions, nextCursor } = await part(await seedWallet(), null, QUERIES - 1);
  expect([transactions.length, historyCursor.read(nextCursor, [])?.count]).toEqual([100, 100]);
});

it("shows no intent that is another wallet's, whatever the ledger's metadata says", async () => {
  const [merchant, walletId, other] = [await seedMerchant(), await seedWallet(), await seedWallet()];
  const intents = [
    await seedIntent(merchant.id, { status: "completed", completedBy: other }),
    await seedIntent(merchant.id),
    await seedIntent(merchant.id, { status: "completed", completedBy: walletId }),
    await seedIntent(merchant.id, { status: "pending_approval", targetWalletId: walletId }),
  ];
  const transactions = intents.map(({ id }, index) => ({
    ...line(index),
    metadata: { payment_intent_id: id },
  }));
  const forged = { ...ledger, listTransactions: async () => ({ transactions, total: 4 }) };
  const found = await part(walletId, null, QUERIES, forged);
  const shown = found.transactions.map((each: { payment_intent: object | null }) => each.payment_intent);
  const [, , own, asked] = intents;
  expect(shown).toEqual([
    null,
    null,
    expect.objectContaining({ id: own?.id }),
    expect.objectContaining({ id: asked?.id }),
  ]);
});
