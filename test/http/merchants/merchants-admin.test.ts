import { describe, expect } from "vitest";
import { type ApiResponse, adminToken, call, fetchToken, ISO_TIME } from "../../support/api.ts";
import { approve, makeApproval, postScan } from "../../support/approvals.ts";
import { makeCounter } from "../../support/counters.ts";
import { expectFailure, expectInvalid } from "../../support/error-responses.ts";
import { listIntents } from "../../support/intent-reads.ts";
import {
  cancel,
  confirm,
  makeIntent,
  makePaidIntent,
  postIntent,
  refund,
  withdraw,
} from "../../support/intents.ts";
import { it } from "../../support/it.ts";
import { makeMerchant, type TestMerchant } from "../../support/parties.ts";
import { MERCHANT_API } from "../../support/paths.ts";

const MERCHANTS = `${MERCHANT_API}/merchants`;
const NOT_ACTIVE = [403, "merchant_not_active", "Merchant is not active"] as const;

async function list(query = "") {
  const { status, body } = await call("GET", MERCHANTS + query, { token: await adminToken() });
  expect(status).toBe(200);
  return body;
}

async function postAction(merchantId: string, action: string): Promise<ApiResponse> {
  return call("POST", `${MERCHANTS}/${merchantId}/${action}`, { token: await adminToken() });
}

async function statusOf({ id }: TestMerchant): Promise<string | undefined> {
  const { merchants } = await list("?limit=100");
  return merchants.find((merchant: { id: string }) => merchant.id === id)?.status;
}

async function isPublic({ id }: TestMerchant): Promise<boolean> {
  const { body } = await call("GET", `${MERCHANT_API}/public/merchants?limit=100`);
  return body.merchants.some((merchant: { id: string }) => merchant.id === id);
}

describe("GET /merchant/api/v1/merchants", () => {
  it("shows the administrator every merchant, newest first, without secrets", async () => {
    const [one, two] = [
      await makeMerchant({ business_name: "One" }),
      await makeMerchant({ business_name: "Two" }),
    ];
    await postAction(one.id, "deactivate");
    const { success, merchants, page, limit, total, total_pages } = await list();
    expect({ success, page, limit, total_pages }).toEqual({
      success: true,
      page: 1,
      limit: 20,
      total_pages: 1,
    });
    expect(total).toBe(merchants.length);
    const shown = (merchant: TestMerchant) =>
      merchants.find((listed: { id: string }) => listed.id === merchant.id);
    expect(shown(one)).toEqual({
      id: one.id,
      email: expect.stringMatching(/@shop\.test$/),
      business_name: "One",
      status: "inactive",
      client_id: one.clientId,
      created_at: expect.stringMatching(ISO_TIME),
      updated_at: expect.stringMatching(ISO_TIME),
      suspended_at: null,
      suspension_reason: null,
      refunds_stopped_at: null,
      refunds_stop_reason: null,
      erasure: null,
    });
    expect(shown(two)).toMatchObject({ business_name: "Two", status: "active" });
    const times = merchants.map((merchant: { created_at: string }) => merchant.created_at);
    expect(times).toEqual(times.toSorted().reverse());
  });

  it("filters by status, and counts only what matches", async () => {
    const [active, inactive] = [await makeMerchant(), await makeMerchant()];
    await postAction(inactive.id, "deactivate");
    for (const [status, here, away] of [
      ["active", active, inactive],
      ["inactive", inactive, active],
    ] as const) {
      const { merchants, total } = await list(`?limit=100&status=${status}`);
      const ids = merchants.map(({ id }: { id: string }) => id);
      expect(ids).toContain(here.id);
      expect(ids).not.toContain(away.id);
      expect(total).toBe(ids.length);
    }
  });

  it("pages by cursor, with a status and without", async () => {
    for (let count = 0; count < 5; count++) {
      const merchant = await makeMerchant();
      if (count % 2 === 0) await postAction(merchant.id, "deactivate");
    }
    for (const filter of ["", "&status=inactive"]) {
      const ids = (merchants: { id: string }[]) => merchants.map(({ id }) => id);
      const whole = ids((await list(`?limit=100${filter}`)).merchants);
      const paged: string[] = [];
      for (let cursor = ""; cursor !== null; ) {
        const page = await list(`?limit=2${filter}${cursor === "" ? "" : `&cursor=${cursor}`}`);
        paged.push(...ids(page.merchants));
        cursor = page.next_cursor;
      }
      expect(paged).toEqual(whole);
    }
  });

  it.each([
    ["status=all", "status"],
    ["status=", "status"],
  ])("refuses %s with 400", async (query, field) => {
    expectInvalid(await call("GET", `${MERCHANTS}?${query}`, { token: await adminToken() }), field);
  });
});

