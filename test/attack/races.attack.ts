// Many requests at once, of which at most one may succeed.
import { beforeAll, describe, expect, it } from "vitest";
import { call } from "../support/api.ts";
import { listApprovals, postScan } from "../support/approvals.ts";
import { COUNTERS, makeCounter } from "../support/counters.ts";
import {
  actOnPayOut,
  callAsDesk,
  correct,
  DESK_API,
  openDesk,
  openShift,
  postToDesk,
  requestPayOut,
  withdraw,
} from "../support/desks.ts";
import { readIntent } from "../support/intent-reads.ts";
import { confirm, makeIntent, postIntent } from "../support/intents.ts";
import { until } from "../support/objects.ts";
import {
  makeMerchant,
  makeWallet,
  readBalances,
  type TestMerchant,
  type TestWallet,
} from "../support/parties.ts";
import { INTENTS, WALLET_API } from "../support/paths.ts";

const AT_ONCE = 20;
const AMOUNT = 5;

const times = <Result>(count: number, make: (index: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)));

async function balanceOf(wallet: TestWallet): Promise<number> {
  const [balance = ""] = await readBalances(wallet);
  return Number.parseFloat(balance);
}

describe("races", () => {
  let shop: TestMerchant;
  beforeAll(async () => {
    shop = await makeMerchant();
  });
  const sell = async () => (await makeIntent(shop, { amount: AMOUNT })).id as string;
  const walletWith = (balance: number) => makeWallet({ balance, token: shop.token });

  it("take the price of an intent once, whoever pays", async () => {
    const id = await sell();
    const wallets = await times(4, () => walletWith(100));
    await times(AT_ONCE, (index) => confirm(wallets[index % wallets.length] as TestWallet, id));
    const left = await Promise.all(wallets.map(balanceOf));
    expect(left.reduce((sum, balance) => sum + 100 - balance, 0)).toBe(AMOUNT);
  });

  it("give a payment back once, under as many keys as it is asked for", async () => {
    const [wallet, id] = [await walletWith(100), await sell()];
    expect((await confirm(wallet, id)).status).toBe(200);
    await times(AT_ONCE, (index) => {
      const headers = { "Idempotency-Key": `refund-${index}` };
      return call("POST", `${INTENTS}/${id}/refund`, { token: shop.token, headers });
    });
    await until(async () => (await readIntent(shop, id)).body.payment_intent.refund_status === "completed");
    expect(await balanceOf(wallet)).toBe(100);
  });

  it("leave no request of a blocked merchant open, however often it asks meanwhile", async () => {
    const counter = await makeCounter(shop);
    for (let round = 0; round < AT_ONCE / 2; round += 1) {
      const wallet = await walletWith(0);
      const scan = { scan_token: wallet.id, counter_id: counter.id, amount: AMOUNT };
      const path = `${WALLET_API}/blocked-merchants/${shop.id}`;
      const change = (method: "POST" | "DELETE") => call(method, path, { token: wallet.token });
      await Promise.all([postScan(shop, scan), change("POST"), postScan(shop, scan), postScan(shop, scan)]);
      expect(await listApprovals(wallet)).toEqual([]);
      expect((await postScan(shop, scan)).status).toBe(400);
      expect((await change("DELETE")).status).toBe(200);
    }
  });

  it("take back no more of a top-up than it was, however often it is corrected", async () => {
    const { secret } = await openDesk();
    const wallet = await walletWith(AT_ONCE);
    const { movement } = (await postToDesk(secret, "top-ups", { wallet_id: wallet.id, amount: AMOUNT })).body;
    const asked = await times(AT_ONCE, () => correct(secret, movement.id, AMOUNT - 1));
    const ids = asked.flatMap(({ body }) =>
      body.movement === undefined ? [] : [body.movement.id as string],
    );
    expect(ids).toHaveLength(1);
    await times(AT_ONCE, () => actOnPayOut(wallet, ids[0] ?? "", "approve"));
    await until(async () => (await balanceOf(wallet)) === AT_ONCE + 1);
    expect((await correct(secret, movement.id, 2)).body.code).toBe("correction_too_large");
  });

  it("pay out, or withdraw the pay-out, never both", async () => {
    const { secret } = await openDesk();
    const wallet = await walletWith(100);
    const { id } = (await requestPayOut(secret, wallet, AMOUNT)).body.movement;
    await times(AT_ONCE, (index) =>
      index % 2 === 0 ? actOnPayOut(wallet, id, "approve") : withdraw(secret, id),
    );
    const statusNow = async () =>
      (await callAsDesk(secret, "GET", `${DESK_API}/movements/${id}`)).body.movement.status;
    await until(async () => ["completed", "withdrawn"].includes(await statusNow()));
    expect(await balanceOf(wallet)).toBe((await statusNow()) === "completed" ? 100 - AMOUNT : 100);
  });

  it("begin one shift at a desk", async () => {
    const { secret } = await openDesk({ clerks: ["Ada"] });
    const opened = await times(AT_ONCE, () => openShift(secret, "Ada", AMOUNT));
    expect(opened.filter(({ status }) => status === 201)).toHaveLength(1);
  });

  it("keep the favourites of one change, whole", async () => {
    const path = `${COUNTERS}/${(await makeCounter(shop)).id}/favourites`;
    const lists = Array.from({ length: AT_ONCE }, (_, price) =>
      Array.from({ length: 9 }, (_, index) => ({ name: `${index}`, price: `${price + 1}.00` })),
    );
    const options = (items: object[]) => ({ token: shop.token, json: { currency: "USD", items } });
    const saved = await times(AT_ONCE, (index) => call("PUT", path, options(lists[index] ?? [])));
    expect(new Set(saved.map(({ body }) => body.favourites.updated_at)).size).toBe(AT_ONCE);
    expect(lists).toContainEqual((await call("GET", path, shop)).body.favourites.items);
  });

  it("create one intent under one key", async () => {
    const headers = { "Idempotency-Key": crypto.randomUUID() };
    const options = { token: shop.token, headers, json: { amount: AMOUNT } };
    const created = await times(AT_ONCE, () => call("POST", INTENTS, options));
    expect(new Set(created.map(({ body }) => body.payment_intent?.id)).size).toBe(1);
    expect((await postIntent(shop, { amount: AMOUNT })).status).toBe(201);
  });
});
