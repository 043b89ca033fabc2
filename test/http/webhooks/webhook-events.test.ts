// Through the API: where webhooks go, and which events an endpoint receives.
import { describe, expect, it } from "vitest";
import { approve, makeApproval, reject } from "../../support/approvals.ts";
import { moveClock, useStoppedClock } from "../../support/clock.ts";
import { makeCounter, type TestCounter } from "../../support/counters.ts";
import { ALL_EVENTS } from "../../support/deliveries.ts";
import { useMutedLog } from "../../support/faults.ts";
import { eventsOf } from "../../support/intent-rows.ts";
import { cancel, confirm, makeIntent, refund, withdraw } from "../../support/intents.ts";
import { fireAlarm, published, until } from "../../support/objects.ts";
import {
  makeMerchant,
  makeMerchantWithWebhook,
  makeWallet,
  type TestMerchant,
} from "../../support/parties.ts";
import { isSignedWith, useDeliveries } from "../../support/receiver.ts";
import { rowsOf } from "../../support/rows.ts";

const SHOP = "https://shop.test/hook";
const TILL = "https://till.test/hook";
const ORDER = "https://order.test/1";

const deliveries = useDeliveries();
useMutedLog();
useStoppedClock();

async function payNewIntent(merchant: TestMerchant, fields: Record<string, unknown> = {}) {
  const intent = await makeIntent(merchant, fields);
  expect((await confirm(await makeWallet(), intent.id)).status).toBe(200);
  await published(intent.id);
  return intent;
}

describe("a webhook's endpoint", () => {
  it.each([
    ["callback_url", true, true, true, ORDER, "counter"],
    ["callback_url", true, true, false, ORDER, "counter"],
    ["callback_url", true, false, true, ORDER, "merchant"],
    ["counter's webhook_url", false, true, true, TILL, "counter"],
    ["merchant's endpoint", false, false, true, SHOP, "merchant"],
  ])(
    "is the %s (callback_url %s, counter %s, endpoint %s): %s, signed with the %s's secret",
    async (_, hasCallback, hasCounter, hasEndpoint, url, signer) => {
      const merchant = await makeMerchantWithWebhook({ url: hasEndpoint ? SHOP : null });
      const counter: TestCounter | null = hasCounter
        ? await makeCounter(merchant, { webhook_url: TILL })
        : null;
      await payNewIntent(merchant, {
        ...(hasCallback ? { callback_url: ORDER } : {}),
        ...(counter ? { counter_id: counter.id } : {}),
      });
      const requests = await deliveries.deliverAll();
      expect(requests.map((request) => request.url)).toEqual([url]);
      expect(isSignedWith(merchant.webhookSecret, requests[0])).toBe(signer === "merchant");
      if (counter) expect(isSignedWith(counter.webhookSecret, requests[0])).toBe(signer === "counter");
    },
  );

  it("is the merchant's endpoint, with its secret, for a counter without an address", async () => {
    const merchant = await makeMerchantWithWebhook({ url: SHOP });
    const counter = await makeCounter(merchant);
    await payNewIntent(merchant, { counter_id: counter.id });
    const [request] = await deliveries.deliverAll();
    expect(request?.url).toBe(SHOP);
    expect(isSignedWith(merchant.webhookSecret, request)).toBe(true);
    expect(isSignedWith(counter.webhookSecret, request)).toBe(false);
  });

  it("can be absent", async () => {
    const intent = await payNewIntent(await makeMerchant());
    expect(await deliveries.deliverAll()).toEqual([]);
    expect(await eventsOf(intent.id)).toMatchObject([{ delivery_status: "none" }]);
  });
});

/** The queues have the scan's messages. */
async function waitUntilAnnounced(intentId: string): Promise<void> {
  const busDueAt = () =>
    rowsOf(intentId).value("SELECT bus_due_at AS due FROM events WHERE intent_id = ?", intentId);
  await until(async () => (await busDueAt()) === null);
}