describe("POST /merchant/api/v1/merchants/{merchantID}/deactivate and /activate", () => {
  it("return 200 with a message, even when nothing changes", async ({ merchant }) => {
    for (const [action, status] of [
      ["deactivate", "inactive"],
      ["deactivate", "inactive"],
      ["activate", "active"],
      ["activate", "active"],
    ] as const) {
      const { status: code, body } = await postAction(merchant.id, action);
      expect(code).toBe(200);
      expect(body).toEqual({ success: true, message: expect.stringMatching(/./) });
      expect(await statusOf(merchant)).toBe(status);
      expect(await isPublic(merchant)).toBe(status === "active");
    }
  });
});

describe("an inactive merchant", () => {
  it("can neither create nor scan, even with its counters' tokens, until it is active again", async ({
    merchant,
    wallet,
    counter,
  }) => {
    const scan = { scan_token: wallet.id, counter_id: counter.id, amount: 1 };
    await postAction(merchant.id, "deactivate");
    expectFailure(await postIntent(merchant, { amount: 1 }), ...NOT_ACTIVE);
    expectFailure(await postIntent(merchant, { amount: 1, counter_id: counter.id }), ...NOT_ACTIVE);
    expectFailure(await postIntent(counter, { amount: 1 }), ...NOT_ACTIVE);
    expectFailure(await postScan(merchant, scan), ...NOT_ACTIVE);
    expect(await listIntents(merchant)).toEqual([]);
    await postAction(merchant.id, "activate");
    expect((await postIntent(merchant, { amount: 1 })).status).toBe(201);
    expect((await postIntent(counter, { amount: 1 })).status).toBe(201);
    expect((await postScan(merchant, scan)).status).toBe(201);
  });

  it("has open intents that stay payable, cancellable and refundable", async ({ merchant, wallet }) => {
    const [open, unwanted] = [await makeIntent(merchant), await makeIntent(merchant)];
    const paid = await makePaidIntent(merchant, { wallet });
    const [approval, wrong] = [await makeApproval(merchant, wallet), await makeApproval(merchant, wallet)];
    await postAction(merchant.id, "deactivate");
    expect((await withdraw(merchant, wrong.id)).status).toBe(200);
    expect((await confirm(wallet, open.id)).status).toBe(200);
    expect((await approve(wallet, approval.id)).status).toBe(200);
    expect((await cancel(merchant, unwanted.id)).status).toBe(200);
    for (const { id } of [open, paid, approval]) expect((await refund(merchant, id)).status).toBe(200);
    expect(await listIntents(merchant)).toHaveLength(5);
  });

  it("still gets tokens, and can set up its webhook and counters", async () => {
    const { id, clientId, clientSecret } = await makeMerchant();
    await postAction(id, "deactivate");
    const token = await fetchToken(clientId, clientSecret);
    const requests: [string, string, unknown?][] = [
      ["GET", "/webhook"],
      ["PUT", "/webhook", { url: "https://shop.test/hook" }],
      ["POST", "/webhook/rotate-secret"],
      ["GET", "/counters"],
      ["GET", "/transactions"],
      ["GET", "/payment-intents"],
    ];
    for (const [method, path, json] of requests) {
      expect((await call(method, MERCHANT_API + path, { token, json })).status, path).toBe(200);
    }
    const counter = await makeCounter({ token });
    const path = `${MERCHANT_API}/counters/${counter.id}`;
    expect((await call("PUT", path, { token, json: { name: "Till" } })).status).toBe(200);
    expect((await call("POST", `${path}/rotate-secret`, { token })).status).toBe(200);
    expect((await call("DELETE", path, { token })).status).toBe(200);
  });
});
