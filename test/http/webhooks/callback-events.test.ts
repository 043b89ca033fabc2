// Through the API: what a payment's own address takes, and what then is left for its counter and its merchant.
import { describe, expect, it } from "vitest";
import { call } from "../../support/api.ts";
import { approve, makeApproval } from "../../support/approvals.ts";
import { moveClock, useStoppedClock } from "../../support/clock.ts";
import { makeCounter } from "../../support/counters.ts";
import { ALL_EVENTS } from "../../support/deliveries.ts";
import { useMutedLog } from "../../support/faults.ts";
import { readIntent } from "../../support/intent-reads.ts";
import { confirm, makeIntent, postIntent, refund } from "../../support/intents.ts";
import { fireAlarm, published } from "../../support/objects.ts";
import { makeMerchantWithWebhook, makeWallet, type TestMerchant } from "../../support/parties.ts";
import { INTENTS, MERCHANT_API } from "../../support/paths.ts";
import { isSignedWith, useDeliveries } from "../../support/receiver.ts";
import { rowsOf } from "../../support/rows.ts";

const SHOP = "https://shop.test/hook";
const TILL = "https://till.test/hook";
const ORDER = "https://order.test/1";

const deliveries = useDeliveries();
useMutedLog();
useStoppedClock();

async function settleRefund(id: string): Promise<void> {
  await published(id);
  moveClock(3_000);
  await fireAlarm(id);
  await published(id);
}

/** A scanned payment that is paid and refunded: each type of event but three. */
async function playPayment(merchant: TestMerchant, fields: Record<string, unknown>): Promise<string> {
  const wallet = await makeWallet();
  const { id } = await makeApproval(merchant, wallet, fields);
  await approve(wallet, id);
  await refund(merchant, id);
  await settleRefund(id);
  return id;
}

/** Where each type went. */
async function delivered(): Promise<Record<string, string>> {
  const sent = await deliveries.deliverAll();
  return Object.fromEntries(sent.map(({ url, body }) => [JSON.parse(body).type, url]));
}

describe("callback_events", () => {
  it.each([
    [undefined, [TILL, ORDER, TILL, TILL]],
    [["payment.completed"], [TILL, ORDER, TILL, TILL]],
    [
      ["refund.completed", "payment.completed"],
      [TILL, ORDER, TILL, ORDER],
    ],
    [["refund.completed"], [TILL, TILL, TILL, ORDER]],
    [ALL_EVENTS, [ORDER, ORDER, ORDER, ORDER]],
  ])("%j: each event goes to one address, and the feed has all", async (callback_events, urls) => {
    const merchant = await makeMerchantWithWebhook({ url: SHOP, events: ALL_EVENTS });
    const counter = await makeCounter(merchant, { webhook_url: TILL, webhook_events: ALL_EVENTS });
    const fields = { counter_id: counter.id, callback_url: ORDER, callback_events };
    const id = await playPayment(merchant, fields);
    const types = ["payment.approval_requested", "payment.completed", "refund.pending", "refund.completed"];
    expect(await delivered()).toEqual(Object.fromEntries(types.map((type, at) => [type, urls[at]])));
    moveClock(10_000);
    const feed = await call("GET", `${MERCHANT_API}/events`, { token: merchant.token });
    expect(feed.body.events.map(({ type }: { type: string }) => type)).toEqual(types);
    const listed = await call("GET", `${MERCHANT_API}/webhook-deliveries?payment_intent_id=${id}`, {
      token: merchant.token,
    });
    const endpoints = listed.body.deliveries.map(({ endpoint }: { endpoint: string }) => endpoint);
    expect(endpoints.reverse()).toEqual(urls.map((url) => (url === ORDER ? "callback_url" : "counter")));
  });

  it("bring the end of a payment that nobody pays, signed with the merchant's secret", async () => {
    const merchant = await makeMerchantWithWebhook({ url: null });
    const callback_events = ["payment.expired"];
    const { id } = await makeIntent(merchant, { expires_in: 60, callback_url: ORDER, callback_events });
    moveClock(60_000);
    expect((await readIntent(merchant, id)).body.payment_intent.status).toBe("expired");
    await published(id);
    const [request] = await deliveries.deliverAll();
    expect(isSignedWith(merchant.webhookSecret, request)).toBe(true);
    const { url, body } = request ?? { url: "", body: "" };
    const { type, data } = JSON.parse(body);
    expect([url, type, data.payment_intent.callback_events]).toEqual([
      ORDER,
      "payment.expired",
      callback_events,
    ]);
  });

  it("leave bytes, rows and targets as they are where they are absent", async () => {
    const merchant = await makeMerchantWithWebhook({ url: SHOP, events: ALL_EVENTS });
    const made = await postIntent(merchant, { amount: 1, callback_url: ORDER });
    const { id } = made.body.payment_intent;
    const bytes = `"counter_id":null,"reference":null,"callback_url":"${ORDER}","metadata":null`;
    expect(made.text).toContain(`${bytes},"checkout_url"`);
    expect((await confirm(await makeWallet(), id)).status).toBe(200);
    await published(id);
    expect(await rowsOf(id).value("SELECT callback_events FROM payment_intents WHERE id = ?", id)).toBeNull();
    const { checkout_url, return_url, qr_code_url, qr_data, ...intent } = (await readIntent(merchant, id))
      .body.payment_intent;
    const [{ url, body } = { url: "", body: "" }, ...others] = await deliveries.deliverAll();
    expect([url, others]).toEqual([ORDER, []]);
    const data = { payment_intent: intent, reference: null, metadata: null, sequence: 1 };
    const envelope = { type: "payment.completed", timestamp: intent.completed_at, environment: "sandbox" };
    expect(body).toBe(JSON.stringify({ ...envelope, data }));
    expect(body).toContain(`${bytes}}`);
  });
});

