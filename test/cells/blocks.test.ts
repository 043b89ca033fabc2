// A wallet's blocks are in its own cell; those from before there were cells, at home until its first request or change. CELLS is 1 here.
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { describe, expect, vi } from "vitest";
import { copyAccount } from "#core/db/merchants/account-copies.ts";
import { accountCopies } from "#core/db/schema/merchants.ts";
import { blockedMerchants, movedWallets } from "#core/db/schema/wallet.ts";
import {
  blockMerchant,
  listBlockedMerchants,
  unblockMerchant,
} from "#core/services/wallet/blocked-merchants.ts";
import { CellObject } from "#core/shards/cell-object.ts";
import { call } from "../support/api.ts";
import { listApprovals, makeApproval, postScan, statusOf } from "../support/approvals.ts";
import { cellOf, fireCellAlarm, spreadId } from "../support/cells.ts";
import { MINUTE, moveClock } from "../support/clock.ts";
import { failDatabase, interceptDatabase, muteLog, repair } from "../support/faults.ts";
import { newKey, scanWithKey } from "../support/idempotency.ts";
import { it } from "../support/it.ts";
import { makeMerchant, makeWallet, type TestWallet } from "../support/parties.ts";
import { WALLET_API } from "../support/paths.ts";
import { captureQueue } from "../support/queues.ts";
import { ACTOR, db, deps, seedMerchant, seedWallet } from "../support/seeds.ts";
import { switchedAt } from "../support/switched-cells.ts";

const CREATION = /^insert into "payment_intents" .*do nothing/s;

const tap = ({ token }: TestWallet, { id }: { id: string }, method: "POST" | "DELETE" = "POST") =>
  call(method, `${WALLET_API}/blocked-merchants/${id}`, { token });

const rowsIn = async (walletId: string) => {
  const cell = await deps.shards.ofWallet(walletId);
  const merchantsIn = async (shard: typeof cell) =>
    (await shard.select().from(blockedMerchants).where(eq(blockedMerchants.walletId, walletId)))
      .map(({ merchantId }) => merchantId)
      .sort();
  return { home: await merchantsIn(db), cell: await merchantsIn(cell) };
};

describe("a tap", () => {
  it("asks two objects at most, and changes no copy, of a merchant in 16 cells or in one", async ({
    merchant,
    wallet,
  }) => {
    const spread = await seedMerchant({ id: spreadId() });
    for (const cell of deps.shards.ofMerchant(spread.id).slice(0, 16))
      await copyAccount(deps.shards, spread.id, cell);
    const copies = () => db.select().from(accountCopies);
    const before = await copies();
    const calls = vi.spyOn(CellObject.prototype, "run");
    for (const [by, { id }] of [
      [wallet, spread],
      [wallet, merchant],
      [await makeWallet(), merchant],
    ] as const)
      for (const method of ["POST", "DELETE", "POST"] as const) {
        calls.mockClear();
        expect((await tap(by, { id }, method)).status).toBe(200);
        expect(calls.mock.calls.length, `${method} of ${id}`).toBeLessThanOrEqual(2);
      }
    expect(await copies()).toEqual(before);
    expect(await rowsIn(wallet.id)).toEqual({ home: [], cell: [spread.id, merchant.id].sort() });
  });

  it("rejects what the wallet's cell has forgotten in a restore", async ({ merchant, wallet }) => {
    const { id } = await makeApproval(merchant, wallet);
    const cell = await deps.shards.ofWallet(wallet.id);
    for (const table of ["wallet_places", "moved_wallets"])
      await cell.run(`DELETE FROM ${table} WHERE wallet_id = '${wallet.id}'`);
    expect((await tap(wallet, merchant)).status).toBe(200);
    expect(await statusOf(merchant, id)).toBe("cancelled");
  });
});

