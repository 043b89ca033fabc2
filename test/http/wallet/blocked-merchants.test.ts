import { describe, expect } from "vitest";
import { call, ISO_TIME } from "../../support/api.ts";
import { approve, listApprovals, makeApproval, postScan, statusOf } from "../../support/approvals.ts";
import { moveClock, setClock } from "../../support/clock.ts";
import { expectFailure, expectInvalid } from "../../support/error-responses.ts";
import { failDatabase, interceptDatabase, muteLog, repair } from "../../support/faults.ts";
import { expectReplay, newKey, scanWithKey } from "../../support/idempotency.ts";
import { readIntent } from "../../support/intent-reads.ts";
import { eventsOf } from "../../support/intent-rows.ts";
import { confirm, makeIntent } from "../../support/intents.ts";
import { it } from "../../support/it.ts";
import { makeMerchant, makeWallet, type TestWallet } from "../../support/parties.ts";
import { UNKNOWN_ID, WALLET_API } from "../../support/paths.ts";
import { rowsOf } from "../../support/rows.ts";
import { showCode } from "../../support/scan-tokens.ts";
import { seedMerchant } from "../../support/seeds.ts";
import { comparable } from "../../support/tenants.ts";

const BLOCKED = `${WALLET_API}/blocked-merchants`;
const LOAD = /^select "id", "merchant_id".* from "payment_intents" where "payment_intents"\."id" = \?/s;
const CREATION = /^insert into "payment_intents" .*do nothing/s;

const block = ({ token }: TestWallet, id: string) => call("POST", `${BLOCKED}/${id}`, { token });
const unblock = ({ token }: TestWallet, id: string) => call("DELETE", `${BLOCKED}/${id}`, { token });

async function listBlocked({ token }: TestWallet, query = "") {
  const { status, body } = await call("GET", `${BLOCKED}${query}`, { token });
  expect(status).toBe(200);
  return body;
}

