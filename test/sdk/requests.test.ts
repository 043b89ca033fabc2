import { describe, expect, it } from "vitest";
import {
  createMerchantClient,
  createPublicClient,
  createSandboxClient,
  type MerchantClientOptions,
} from "#sdk/index.ts";
import { INTENT_ID, json, startScript } from "./support/scripted-service.ts";

const API = "/merchant/api/v1";
const merchant = createMerchantClient;

/** A response and what the client returns for it. */
type Exchange = [response: Record<string, unknown>, result: unknown];
const INTENT: Exchange = [{ payment_intent: { id: "a" } }, { id: "a" }];
const COUNTER: Exchange = [{ counter: { id: "a" } }, { id: "a" }];
const SETTINGS: Exchange = [{ webhook: { url: null } }, { url: null }];
const DELIVERY: Exchange = [{ delivery: { id: "a" } }, { id: "a" }];
const TEST: Exchange = [{ test: { delivered: true } }, { delivered: true }];
/** Nothing in these responses is the one object that the operation is about. */
const FIELDS: Exchange = [
  { some_field: [1, { two: null }], note: "n" },
  { some_field: [1, { two: null }], note: "n" },
];
const pageOf = (name: string, rest: object, result: object): Exchange => [
  { [name]: [{ id: "a" }], limit: 1, ...rest },
  { items: [{ id: "a" }], ...result },
];