describe("a request that a block overtakes", () => {
  it("is rejected by itself, also if the block has ended since, and nobody is told", async ({
    merchant,
    wallet,
    scan,
  }) => {
    const sent = captureQueue(env.WALLET_EVENTS);
    interceptDatabase(CREATION, async (run) => {
      for (const method of ["POST", "DELETE"] as const)
        expect((await tap(wallet, merchant, method)).status).toBe(200);
      return await run();
    });
    expect((await postScan(merchant, scan)).status).toBe(400);
    repair();
    expect(await listApprovals(wallet)).toEqual([]);
    expect(JSON.stringify(sent)).not.toContain("payment.approval_requested");
    expect((await postScan(merchant, scan)).status, "from then on").toBe(201);
  });

  it.for(["the sweep", "its repetition"])(
    "is rejected by %s when its Worker dies before",
    async (finisher, { merchant, wallet, scan }) => {
      const key = newKey();
      interceptDatabase(CREATION, async (run) => {
        expect((await tap(wallet, merchant)).status).toBe(200);
        const result = await run();
        repair();
        muteLog();
        failDatabase(/"moved_wallets"/);
        return result;
      });
      expect((await scanWithKey(key, merchant, scan)).status).toBe(500);
      repair();
      const sent = captureQueue(env.WALLET_EVENTS);
      expect(await listApprovals(wallet)).toHaveLength(1);
      if (finisher === "its repetition") {
        const { status, body } = await scanWithKey(key, merchant, scan);
        expect([status, body.payment_intent?.status]).toEqual([201, "cancelled"]);
      } else {
        moveClock(2 * MINUTE);
        await fireCellAlarm(cellOf(merchant.id));
      }
      expect(await listApprovals(wallet)).toEqual([]);
      expect(JSON.stringify(sent)).not.toContain("payment.approval_requested");
    },
  );
});

describe("blocks from before cells begin", () => {
  const setUp = async () => {
    const [walletId, ...merchants] = [await seedWallet(), await makeMerchant(), await makeMerchant()];
    const customer = { walletId, actor: ACTOR, defer() {} };
    const [one, two] = merchants.map(({ id }) => id) as [string, string];
    return { walletId, customer, one, two };
  };
  const listed = async (at: typeof deps, walletId: string) =>
    (await listBlockedMerchants(at, walletId, { page: 1, limit: 9 })).blocked
      .map(({ merchantId }) => merchantId)
      .sort();
  it("stay at home until then, and are copied by the first change, once", async () => {
    const { walletId, customer, one, two } = await setUp();
    const [before, after] = [switchedAt(Date.now() + 10 * MINUTE), switchedAt(Date.now() - 10 * MINUTE)];
    expect(await blockMerchant(before, customer, one)).toMatchObject({ ok: true });
    expect(await rowsIn(walletId)).toEqual({ home: [one], cell: [] });
    for (const at of [before, after]) expect(await listed(at, walletId)).toEqual([one]);
    expect(await blockMerchant(after, customer, two)).toMatchObject({ ok: true });
    expect(await unblockMerchant(after, walletId, one)).toMatchObject({ ok: true });
    expect(await rowsIn(walletId)).toEqual({ home: [one], cell: [two] });
    for (const at of [before, after]) {
      expect(await listed(at, walletId)).toEqual([two]);
    }
  });

  it("are copied as well when the Worker that began to has died, and home changes no more", async () => {
    const { walletId, customer, one, two } = await setUp();
    await db.insert(blockedMerchants).values({ walletId, merchantId: one, createdAt: 1 });
    await db.insert(movedWallets).values({ walletId });
    const behind = switchedAt(Date.now() + 10 * MINUTE);
    expect(await blockMerchant(behind, customer, two)).toMatchObject({ ok: true });
    expect(await rowsIn(walletId)).toEqual({ home: [one], cell: [one, two].sort() });
  });

  it("cannot change at home from when they are read until they are copied", async () => {
    const { walletId, customer, one, two } = await setUp();
    await db.insert(blockedMerchants).values({ walletId, merchantId: one, createdAt: 1 });
    const behind = switchedAt(Date.now() + 10 * MINUTE);
    const end = interceptDatabase(/^insert into "moved_wallets".* values /i, async (run) => {
      const read = await run();
      end();
      expect(await blockMerchant(behind, customer, two)).toMatchObject({ ok: true });
      return read;
    });
    expect(await unblockMerchant(switchedAt(0), walletId, one)).toMatchObject({ ok: true });
    expect(await rowsIn(walletId)).toEqual({ home: [one], cell: [two] });
  });
});