async function insertBlocks(walletId: string, count: number): Promise<void> {
  await rowsOf(walletId).run(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?2)
     INSERT INTO blocked_merchants SELECT ?1, 'merchant-' || i, i FROM n`,
    walletId,
    count,
  );
}

describe("POST /wallet/api/v1/blocked-merchants/{merchantID}", () => {
  it("returns 200, again when repeated, and keeps when it was blocked first", async ({
    merchant,
    wallet,
  }) => {
    const first = await block(wallet, merchant.id);
    expect([first.status, first.body]).toEqual([200, { success: true, message: "Merchant blocked" }]);
    const before = await listBlocked(wallet);
    moveClock(5_000);
    expect((await block(wallet, merchant.id.toUpperCase())).body).toEqual(first.body);
    expect(await listBlocked(wallet)).toEqual(before);
  });

  it("makes the customer's code nobody's for the merchant, byte for byte", async ({
    merchant,
    wallet,
    scan,
  }) => {
    await block(wallet, merchant.id);
    const refused = await postScan(merchant, scan);
    expectInvalid(refused, "scan_token", "must be the token of a customer's QR code");
    const unknown = await postScan(merchant, { ...scan, scan_token: UNKNOWN_ID });
    expect(comparable(refused, wallet.id)).toEqual(comparable(unknown, UNKNOWN_ID));
    const headersOf = ({ headers }: typeof refused) => [...headers.keys()].sort();
    expect(headersOf(refused)).toEqual(headersOf(unknown));
    const { code } = await showCode(wallet);
    expect(comparable(await postScan(merchant, { ...scan, scan_token: code }), code)).toEqual(
      comparable(unknown, UNKNOWN_ID),
    );
  });

  it("rejects what the merchant is asking for, and nothing else", async ({ merchant, wallet, scan }) => {
    const [one, two] = [
      await makeApproval(merchant, wallet, scan),
      await makeApproval(merchant, wallet, scan),
    ];
    const paid = await makeApproval(merchant, wallet, scan);
    expect((await approve(wallet, paid.id)).status).toBe(200);
    const ofOther = await makeApproval(await makeMerchant(), wallet);
    const ofOtherCustomer = await makeApproval(merchant, await makeWallet());
    expect((await block(wallet, merchant.id)).status).toBe(200);
    for (const { id } of [one, two]) {
      expect((await readIntent(merchant, id)).body.payment_intent).toMatchObject({
        status: "cancelled",
        cancellation_reason: "rejected_by_customer",
      });
      expect((await eventsOf(id)).map(({ type }) => type)).toContain("payment.cancelled");
    }
    expect(await listApprovals(wallet)).toMatchObject([{ id: ofOther.id }]);
    expect(await statusOf(merchant, paid.id)).toBe("completed");
    expect(await statusOf(merchant, ofOtherCustomer.id)).toBe("pending_approval");
  });

  it("refuses a request that was checked before the block and is stored after it", async ({
    merchant,
    wallet,
    scan,
  }) => {
    interceptDatabase(CREATION, async (run) => {
      expect((await block(wallet, merchant.id)).status).toBe(200);
      return await run();
    });
    expectInvalid(await postScan(merchant, scan), "scan_token", "must be the token of a customer's QR code");
    expect(await listApprovals(wallet)).toEqual([]);
  });

  it("can be repeated when an open request could not be rejected", async ({ merchant, wallet, scan }) => {
    const { id } = await makeApproval(merchant, wallet, scan);
    muteLog();
    failDatabase(LOAD);
    const failed = await block(wallet, merchant.id);
    expectFailure(failed, 503, "payment_intent_unavailable", "Failed to block merchant");
    repair();
    expect((await postScan(merchant, scan)).status).toBe(400);
    expect((await block(wallet, merchant.id)).status).toBe(200);
    expect(await statusOf(merchant, id)).toBe("cancelled");
  });

  it("lets the customer pay the merchant's code, and the merchant repeat an earlier request", async ({
    merchant,
    wallet,
    scan,
  }) => {
    const key = newKey();
    const { id } = (await scanWithKey(key, merchant, scan)).body.payment_intent;
    await block(wallet, merchant.id);
    expectReplay(
      await scanWithKey(key, merchant, scan),
      (await readIntent(merchant, id)).body.payment_intent,
    );
    const intent = await makeIntent(merchant, { amount: 1 });
    expect((await confirm(wallet, intent.id)).status).toBe(200);
  });

  it("returns 404 for a merchant that does not exist", async ({ wallet }) => {
    for (const id of [UNKNOWN_ID, wallet.id, "abc"]) {
      expectFailure(await block(wallet, id), 404, "merchant_not_found", "Merchant not found");
    }
    expect(await listBlocked(wallet)).toMatchObject({ total: 0 });
  });

  it("returns 409 for the 501st merchant; the 500 can still be blocked again and unblocked", async ({
    wallet,
  }) => {
    const [one, two] = [await seedMerchant(), await seedMerchant()];
    await insertBlocks(wallet.id, 499);
    expect((await block(wallet, one.id)).status).toBe(200);
    const message = "no more merchants can be blocked";
    expectFailure(await block(wallet, two.id), 409, "too_many_blocked_merchants", message);
    expect((await block(wallet, one.id)).status).toBe(200);
    expect((await unblock(wallet, one.id)).status).toBe(200);
    expect((await block(wallet, two.id)).status).toBe(200);
  });
});

describe("DELETE /wallet/api/v1/blocked-merchants/{merchantID}", () => {
  it("lets the merchant ask again; returns the same when repeated", async ({ merchant, wallet, scan }) => {
    await block(wallet, merchant.id);
    for (let time = 0; time < 2; time++) {
      const { status, body } = await unblock(wallet, merchant.id);
      expect([status, body]).toEqual([200, { success: true, message: "Merchant unblocked" }]);
    }
    expect((await postScan(merchant, scan)).status).toBe(201);
    expect(await listBlocked(wallet)).toMatchObject({ blocked_merchants: [], total: 0 });
  });

  it("returns 404 for a merchant that does not exist", async ({ wallet }) => {
    for (const id of [UNKNOWN_ID, "abc"]) {
      expectFailure(await unblock(wallet, id), 404, "merchant_not_found", "Merchant not found");
    }
  });
});

describe("GET /wallet/api/v1/blocked-merchants", () => {
  it("returns the customer's own, newest first, in pages", async ({ wallet }) => {
    const merchants = [];
    setClock(Date.now());
    for (const name of ["Books", "Shoes", "Tea"]) {
      const merchant = await makeMerchant({ business_name: name });
      merchants.unshift({
        id: merchant.id,
        business_name: name,
        blocked_at: expect.stringMatching(ISO_TIME),
      });
      expect((await block(wallet, merchant.id)).status).toBe(200);
      moveClock(1);
    }
    const [newest, ...older] = merchants;
    const page = { success: true, limit: 2, total: 3, total_pages: 2 };
    expect(await listBlocked(wallet, "?limit=2")).toEqual({
      ...page,
      blocked_merchants: [newest, older[0]],
      page: 1,
    });
    expect(await listBlocked(wallet, "?limit=2&page=2")).toEqual({
      ...page,
      blocked_merchants: [older[1]],
      page: 2,
    });
    expect(await listBlocked(await makeWallet())).toEqual({
      success: true,
      blocked_merchants: [],
      page: 1,
      limit: 20,
      total: 0,
      total_pages: 0,
    });
  });
});
