import { describe, expect, it } from "vitest";
import type { ApiResponse } from "../../support/api.ts";
import { approve, makeApproval, postScan, reject, simulate } from "../../support/approvals.ts";
import { DAY, MINUTE, moveClock, setClock } from "../../support/clock.ts";
import { makeCounter } from "../../support/counters.ts";
import { expectFailure } from "../../support/error-responses.ts";
import { expectReplay, newKey, scanWithKey } from "../../support/idempotency.ts";
import { listIntents } from "../../support/intent-reads.ts";
import { withdraw } from "../../support/intents.ts";
import { makeMerchant, makeWallet, renewMerchant, renewWallet } from "../../support/parties.ts";

async function setUpShop() {
  const [merchant, wallet] = [await makeMerchant(), await makeWallet()];
  const { id: counterId } = await makeCounter(merchant);
  const scan = { scan_token: wallet.id, counter_id: counterId, amount: 1 };
  return { merchant, wallet, scan };
}

type Shop = Awaited<ReturnType<typeof setUpShop>>;

async function beRejected({ merchant, wallet, scan }: Shop, times: number): Promise<void> {
  for (let time = 0; time < times; time++) {
    const { id } = await makeApproval(merchant, wallet, scan);
    expect((await reject(wallet, id)).status).toBe(200);
  }
}

async function withdrawAgain({ merchant, wallet, scan }: Shop, times: number): Promise<void> {
  for (let time = 0; time < times; time++) {
    const { id } = await makeApproval(merchant, wallet, scan);
    expect((await withdraw(merchant, id)).status).toBe(200);
  }
}

async function later(shop: Shop, ms: number): Promise<Shop> {
  moveClock(ms);
  return { ...shop, merchant: await renewMerchant(shop.merchant), wallet: await renewWallet(shop.wallet) };
}

function expectToWait(response: ApiResponse, seconds: number): void {
  const message = "too many requests to this customer were rejected or withdrawn";
  expectFailure(response, 429, "too_many_rejections", message);
  expect(response.headers.get("Retry-After")).toBe(String(seconds));
}

describe("a merchant whose requests a customer rejects", () => {
  it("has to wait 5 minutes after the third rejection, and creates nothing meanwhile", async () => {
    setClock(Date.now());
    const shop = await setUpShop();
    await beRejected(shop, 3);
    expectToWait(await postScan(shop.merchant, shop.scan), 300);
    expect(await listIntents(shop.merchant)).toHaveLength(3);
    const almost = await later(shop, 5 * MINUTE - 1);
    expectToWait(await postScan(almost.merchant, shop.scan), 1);
    const over = await later(shop, 1);
    expect((await postScan(over.merchant, shop.scan)).status).toBe(201);
  });

  it("has to wait at every counter, and not for other customers", async () => {
    const shop = await setUpShop();
    await beRejected(shop, 3);
    const { id: counterId } = await makeCounter(shop.merchant);
    expect((await postScan(shop.merchant, { ...shop.scan, counter_id: counterId })).status).toBe(429);
    const other = { ...shop.scan, scan_token: (await makeWallet()).id };
    expect((await postScan(shop.merchant, other)).status).toBe(201);
    await makeApproval(await makeMerchant(), shop.wallet);
  });

  it("does not have to wait after two, nor after approvals and requests without a response", async () => {
    const shop = await setUpShop();
    await beRejected(shop, 2);
    for (const way of ["approve", "expire"]) {
      const { id } = await makeApproval(shop.merchant, shop.wallet, shop.scan);
      const { status } =
        way === "approve" ? await approve(shop.wallet, id) : await simulate(shop.merchant, id, "expire");
      expect(status).toBe(200);
    }
    expect((await postScan(shop.merchant, shop.scan)).status).toBe(201);
  });

  it("may withdraw two of its requests; further ones count as rejected", async () => {
    setClock(Date.now());
    const shop = await setUpShop();
    await withdrawAgain(shop, 4);
    await beRejected(shop, 1);
    expectToWait(await postScan(shop.merchant, shop.scan), 300);
    const over = await later(shop, 5 * MINUTE);
    await withdrawAgain(over, 1);
    expectToWait(await postScan(over.merchant, shop.scan), 600);
    const other = { ...shop.scan, scan_token: (await makeWallet()).id };
    expect((await postScan(over.merchant, other)).status).toBe(201);
  });

  it("starts anew after a day", async () => {
    setClock(Date.now());
    const shop = await setUpShop();
    await beRejected(shop, 2);
    const nextDay = await later(shop, DAY);
    await beRejected(nextDay, 2);
    expect((await postScan(nextDay.merchant, shop.scan)).status).toBe(201);
  });

  it("can repeat an earlier request under its Idempotency-Key", async () => {
    const shop = await setUpShop();
    const key = newKey();
    const made = await scanWithKey(key, shop.merchant, shop.scan);
    await beRejected(shop, 3);
    expectReplay(await scanWithKey(key, shop.merchant, shop.scan), made.body.payment_intent);
  });
});