/** Every event of a successful payment and refund, delivered as it happens. */
async function playPayment(merchant: TestMerchant, fields: Record<string, unknown>) {
  const wallet = await makeWallet();
  const seen: { url: string; type: string; sequence: number }[] = [];
  async function deliver() {
    for (const { url, body } of await deliveries.deliverAll()) {
      const { type, data } = JSON.parse(body);
      seen.push({ url, type, sequence: data.sequence });
    }
  }
  const { id } = await makeApproval(merchant, wallet, fields);
  await waitUntilAnnounced(id);
  await deliver();
  await approve(wallet, id);
  await published(id);
  await deliver();
  await refund(merchant, id);
  await published(id);
  await deliver();
  moveClock(3_000);
  await fireAlarm(id);
  await published(id);
  await deliver();
  return seen;
}

describe("the events that an endpoint receives", () => {
  const COMPLETED = { type: "payment.completed", sequence: 2 };

  it("are only payment.completed by default: merchant's endpoint", async () => {
    expect(await playPayment(await makeMerchantWithWebhook({ url: SHOP }), {})).toEqual([
      { url: SHOP, ...COMPLETED },
    ]);
  });

  it.each([
    ["counter by default, and the merchant's endpoint gets the others", TILL, SHOP, {}],
    ["callback_url, and the counter gets the others", ORDER, TILL, { callback_url: ORDER }],
  ])("are only payment.completed for a %s", async (_, url, next, fields) => {
    const merchant = await makeMerchantWithWebhook({ url: SHOP, events: ALL_EVENTS });
    const subscription = next === TILL ? { webhook_events: ALL_EVENTS } : {};
    const counter = await makeCounter(merchant, { webhook_url: TILL, ...subscription });
    expect(await playPayment(merchant, { counter_id: counter.id, ...fields })).toEqual([
      { url: next, type: "payment.approval_requested", sequence: 1 },
      { url, ...COMPLETED },
      { url: next, type: "refund.pending", sequence: 3 },
      { url: next, type: "refund.completed", sequence: 4 },
    ]);
  });

  it("include payment.cancelled for a merchant's cancellation or withdrawal and a customer's rejection", async () => {
    const merchant = await makeMerchantWithWebhook({ url: SHOP, events: ["payment.cancelled"] });
    const wallet = await makeWallet();
    const [cancelled, rejected] = [await makeIntent(merchant), await makeApproval(merchant, wallet)];
    await cancel(merchant, cancelled.id);
    await reject(wallet, rejected.id);
    const withdrawn = await makeApproval(merchant, wallet);
    await withdraw(merchant, withdrawn.id);
    for (const { id } of [cancelled, rejected, withdrawn]) await published(id);
    const sent = (await deliveries.deliverAll()).map(({ body }) => JSON.parse(body).data);
    const reasons = sent.map((data) => [data.payment_intent.cancellation_reason, data.sequence]);
    expect(reasons.sort()).toEqual([
      ["rejected_by_customer", 2],
      ["requested_by_merchant", 1],
      ["withdrawn_by_merchant", 2],
    ]);
  });
});

describe("payment.approval_requested as a webhook", () => {
  it("carries the merchant's view of the intent and is signed with the counter's secret", async () => {
    const merchant = await makeMerchant();
    const counter = await makeCounter(merchant, {
      webhook_url: TILL,
      webhook_events: ["payment.approval_requested"],
    });
    const { checkout_url, return_url, qr_code_url, qr_data, ...intent } = await makeApproval(
      merchant,
      await makeWallet(),
      {
        counter_id: counter.id,
        reference: "order-1",
        metadata: { table: 5 },
      },
    );
    expect(checkout_url).toContain(intent.id);
    expect([return_url, qr_code_url, qr_data]).toEqual([null, null, null]);
    await until(() => deliveries.queued.length > 0);
    const [request] = await deliveries.deliverAll();
    expect(isSignedWith(counter.webhookSecret, request)).toBe(true);
    expect(JSON.parse(request?.body ?? "")).toEqual({
      type: "payment.approval_requested",
      timestamp: intent.created_at,
      environment: "sandbox",
      data: { payment_intent: intent, reference: "order-1", metadata: { table: 5 }, sequence: 1 },
    });
  });
});
