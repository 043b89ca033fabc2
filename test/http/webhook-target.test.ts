// From the API's side: which address a webhook reaches and which of the secrets that were shown verifies it.
import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { call } from "../support/api.ts";
import { approve, makeApproval, reject } from "../support/approvals.ts";
import { type RegisteredCounter, registerCounter, updateCounter } from "../support/counters.ts";
import {
  cancel,
  confirm,
  MERCHANT_API,
  makeIntent,
  makeMerchant,
  makeWallet,
  refund,
  renewMerchant,
  type TestMerchant,
} from "../support/factories.ts";
import { moveClock, muteLog, repair } from "../support/faults.ts";
import { drained, eventsOf, ring, until } from "../support/objects.ts";
import { isSignedWith, startDeliveries } from "../support/webhooks.ts";

const SHOP = "https://shop.test/hook";
const TILL = "https://till.test/hook";
const ORDER = "https://order.test/1";
const ALL_EVENTS = [
  "payment.completed",
  "payment.cancelled",
  "payment.expired",
  "payment.approval_requested",
  "refund.pending",
  "refund.completed",
  "refund.failed",
];

let deliveries: ReturnType<typeof startDeliveries>;

beforeEach(() => {
  deliveries = startDeliveries();
  muteLog();
  moveClock(0);
});
afterEach(repair);

/** A merchant whose endpoint's secret is known, because it was rotated. */
async function shopWith(webhook: Record<string, unknown>) {
  const merchant = await makeMerchant();
  const { token } = merchant;
  expect((await call("PUT", `${MERCHANT_API}/webhook`, { token, json: webhook })).status).toBe(200);
  const { body } = await call("POST", `${MERCHANT_API}/webhook/rotate-secret`, { token });
  return { ...merchant, webhookSecret: body.webhook_secret as string };
}

async function paid(merchant: TestMerchant, fields: Record<string, unknown> = {}) {
  const intent = await makeIntent(merchant, fields);
  expect((await confirm(await makeWallet(), intent.id)).status).toBe(200);
  await drained(intent.id);
  return intent;
}

/** The queues have what the scan had to tell. */
async function announced(intentId: string): Promise<void> {
  const busDueAt = () =>
    env.DB.prepare("SELECT bus_due_at AS due FROM events WHERE intent_id = ?").bind(intentId).first("due");
  await until(async () => (await busDueAt()) === null);
}

/** Everything that can happen to a payment that goes well, delivered as it happens. */
async function wholeLife(merchant: TestMerchant, fields: Record<string, unknown>) {
  const wallet = await makeWallet();
  const seen: { url: string; type: string; sequence: number }[] = [];
  async function deliver() {
    for (const { url, body } of await deliveries.deliverAll()) {
      const { type, data } = JSON.parse(body);
      seen.push({ url, type, sequence: data.sequence });
    }
  }
  const { id } = await makeApproval(merchant, wallet, fields);
  await announced(id);
  await deliver();
  await approve(wallet, id);
  await drained(id);
  await deliver();
  await refund(merchant, id);
  await drained(id);
  await deliver();
  moveClock(3_000);
  await ring(id);
  await drained(id);
  await deliver();
  return seen;
}

