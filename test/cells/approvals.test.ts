// Requests for approval are where their merchants' payments are. The wallet's own cell has where that was, and its scan token.
import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { describe, expect, vi } from "vitest";
import type { Shard } from "#core/db/client.ts";
import { blockedMerchants, lastScanTokens } from "#core/db/schema/wallet.ts";
import { listOpenApprovals } from "#core/services/wallet/wallet.ts";
import { call } from "../support/api.ts";
import { listApprovals, makeApproval, postScan, reject } from "../support/approvals.ts";
import { alarmInMs, cellOf, countAtCells, fireCellAlarm, spreadId } from "../support/cells.ts";
import { MINUTE, moveClock } from "../support/clock.ts";
import { startMeters } from "../support/cost/meters.ts";
import { failDatabase, interceptDatabase, muteLog, repair } from "../support/faults.ts";
import { expectNew, expectReplay, newKey, scanWithKey } from "../support/idempotency.ts";
import { it } from "../support/it.ts";
import { makeMerchant, renewWallet, type TestWallet } from "../support/parties.ts";
import { WALLET_API } from "../support/paths.ts";
import { captureQueue } from "../support/queues.ts";
import { showCode } from "../support/scan-tokens.ts";
import { db, deps, seedCounter, seedMerchant } from "../support/seeds.ts";
import { merchantToken } from "../support/tokens.ts";

const CREATION = /^insert into "payment_intents" .*do nothing/s;

const block = ({ token }: TestWallet, { id }: { id: string }, method: "POST" | "DELETE" = "POST") =>
  call(method, `${WALLET_API}/blocked-merchants/${id}`, { token });

const blocksIn = (shard: Shard, merchant: { id: string }) =>
  shard
    .select({ walletId: blockedMerchants.walletId })
    .from(blockedMerchants)
    .where(eq(blockedMerchants.merchantId, merchant.id))
    .orderBy(blockedMerchants.walletId);

async function erase(wallet: TestWallet): Promise<number> {
  const { token } = await renewWallet(wallet);
  return (await call("POST", `${WALLET_API}/erase`, { token, json: { confirm: wallet.id } })).status;
}

describe("a request for approval", () => {
  it("asks home nothing, once its merchant and its wallet have been there, with or without a key", async ({
    merchant,
    wallet,
    scan,
  }) => {
    const own = await deps.shards.ofWallet(wallet.id);
    expectNew(await postScan(merchant, scan));
    const [one, two] = [await showCode(wallet), await showCode(wallet)];
    const [meters, atCells] = [await startMeters(), countAtCells()];
    await db.run("SELECT 1 FROM merchants");
    expect(meters.take().databaseQueries, "of home").toBe(1);
    expectNew(await postScan(merchant, { ...scan, scan_token: one.code }));
    expectNew(await scanWithKey(newKey(), merchant, { ...scan, scan_token: two.code }));
    expect(meters.take().databaseQueries).toBe(0);
    expect([...atCells.keys()].sort()).toEqual([cellOf(merchant.id).name, own.name]);
    expect(atCells.get(own.name), "shards and block, note, token, block again").toBe(2 * (2 + 4 + 1 + 1));
    expect(await alarmInMs(own), "nothing to sweep").toBeNull();
  });

  it("is made once by its repetition when its cell has failed", async ({ merchant, wallet, scan }) => {
    const key = newKey();
    const keyed = { ...scan, scan_token: (await showCode(wallet)).code };
    muteLog();
    failDatabase(CREATION);
    expect((await scanWithKey(key, merchant, keyed)).status).toBe(503);
    repair();
    expect(await listApprovals(wallet)).toEqual([]);
    const made = await scanWithKey(key, merchant, keyed);
    expectNew(made);
    expectReplay(await scanWithKey(key, merchant, keyed), made.body.payment_intent);
    expect(await listApprovals(wallet)).toMatchObject([{ id: made.body.payment_intent.id }]);
  });

  it("is announced by the sweep of its cell if its Worker cannot", async ({ merchant, scan }) => {
    muteLog();
    const lost = vi.spyOn(env.WALLET_EVENTS, "send").mockRejectedValue(new Error("the queue is down"));
    const { id } = (await postScan(merchant, scan)).body.payment_intent;
    await vi.waitFor(() => expect(lost).toHaveBeenCalled());
    lost.mockRestore();
    const sent = captureQueue(env.WALLET_EVENTS);
    moveClock(2 * MINUTE);
    await fireCellAlarm(cellOf(merchant.id));
    expect(JSON.stringify(sent)).toContain(id);
  });

  it("is one of five at most of a merchant whose payments are spread, which waits after three rejections", async ({
    wallet,
  }) => {
    const { id } = await seedMerchant({ id: spreadId() });
    const [counter, token] = [await seedCounter(id), await merchantToken(id)];
    const scan = { scan_token: wallet.id, counter_id: counter.id, amount: 1 };
    muteLog();
    failDatabase(CREATION);
    expect((await scanWithKey(newKey(), { token }, scan)).status, "of a cell without tables").toBe(503);
    repair();
    const statuses = [];
    for (let count = 0; count < 8; count++)
      statuses.push((await scanWithKey(newKey(), { token }, scan)).status);
    expect(statuses).toEqual([201, 201, 201, 201, 201, 429, 429, 429]);
    const open = await listApprovals(wallet);
    expect(open).toHaveLength(5);
    for (const each of open.slice(0, 3)) expect((await reject(wallet, each.id)).status).toBe(200);
    expect((await postScan({ token }, scan)).body.code).toBe("too_many_rejections");
  });
});