describe("a client's method", () => {
  it.each<[string, (options: MerchantClientOptions) => Promise<unknown>, Exchange, string?]>([
    [
      `POST ${API}/payment-intents`,
      (o) => merchant(o).paymentIntents.create({ amount: 12.5 }),
      INTENT,
      '{"amount":12.5}',
    ],
    [
      `GET ${API}/payment-intents`,
      (o) => merchant(o).paymentIntents.list(),
      pageOf("payment_intents", { page: 1, next_cursor: null }, { next: null }),
    ],
    [
      `GET ${API}/payment-intents?status=completed&reference=a+%26+b&limit=5&page=2`,
      (o) => merchant(o).paymentIntents.list({ status: "completed", reference: "a & b", limit: 5, page: 2 }),
      pageOf(
        "payment_intents",
        { page: 2, next_cursor: "c1" },
        { next: { status: "completed", reference: "a & b", limit: 5, cursor: "c1" } },
      ),
    ],
    [`GET ${API}/payment-intents/${INTENT_ID}`, (o) => merchant(o).paymentIntents.get(INTENT_ID), INTENT],
    [
      `POST ${API}/payment-intents/${INTENT_ID}/cancel`,
      (o) => merchant(o).paymentIntents.cancel(INTENT_ID),
      FIELDS,
    ],
    [
      `POST ${API}/payment-intents/${INTENT_ID}/withdraw`,
      (o) => merchant(o).paymentIntents.withdraw(INTENT_ID),
      INTENT,
    ],
    [
      `POST ${API}/payment-intents/${INTENT_ID}/refund`,
      (o) => merchant(o).paymentIntents.refund(INTENT_ID),
      INTENT,
    ],
    [
      `POST ${API}/payment-intents/${INTENT_ID}/refund`,
      (o) => merchant(o).paymentIntents.refund(INTENT_ID, { reference: "credit-1" }),
      INTENT,
      '{"reference":"credit-1"}',
    ],
    [
      `GET ${API}/payment-intents/${INTENT_ID}/events`,
      (o) => merchant(o).paymentIntents.events(INTENT_ID),
      pageOf("events", { created_by: "user-1" }, { next: null, created_by: "user-1" }),
    ],
    [
      `POST ${API}/scan-payment`,
      (o) => merchant(o).scanPayment({ scan_token: "w", counter_id: "c", amount: 1 }),
      INTENT,
      '{"scan_token":"w","counter_id":"c","amount":1}',
    ],
    [`POST ${API}/counters`, (o) => merchant(o).counters.create({ name: "Till" }), FIELDS, '{"name":"Till"}'],
    [
      `GET ${API}/counters`,
      (o) => merchant(o).counters.list(),
      pageOf("counters", { total: 1 }, { next: null, total: 1 }),
    ],
    [
      `GET ${API}/counters?page=1&limit=1&cursor=c1`,
      (o) => merchant(o).counters.page({ limit: 1, cursor: "c1" }),
      pageOf(
        "counters",
        { total: 3, page: 1, next_cursor: "c2" },
        { next: { limit: 1, cursor: "c2" }, total: 3 },
      ),
    ],
    [`GET ${API}/counters/${INTENT_ID}`, (o) => merchant(o).counters.get(INTENT_ID), COUNTER],
    [
      `PUT ${API}/counters/${INTENT_ID}`,
      (o) => merchant(o).counters.update(INTENT_ID, { webhook_url: null }),
      COUNTER,
      '{"webhook_url":null}',
    ],
    [`DELETE ${API}/counters/${INTENT_ID}`, (o) => merchant(o).counters.deactivate(INTENT_ID), FIELDS],
    [
      `POST ${API}/counters/${INTENT_ID}/rotate-secret`,
      (o) => merchant(o).counters.rotateSecret(INTENT_ID, { grace_period_seconds: 60 }),
      FIELDS,
      '{"grace_period_seconds":60}',
    ],
    [
      `POST ${API}/counters/${INTENT_ID}/test-webhook`,
      (o) => merchant(o).counters.testWebhook(INTENT_ID),
      TEST,
    ],
    [`GET ${API}/webhook`, (o) => merchant(o).webhook.get(), SETTINGS],
    [
      `PUT ${API}/webhook`,
      (o) => merchant(o).webhook.update({ events: ["refund.failed"] }),
      SETTINGS,
      '{"events":["refund.failed"]}',
    ],
    [`POST ${API}/webhook/rotate-secret`, (o) => merchant(o).webhook.rotateSecret(), FIELDS, "{}"],
    [`POST ${API}/webhook/test`, (o) => merchant(o).webhook.test(), TEST],
    [
      `GET ${API}/webhook-deliveries?status=failed`,
      (o) => merchant(o).webhookDeliveries.list({ status: "failed" }),
      pageOf("deliveries", { next_cursor: "c1" }, { next: { status: "failed", cursor: "c1" } }),
    ],
    [
      `GET ${API}/webhook-deliveries/${INTENT_ID}`,
      (o) => merchant(o).webhookDeliveries.get(INTENT_ID),
      DELIVERY,
    ],
    [
      `POST ${API}/webhook-deliveries/${INTENT_ID}/redeliver`,
      (o) => merchant(o).webhookDeliveries.redeliver(INTENT_ID),
      DELIVERY,
    ],
    [
      `POST ${API}/webhook-deliveries/recover`,
      (o) => merchant(o).webhookDeliveries.recover({ since: "s", until: "u" }),
      FIELDS,
      '{"since":"s","until":"u"}',
    ],
    [
      `GET ${API}/events?after=e1&limit=1`,
      (o) => merchant(o).webhookDeliveries.events({ after: "e1", limit: 1 }),
      pageOf("events", { has_more: true, next_after: "a" }, { next: { after: "a", limit: 1 } }),
    ],
    [
      `GET ${API}/events`,
      (o) => merchant(o).webhookDeliveries.events(),
      pageOf("events", { has_more: false, next_after: "a" }, { next: null }),
    ],
    [
      `GET ${API}/transactions?page=3`,
      (o) => merchant(o).listTransactions({ page: 3 }),
      pageOf("transactions", { page: 3, total: 4, total_pages: 4 }, { next: { page: 4 }, total: 4 }),
    ],
    [
      `GET ${API}/public/payment-intents/${INTENT_ID}`,
      (o) => createPublicClient(o).getPaymentIntent(INTENT_ID),
      INTENT,
    ],
    [
      `GET ${API}/public/merchants?limit=7`,
      (o) => merchant(o).public.listMerchants({ limit: 7 }),
      pageOf("merchants", { page: 1, total: 1, total_pages: 1 }, { next: null, total: 1 }),
    ],
    [
      `GET ${API}/public/merchants?cursor=c1`,
      (o) => merchant(o).public.listMerchants({ cursor: "c1" }),
      pageOf("merchants", { page: 1, total: 9, next_cursor: "c2" }, { next: { cursor: "c2" }, total: 9 }),
    ],
    [
      "POST /sandbox/v1/wallets",
      (o) => createSandboxClient(o).createWallet({ balance: 9 }),
      FIELDS,
      '{"balance":9}',
    ],
    [
      `POST /sandbox/v1/payment-intents/${INTENT_ID}/simulate`,
      (o) => createSandboxClient(o).simulate(INTENT_ID, "pay"),
      INTENT,
      '{"action":"pay"}',
    ],
    ["POST /sandbox/v1/clock", (o) => createSandboxClient(o).advanceClock(15), FIELDS, '{"minutes":15}'],
    [
      "PUT /sandbox/v1/faults",
      (o) => createSandboxClient(o).setFaults(["ledger_slow"]),
      [{ faults: [{ fault: "ledger_slow" }] }, [{ fault: "ledger_slow" }]],
      '{"faults":["ledger_slow"]}',
    ],
    [
      "GET /sandbox/v1/inbox",
      (o) => createSandboxClient(o).inbox(),
      [{ url: "u", messages: [{ id: "a" }] }, [{ id: "a" }]],
    ],
  ])(
    "sends %s and returns what the response is about",
    async (expected, operate, [response, result], body) => {
      const service = startScript(json({ success: true, ...response }));
      expect(await operate(service.options)).toStrictEqual(result);
      const [sent] = service.sent;
      expect(`${sent?.method} ${sent?.path}`).toBe(expected);
      expect(sent?.body).toBe(body ?? null);
      expect(sent?.headers["content-type"]).toBe(body === undefined ? undefined : "application/json");
    },
  );

  it.each(["..", "a/b", "a?b", "", "%2e%2e"])("refuses %j as an id", (id) => {
    const service = startScript(json({ success: true }));
    expect(() => merchant(service.options).paymentIntents.get(id)).toThrow(TypeError);
    expect(service.sent).toEqual([]);
  });
});

describe("paymentIntents.all", () => {
  it("follows next_cursor to the end and keeps the filters", async () => {
    const page = (ids: string[], next: string | null) =>
      json({ success: true, payment_intents: ids.map((id) => ({ id })), limit: 2, next_cursor: next });
    const service = startScript(page(["a", "b"], "c1"), page(["c", "d"], "c2"), page([], null));
    const found: string[] = [];
    for await (const intent of merchant(service.options).paymentIntents.all({
      status: "pending",
      limit: 2,
    })) {
      found.push(intent.id);
    }
    expect(found).toEqual(["a", "b", "c", "d"]);
    expect(service.sent.map(({ path }) => path)).toEqual([
      `${API}/payment-intents?status=pending&limit=2`,
      `${API}/payment-intents?status=pending&limit=2&cursor=c1`,
      `${API}/payment-intents?status=pending&limit=2&cursor=c2`,
    ]);
  });

  it("requests no more pages than are read", async () => {
    const first = { success: true, payment_intents: [{ id: "a" }], limit: 1, next_cursor: "c1" };
    const service = startScript(json(first));
    for await (const intent of merchant(service.options).paymentIntents.all()) {
      expect(intent.id).toBe("a");
      break;
    }
    expect(service.sent).toHaveLength(1);
  });
});