describe("a webhook's target", () => {
  it.each([
    ["callback_url", true, true, true, ORDER, "counter"],
    ["callback_url", true, true, false, ORDER, "counter"],
    ["callback_url", true, false, true, ORDER, "merchant"],
    ["counter's webhook_url", false, true, true, TILL, "counter"],
    ["merchant's endpoint", false, false, true, SHOP, "merchant"],
  ])(
    "is the %s (callback_url %s, counter %s, endpoint %s): %s, signed with the %s's secret",
    async (_, hasCallback, hasCounter, hasEndpoint, url, signer) => {
      const merchant = await shopWith({ url: hasEndpoint ? SHOP : null });
      const counter: RegisteredCounter | null = hasCounter
        ? await registerCounter(merchant, { webhook_url: TILL })
        : null;
      await paid(merchant, {
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
    const merchant = await shopWith({ url: SHOP });
    const counter = await registerCounter(merchant);
    await paid(merchant, { counter_id: counter.id });
    const [request] = await deliveries.deliverAll();
    expect(request?.url).toBe(SHOP);
    expect(isSignedWith(merchant.webhookSecret, request)).toBe(true);
    expect(isSignedWith(counter.webhookSecret, request)).toBe(false);
  });

  it("is the counter's when the counter's own token created the intent", async () => {
    const merchant = await shopWith({ url: SHOP });
    const counter = await registerCounter(merchant, { webhook_url: TILL });
    await paid({ ...merchant, token: counter.token });
    const [request] = await deliveries.deliverAll();
    expect(request?.url).toBe(TILL);
    expect(isSignedWith(counter.webhookSecret, request)).toBe(true);
  });

  it("is the address at the time of delivery", async () => {
    const merchant = await makeMerchant();
    const counter = await registerCounter(merchant, { webhook_url: TILL });
    await paid(merchant, { counter_id: counter.id });
    await updateCounter(merchant, counter.id, { webhook_url: "https://new.test/hook" });
    expect((await deliveries.deliverAll()).map(({ url }) => url)).toEqual(["https://new.test/hook"]);
  });

  it("can be absent", async () => {
    const intent = await paid(await makeMerchant());
    expect(await deliveries.deliverAll()).toEqual([]);
    expect(await eventsOf(intent.id)).toMatchObject([{ delivery_status: "none" }]);
  });

  it("gets reference and metadata back verbatim", async () => {
    const merchant = await shopWith({ url: SHOP });
    await paid(merchant, { reference: "order-1", metadata: { b: [1, null], a: "ü" } });
    const [request] = await deliveries.deliverAll();
    expect(JSON.parse(request?.body ?? "").data).toMatchObject({
      reference: "order-1",
      metadata: { b: [1, null], a: "ü" },
      sequence: 1,
    });
  });
});

describe("the events a target receives", () => {
  const COMPLETED = { type: "payment.completed", sequence: 2 };

  it("are only payment.completed by default: merchant's endpoint", async () => {
    expect(await wholeLife(await shopWith({ url: SHOP }), {})).toEqual([{ url: SHOP, ...COMPLETED }]);
  });

  it("are only payment.completed by default: counter", async () => {
    const merchant = await shopWith({ url: SHOP, events: ALL_EVENTS });
    const counter = await registerCounter(merchant, { webhook_url: TILL });
    expect(await wholeLife(merchant, { counter_id: counter.id })).toEqual([{ url: TILL, ...COMPLETED }]);
  });

  it("are only payment.completed for a callback_url, whatever the others subscribe to", async () => {
    const merchant = await shopWith({ url: SHOP, events: ALL_EVENTS });
    const counter = await registerCounter(merchant, { webhook_url: TILL, webhook_events: ALL_EVENTS });
    const seen = await wholeLife(merchant, { counter_id: counter.id, callback_url: ORDER });
    expect(seen).toEqual([{ url: ORDER, ...COMPLETED }]);
  });

  it.each([
    ["merchant's endpoint", SHOP],
    ["counter", TILL],
  ])(
    "are all, in sequence from payment.approval_requested on, for a %s that subscribes to all",
    async (_, url) => {
      const merchant = await shopWith({ url: SHOP, events: ALL_EVENTS });
      const counter = await registerCounter(merchant, {
        webhook_url: url === TILL ? TILL : null,
        webhook_events: ALL_EVENTS,
      });
      expect(await wholeLife(merchant, { counter_id: counter.id })).toEqual([
        { url, type: "payment.approval_requested", sequence: 1 },
        { url, ...COMPLETED },
        { url, type: "refund.pending", sequence: 3 },
        { url, type: "refund.completed", sequence: 4 },
      ]);
    },
  );

  it("leave out payment.completed when it is not subscribed to", async () => {
    const merchant = await shopWith({ url: SHOP, events: ["payment.approval_requested", "refund.pending"] });
    const seen = await wholeLife(merchant, {});
    expect(seen.map(({ type }) => type)).toEqual(["payment.approval_requested", "refund.pending"]);
  });

  it("are none when it subscribes to none", async () => {
    expect(await wholeLife(await shopWith({ url: SHOP, events: [] }), {})).toEqual([]);
  });

  it("include payment.cancelled for a merchant's cancellation and a customer's rejection", async () => {
    const merchant = await shopWith({ url: SHOP, events: ["payment.cancelled"] });
    const wallet = await makeWallet();
    const [cancelled, rejected] = [await makeIntent(merchant), await makeApproval(merchant, wallet)];
    await cancel(merchant, cancelled.id);
    await reject(wallet, rejected.id);
    for (const { id } of [cancelled, rejected]) await drained(id);
    const sent = (await deliveries.deliverAll()).map(({ body }) => JSON.parse(body).data);
    const reasons = sent.map((data) => [data.payment_intent.cancellation_reason, data.sequence]);
    expect(reasons.sort()).toEqual([
      ["rejected_by_customer", 2],
      ["requested_by_merchant", 1],
    ]);
  });

  it("include payment.expired at the deadline", async () => {
    const merchant = await shopWith({ url: SHOP, events: ["payment.expired"] });
    const { id } = await makeIntent(merchant, { expires_in: 60 });
    moveClock(60_000);
    await call("GET", `${MERCHANT_API}/payment-intents/${id}`, {
      token: (await renewMerchant(merchant)).token,
    });
    await drained(id);
    const [request] = await deliveries.deliverAll();
    expect(JSON.parse(request?.body ?? "")).toMatchObject({
      type: "payment.expired",
      data: { payment_intent: { id, status: "expired" }, sequence: 1 },
    });
    expect(isSignedWith(merchant.webhookSecret, request)).toBe(true);
  });
});

describe("payment.approval_requested as a webhook", () => {
  it("carries the merchant's view of the intent and is signed with the counter's secret", async () => {
    const merchant = await makeMerchant();
    const counter = await registerCounter(merchant, {
      webhook_url: TILL,
      webhook_events: ["payment.approval_requested"],
    });
    const intent = await makeApproval(merchant, await makeWallet(), {
      counter_id: counter.id,
      reference: "order-1",
      metadata: { table: 5 },
    });
    await until(() => deliveries.queued.length > 0);
    const [request] = await deliveries.deliverAll();
    expect(isSignedWith(counter.webhookSecret, request)).toBe(true);
    expect(JSON.parse(request?.body ?? "")).toEqual({
      type: "payment.approval_requested",
      timestamp: intent.created_at,
      data: { payment_intent: intent, reference: "order-1", metadata: { table: 5 }, sequence: 1 },
    });
  });
});