it("a list of approvals lacks those of a cell that fails", async ({ merchant, wallet }) => {
  let shop = await makeMerchant();
  while (cellOf(shop.id) === cellOf(merchant.id)) shop = await makeMerchant();
  await makeApproval(merchant, wallet);
  const { id } = await makeApproval(shop, wallet);
  const lines = muteLog();
  const select = vi.spyOn(cellOf(merchant.id), "select").mockImplementation(() => {
    throw new Error("D1_ERROR: the cell is gone");
  });
  const open = await listOpenApprovals(deps, wallet.id);
  select.mockRestore();
  expect(open).toMatchObject([{ id }]);
  expect(lines).toEqual([expect.stringContaining("approvals_unread")]);
});

it("while a wallet's cell fails, what was listed can be rejected", async ({ merchant, wallet, scan }) => {
  const { id } = await makeApproval(merchant, wallet);
  muteLog();
  failDatabase(/"(wallet_places|last_scan_tokens)"/);
  const { token } = wallet;
  const failed = [
    await postScan(merchant, scan),
    await scanWithKey(newKey(), merchant, scan),
    await call("GET", `${WALLET_API}/approvals`, { token }),
    await block(wallet, merchant),
  ];
  expect(failed.map(({ status }) => status)).toEqual([500, 500, 500, 500]);
  expect((await reject(wallet, id)).status).toBe(200);
});

it("a request that is stored while its wallet is erased can be found", async ({ merchant, wallet, scan }) => {
  interceptDatabase(CREATION, async (run) => {
    expect(await erase(wallet)).toBe(200);
    return await run();
  });
  const { id } = (await postScan(merchant, scan)).body.payment_intent;
  expect(await listApprovals(await renewWallet(wallet))).toMatchObject([{ id }]);
});

it("an erasure that a wallet's cell fails to do can be repeated", async ({
  merchant,
  other,
  wallet,
  scan,
}) => {
  await block(wallet, other);
  await postScan(merchant, { ...scan, scan_token: (await showCode(wallet)).code });
  muteLog();
  failDatabase(/^delete from "last_scan_tokens"/);
  expect(await erase(wallet)).toBe(500);
  repair();
  const cell = await deps.shards.ofWallet(wallet.id);
  expect(await blocksIn(cell, other), "nothing is erased").toHaveLength(1);
  expect(await erase(wallet)).toBe(200);
  expect(await blocksIn(cell, other)).toEqual([]);
  expect(await cell.$count(lastScanTokens, eq(lastScanTokens.walletId, wallet.id))).toBe(0);
  expect(await listApprovals(await renewWallet(wallet))).toEqual([]);
});

it("a wallet that nobody has makes no cell", async ({ merchant, scan }) => {
  const id = crypto.randomUUID();
  expect((await postScan(merchant, { ...scan, scan_token: id })).status).toBe(400);
  expect(await listOpenApprovals(deps, id)).toEqual([]);
  const nobodys = env.CELL_OBJECTS.getByName((await deps.shards.ofWallet(id)).name);
  const migrated = await runInDurableObject(nobodys, (_, { storage }) => storage.kv.get("migrated"));
  expect(migrated).toBeUndefined();
});