describe("two shops of one merchant, each a counter", () => {
  it("hear of their own payments, refunds and expiries, and of no other's", async () => {
    const merchant = await makeMerchantWithWebhook({ url: SHOP, events: ALL_EVENTS });
    const rights = { webhook_events: ALL_EVENTS, can_refund: true, reads_own_only: true };
    const shops = await Promise.all(
      ["a", "b"].map(async (name) => {
        const webhook_url = `https://${name}.test/hook`;
        return { ...(await makeCounter(merchant, { ...rights, webhook_url })), webhook_url };
      }),
    );
    const wallet = await makeWallet();
    const expected: string[] = [];
    for (let order = 0; order < 20; order++) {
      for (const shop of shops) {
        const { id } = await makeIntent(shop, { amount: 1, reference: `order-${order}`, expires_in: 60 });
        const tell = (...types: string[]) =>
          expected.push(...types.map((type) => `${shop.webhook_url} ${id} ${type}`));
        if (order % 2 === 1) {
          tell("payment.expired");
          continue;
        }
        expect((await confirm(wallet, id)).status).toBe(200);
        expect((await refund(shop, id)).status).toBe(200);
        tell("payment.completed", "refund.pending", "refund.completed");
      }
    }
    moveClock(60_000);
    for (const shop of shops) {
      const listed = await call("GET", `${INTENTS}?limit=100`, { token: shop.token });
      const intents: { id: string; counter_id: string; status: string }[] = listed.body.payment_intents;
      expect([intents.length, new Set(intents.map(({ counter_id }) => counter_id))]).toEqual([
        20,
        new Set([shop.id]),
      ]);
      for (const { id, status } of intents) {
        if (status === "completed") await fireAlarm(id);
        await published(id);
      }
    }
    const sent = (await deliveries.deliverAll()).map((request) => {
      const { type, data } = JSON.parse(request.body);
      const shop = shops.find(({ webhook_url }) => webhook_url === request.url);
      expect(isSignedWith(shop?.webhookSecret ?? "", request)).toBe(true);
      return `${request.url} ${data.payment_intent.id} ${type}`;
    });
    expect(sent.sort()).toEqual(expected.sort());
  });
});
