// A wallet's export in parts, because its history is long.
import { expect, it } from "vitest";
import type { HistoryCursor } from "../../src/domain/cursor.ts";
import type { LedgerTransaction } from "../../src/domain/ledger.ts";
import type { Ledger } from "../../src/domain/ports/ledger.ts";
import { ok } from "../../src/domain/result.ts";
import { exportWallet } from "../../src/services/wallet/wallet-export.ts";
import { historyCursor } from "../../src/wire/shared/cursor.ts";
import { presentWalletExport } from "../../src/wire/wallet/present-export.ts";
import { TRANSACTION } from "../support/embedded-ledger.ts";
import { deps, seedIntent, seedMerchant, seedWallet } from "../support/seeds.ts";

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

async function part(walletId: string, cursor: HistoryCursor | null) {
  const found = await exportWallet({ ...deps, ledger }, walletId, cursor, 2);
  if (!found.ok) throw new Error(found.error);
  let text = "";
  for await (const chunk of presentWalletExport(found.value)) text += chunk;
  return JSON.parse(text);
}

it("goes on with the history where a part ended, and has everything else in the first", async () => {
  const [merchant, walletId] = [await seedMerchant(), await seedWallet()];
  const request = { targetWalletId: walletId, status: "pending_approval" } as const;
  const { id } = await seedIntent(merchant.id, request);
  const first = await part(walletId, null);
  expect(first.requests.map((intent: { id: string }) => intent.id)).toEqual([id]);
  expect(Object.keys(first.rows)).toContain("blocked_merchants");
  const cursor = historyCursor.read(first.next_cursor, []);
  expect(cursor).toEqual({ transactionId: "tx-199", count: 200 });
  const second = await part(walletId, cursor);
  expect([second.requests, second.rows, second.next_cursor]).toEqual([[], {}, null]);
  const ids = [...first.transactions, ...second.transactions].map((each: { id: string }) => each.id);
  expect(ids).toEqual(lines.map(({ transaction_id }) => transaction_id));
});
