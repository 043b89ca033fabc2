import { describe, expect, it } from "vitest";
import type { ApiResponse } from "../../support/api.ts";
import { approve, listApprovals, makeApproval, postScan, reject, simulate } from "../../support/approvals.ts";
import { moveClock } from "../../support/clock.ts";
import { makeCounter } from "../../support/counters.ts";
import { expectFailure } from "../../support/error-responses.ts";
import { listIntents } from "../../support/intent-reads.ts";
import { eventsOf } from "../../support/intent-rows.ts";
import { makeMerchant, makeWallet, renewMerchant, renewWallet } from "../../support/parties.ts";

const MAX = 5;

async function setUpBusyShop() {
  const [merchant, wallet] = [await makeMerchant(), await makeWallet()];
  const counter = await makeCounter(merchant);
  const intents = [];
  for (let count = 0; count < MAX; count++) {
    intents.push(await makeApproval(merchant, wallet, { counter_id: counter.id, amount: 1, expires_in: 60 }));
  }
  const scan = { scan_token: wallet.id, counter_id: counter.id, amount: 1 };
  return { merchant, wallet, counter, intents, scan, firstId: intents[0].id as string };
}

function expectTooMany(response: ApiResponse): void {
  expect(response.headers.get("Retry-After")).toMatch(/^[1-9]\d*$/);
  const message = "too many open approvals for this customer";
  expectFailure(response, 429, "too_many_approvals", message);
}

describe("open approvals of one customer at one merchant", () => {
  it("are five at most: the sixth scan returns 429 and creates nothing", async () => {
    const { merchant, wallet, scan } = await setUpBusyShop();
    expectTooMany(await postScan(merchant, scan));
    expect(await listApprovals(wallet)).toHaveLength(MAX);
    expect(await listIntents(merchant)).toHaveLength(MAX);
  });

  it("are five at most, also with another counter", async () => {
    const { merchant, scan } = await setUpBusyShop();
    expectTooMany(await postScan(merchant, { ...scan, counter_id: (await makeCounter(merchant)).id }));
  });

  it("are five at most under ten parallel scans", async () => {
    const [merchant, wallet] = [await makeMerchant(), await makeWallet()];
    const counter = await makeCounter(merchant);
    const scan = { scan_token: wallet.id, counter_id: counter.id, amount: 1 };
    const responses = await Promise.all(Array.from({ length: 10 }, () => postScan(merchant, scan)));
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(MAX);
    for (const response of responses.filter(({ status }) => status !== 201)) expectTooMany(response);
    const open = await listApprovals(wallet);
    expect(open).toHaveLength(MAX);
    for (const { id } of open) expect(await eventsOf(id)).toHaveLength(1);
  });

  it("do not count against another merchant or another customer", async () => {
    const { merchant, wallet, scan } = await setUpBusyShop();
    await makeApproval(await makeMerchant(), wallet);
    const { status } = await postScan(merchant, { ...scan, scan_token: (await makeWallet()).id });
    expect(status).toBe(201);
    expect(await listApprovals(wallet)).toHaveLength(MAX + 1);
  });

  it.each(["approve", "reject", "expire", "deadline"])("free a place by %s", async (way) => {
    let { merchant, wallet, scan, firstId } = await setUpBusyShop();
    if (way === "approve") expect((await approve(wallet, firstId)).status).toBe(200);
    if (way === "reject") expect((await reject(wallet, firstId)).status).toBe(200);
    if (way === "expire") expect((await simulate(merchant, firstId, "expire")).status).toBe(200);
    if (way === "deadline") {
      moveClock(60_000);
      merchant = await renewMerchant(merchant);
      wallet = await renewWallet(wallet);
      expect(await listApprovals(wallet)).toEqual([]);
    }
    expect((await postScan(merchant, scan)).status).toBe(201);
    if (way !== "deadline") expectTooMany(await postScan(merchant, scan));
  });
});
