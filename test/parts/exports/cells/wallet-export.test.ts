// The export of a wallet has what is at home from before there were cells, and what is in them.
import { expect, it } from "vitest";
import { blockMerchant, unblockMerchant } from "#core/services/wallet/blocked-merchants.ts";
import { exportWallet } from "#parts/exports/services/wallet-export.ts";
import { MINUTE } from "../../../support/clock.ts";
import { useQueues } from "../../../support/queues.ts";
import { okValue } from "../../../support/result.ts";
import { ACTOR, deps, seedMerchant, seedWallet } from "../../../support/seeds.ts";
import { seedPaidBy } from "../../../support/spread-payments.ts";
import { switchedAt } from "../../../support/switched-cells.ts";

useQueues();

it("the export of a wallet has the payments of all shards", async () => {
  const wallet = await seedWallet();
  const ids = await seedPaidBy(wallet);
  const { transactions } = okValue(await exportWallet(deps, wallet, null));
  const lines = (await Array.fromAsync(transactions)).flat();
  expect(lines.map(({ intent }) => intent)).toEqual([
    ...ids.map((id) => expect.objectContaining({ id, status: "completed", completedBy: wallet })),
    null,
  ]);
});

it("has the blocks that are left, whenever cells began", async () => {
  const [walletId, one, two] = [await seedWallet(), await seedMerchant(), await seedMerchant()];
  const customer = { walletId, actor: ACTOR, defer() {} };
  const [before, after] = [switchedAt(Date.now() + 10 * MINUTE), switchedAt(Date.now() - 10 * MINUTE)];
  expect(await blockMerchant(before, customer, one.id)).toMatchObject({ ok: true });
  expect(await blockMerchant(after, customer, two.id)).toMatchObject({ ok: true });
  expect(await unblockMerchant(after, walletId, one.id)).toMatchObject({ ok: true });
  for (const at of [before, after]) {
    const { rows } = okValue(await exportWallet(at, walletId, null));
    expect(rows.blocked_merchants?.map((row) => row.merchant_id ?? row.merchantId)).toEqual([two.id]);
  }
});
