import { describe, expect, it } from "vitest";
import {
  createMerchantClient,
  createPublicClient,
  createSandboxClient,
  type MerchantClientOptions,
  PaymentsApiError,
} from "../../src/sdk/index.ts";
import { INTENT_ID, json, refusal, startScript } from "./support/scripted-service.ts";

const API = "/merchant/api/v1";
const merchant = createMerchantClient;

describe("a client's method", () => {
  it.each<[string, (options: MerchantClientOptions) => Promise<unknown>, string?]>([
    [
      `POST ${API}/payment-intents`,
      (o) => merchant(o).paymentIntents.create({ amount: 12.5 }),
      '{"amount":12.5}',
    ],
    [`GET ${API}/payment-intents`, (o) => merchant(o).paymentIntents.list()],
    [
      `GET ${API}/payment-intents?status=completed&reference=a+%26+b&limit=5&page=2`,
      (o) => merchant(o).paymentIntents.list({ status: "completed", reference: "a & b", limit: 5, page: 2 }),
    ],
    [`GET ${API}/payment-intents/${INTENT_ID}`, (o) => merchant(o).paymentIntents.get(INTENT_ID)],
    [`POST ${API}/payment-intents/${INTENT_ID}/cancel`, (o) => merchant(o).paymentIntents.cancel(INTENT_ID)],
    [`POST ${API}/payment-intents/${INTENT_ID}/refund`, (o) => merchant(o).paymentIntents.refund(INTENT_ID)],
    [`GET ${API}/payment-intents/${INTENT_ID}/events`, (o) => merchant(o).paymentIntents.events(INTENT_ID)],
    [
      `POST ${API}/scan-payment`,
      (o) => merchant(o).scanPayment({ scan_token: "w", counter_id: "c", amount: 1 }),
      '{"scan_token":"w","counter_id":"c","amount":1}',
    ],
    [`POST ${API}/counters`, (o) => merchant(o).counters.create({ name: "Till" }), '{"name":"Till"}'],
    [`GET ${API}/counters`, (o) => merchant(o).counters.list()],
    [`GET ${API}/counters/${INTENT_ID}`, (o) => merchant(o).counters.get(INTENT_ID)],
    [
      `PUT ${API}/counters/${INTENT_ID}`,
      (o) => merchant(o).counters.update(INTENT_ID, { webhook_url: null }),
      '{"webhook_url":null}',
    ],
    [`DELETE ${API}/counters/${INTENT_ID}`, (o) => merchant(o).counters.deactivate(INTENT_ID)],
    [
      `POST ${API}/counters/${INTENT_ID}/rotate-secret`,
      (o) => merchant(o).counters.rotateSecret(INTENT_ID, { grace_period_seconds: 60 }),
      '{"grace_period_seconds":60}',
    ],
    [`GET ${API}/webhook`, (o) => merchant(o).webhook.get()],
    [
      `PUT ${API}/webhook`,
      (o) => merchant(o).webhook.update({ events: ["refund.failed"] }),
      '{"events":["refund.failed"]}',
    ],
    [`POST ${API}/webhook/rotate-secret`, (o) => merchant(o).webhook.rotateSecret(), "{}"],
    [`GET ${API}/transactions?page=3`, (o) => merchant(o).listTransactions({ page: 3 })],
    [
      `GET ${API}/public/payment-intents/${INTENT_ID}`,
      (o) => createPublicClient(o).getPaymentIntent(INTENT_ID),
    ],
    [`GET ${API}/public/merchants?limit=7`, (o) => merchant(o).public.listMerchants({ limit: 7 })],
    ["POST /sandbox/v1/wallets", (o) => createSandboxClient(o).createWallet({ balance: 9 }), '{"balance":9}'],
    [
      `POST /sandbox/v1/payment-intents/${INTENT_ID}/simulate`,
      (o) => createSandboxClient(o).simulate(INTENT_ID, "pay"),
      '{"action":"pay"}',
    ],
  ])("sends %s and returns the JSON as received", async (expected, operate, body) => {
    const response = { success: true, some_field: [1, { two: null }] };
    const service = startScript(json(response));
    expect(await operate(service.options)).toEqual(response);
    const [sent] = service.sent;
    expect(`${sent?.method} ${sent?.path}`).toBe(expected);
    expect(sent?.body).toBe(body ?? null);
    expect(sent?.headers["content-type"]).toBe(body === undefined ? undefined : "application/json");
  });

  it.each(["..", "a/b", "a?b", "", "%2e%2e"])("refuses %j as an id", (id) => {
    const service = startScript(json({ success: true }));
    expect(() => merchant(service.options).paymentIntents.get(id)).toThrow(TypeError);
    expect(service.sent).toEqual([]);
  });
});

describe("an error response", () => {
  it("carries everything the service says about it", async () => {
    const details = [{ field: "amount", message: "must be at least 0.01" }];
    const envelope = { success: false, error: "amount must be at least 0.01", code: "invalid_request" };
    const service = startScript(json({ ...envelope, request_id: "request-1", details }, 400));
    const error = await merchant(service.options)
      .paymentIntents.create({ amount: 0 })
      .catch((e) => e);
    expect(error).toBeInstanceOf(PaymentsApiError);
    expect(error).toMatchObject({
      status: 400,
      code: "invalid_request",
      message: "amount must be at least 0.01",
      details,
      requestId: "request-1",
      retryAfterMs: null,
    });
  });

  it("has no details and no wait when the service sends none", async () => {
    const service = startScript(refusal(404, "payment_intent_not_found"));
    const error = await merchant(service.options)
      .paymentIntents.get(INTENT_ID)
      .catch((e) => e);
    expect(error).toMatchObject({ details: [], retryAfterMs: null, requestId: "request-1" });
  });

  it("that is not JSON still has its status and request id", async () => {
    const service = startScript(
      new Response("<html>", { status: 403, headers: { "X-Request-Id": "edge-1" } }),
    );
    const error = await merchant(service.options)
      .paymentIntents.get(INTENT_ID)
      .catch((e) => e);
    expect(error).toMatchObject({ status: 403, code: "unexpected_response", requestId: "edge-1" });
  });

  it("is what a redirect counts as: the token is not sent elsewhere", async () => {
    const service = startScript(
      new Response(null, { status: 302, headers: { Location: "https://evil.test" } }),
    );
    const error = await merchant(service.options)
      .paymentIntents.get(INTENT_ID)
      .catch((e) => e);
    expect(error).toMatchObject({ status: 302, code: "unexpected_response" });
    expect(service.sent.map(({ redirect }) => redirect)).toEqual(["manual"]);
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
