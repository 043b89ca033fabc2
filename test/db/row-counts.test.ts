// The totals of lists are kept by triggers: they equal what counting would give, whoever changes the rows.

import { describe, expect, it } from "vitest";
import { listCountersPage } from "#core/db/counters/counters.ts";
import { readMerchants, readPublicMerchants } from "#core/db/merchants/merchant-lists.ts";
import { changeMerchantStop, updateMerchant } from "#core/db/merchants/merchants.ts";
import { deleteBlock, insertBlock, listBlocks } from "#core/db/wallet/blocked-merchants.ts";
import { listTransactions } from "#core/ledger/accounts.ts";
import { pay } from "../support/objects.ts";
import { rowsOf, sharedRows } from "../support/rows.ts";
import { db, deps, seedCounter, seedIntent, seedMerchant, seedWallet } from "../support/seeds.ts";

const FIRST = { page: 1, limit: 1, cursor: null };

async function count(table: string, condition = "TRUE"): Promise<number> {
  return (await sharedRows.value(`SELECT count(*) FROM ${table} WHERE ${condition}`)) ?? -1;
}

async function expectExactTotals(): Promise<void> {
  const totals = {
    all: (await readMerchants(db, null, FIRST)).total,
    active: (await readMerchants(db, "active", FIRST)).total,
    inactive: (await readMerchants(db, "inactive", FIRST)).total,
    visible: (await readPublicMerchants(db, FIRST)).total,
  };
  expect(totals).toEqual({
    all: await count("merchants"),
    active: await count("merchants", "status = 'active'"),
    inactive: await count("merchants", "status = 'inactive'"),
    visible: await count("merchants", "status = 'active' AND suspended_at IS NULL"),
  });
}

describe("the total of merchants", () => {
  it("follows registration, status, suspension and deletion, all at once", async () => {
    const merchants = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        seedMerchant(index % 2 === 0 ? {} : { status: "inactive", suspendedAt: index === 1 ? 1 : null }),
      ),
    );
    await expectExactTotals();
    await Promise.all(
      merchants.map(async ({ id }, index) => {
        const stop = { stop: "suspension", now: 1 } as const;
        if (index < 5) await changeMerchantStop(db, id, { ...stop, reason: "fraud" });
        await updateMerchant(db, id, { status: index % 3 === 0 ? "active" : "inactive", updatedAt: 1 });
        if (index < 2) await changeMerchantStop(db, id, { ...stop, reason: null });
        if (index > 5) await rowsOf(id).run("DELETE FROM merchants WHERE id = ?", id);
      }),
    );
    await expectExactTotals();
    expect((await readMerchants(db, "active", FIRST)).total).toBeGreaterThan(0);
  });

  it("does not change when a merchant is refused or a setting changes", async () => {
    const { email, id } = await seedMerchant();
    await expect(seedMerchant({ email })).rejects.toThrow();
    await updateMerchant(db, id, { businessName: "New name", updatedAt: 2 });

    await expectExactTotals();
  });
});

describe("the total of counters", () => {
  it("is the merchant's own, after creations and deletions at once", async () => {
    const [merchant, other] = [await seedMerchant(), await seedMerchant()];
    const made = await Promise.all(Array.from({ length: 6 }, () => seedCounter(merchant.id)));
    await seedCounter(other.id);
    const deleteFirst = () => rowsOf(merchant.id).run("DELETE FROM counters WHERE id = ?", made[0]?.id);
    await deleteFirst();
    await deleteFirst();

    expect((await listCountersPage(db, merchant.id, FIRST)).total).toBe(5);
    expect((await listCountersPage(db, other.id, FIRST)).total).toBe(1);
  });
});

describe("the total of blocked merchants", () => {
  it("counts a repeated block once", async () => {
    const [walletId, first, second] = ["w", (await seedMerchant()).id, (await seedMerchant()).id];
    for (const merchantId of [first, first, second]) await insertBlock(db, { walletId, merchantId }, 1, 10);
    expect((await listBlocks(db, walletId, { page: 1, limit: 1 })).total).toBe(2);
    await deleteBlock(db, { walletId, merchantId: first });

    expect((await listBlocks(db, walletId, { page: 1, limit: 1 })).total).toBe(1);
  });
});

describe("the total of the embedded ledger's history", () => {
  it("counts the payments of both accounts, and no declines", async () => {
    const merchant = await seedMerchant();
    const wallet = await seedWallet();
    const intents = await Promise.all(Array.from({ length: 3 }, () => seedIntent(merchant.id)));
    await Promise.all(intents.map(({ id }) => pay(id, wallet)));
    const transfer = {
      key: "too much",
      kind: "payment",
      fromAccountId: wallet,
      toAccountId: merchant.id,
      amountMinor: 999_999_999,
      currency: "USD",
      description: "",
      paymentIntentId: crypto.randomUUID(),
    } as const;
    expect(await deps.ledger.transfer(transfer)).toMatchObject({ outcome: "rejected" });

    for (const account of [merchant.id, wallet]) {
      const own = `(from_account_id = '${account}' OR to_account_id = '${account}')`;
      const counted = await count("ledger_transactions", `${own} AND status <> 'declined'`);
      expect((await listTransactions(db, account, { page: 1, limit: 1 }))?.total).toBe(counted);
    }
  });
});
