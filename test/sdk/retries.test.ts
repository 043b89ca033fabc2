import { describe, expect, it } from "vitest";
import { createMerchantClient, createPublicClient } from "#sdk/index.ts";
import { hang, INTENT_ID, intentResponse, json, refusal, startScript } from "./support/scripted-service.ts";

const NETWORK_FAILURE = new TypeError("fetch failed");

describe("a call that fails", () => {
  it.each([
    ["the network fails", () => NETWORK_FAILURE],
    ["a 500 comes", () => refusal(500, "internal_error")],
    ["a proxy's 502 page comes", () => new Response("<html>", { status: 502 })],
    ["a 429 comes", () => refusal(429, "too_many_requests")],
    ["a response is cut off", () => new Response('{"succ', { status: 200 })],
  ])("is retried when %s", async (_, failure) => {
    const service = startScript(failure(), intentResponse());
    const intent = await createMerchantClient(service.options).paymentIntents.get(INTENT_ID);
    expect(intent.id).toBe(INTENT_ID);
    expect(service.sent).toHaveLength(2);
  });

  it.each([400, 402, 403, 404, 409, 410, 413, 415, 422])("is not retried after %d", async (status) => {
    const service = startScript(refusal(status, "refused"), intentResponse());
    const call = createMerchantClient(service.options).paymentIntents.get(INTENT_ID);
    await expect(call).rejects.toMatchObject({ name: "PaymentsApiError", status });
    expect(service.sent).toHaveLength(1);
  });

  it("is retried three times at most, and throws the last failure", async () => {
    const service = startScript(NETWORK_FAILURE, NETWORK_FAILURE, NETWORK_FAILURE, refusal(503, "last"));
    const call = createMerchantClient(service.options).paymentIntents.get(INTENT_ID);
    await expect(call).rejects.toMatchObject({ code: "last" });
    expect(service.sent).toHaveLength(4);
  });

  it("is retried as often as the option says", async () => {
    const service = startScript(NETWORK_FAILURE, intentResponse());
    const client = createMerchantClient({ ...service.options, retries: 0 });
    await expect(client.paymentIntents.get(INTENT_ID)).rejects.toMatchObject({
      name: "PaymentsConnectionError",
      cause: NETWORK_FAILURE,
    });
    expect(service.sent).toHaveLength(1);
  });

  it("backs off exponentially, with full jitter and a ceiling", async () => {
    const failures = Array.from({ length: 8 }, () => refusal(500, "internal_error"));
    const full = startScript(...failures.map((failure) => failure.clone()));
    const highest = { ...full.options, retries: 7, random: () => 1 };
    await expect(createMerchantClient(highest).paymentIntents.get(INTENT_ID)).rejects.toThrow();
    expect(full.slept).toEqual([250, 500, 1000, 2000, 4000, 8000, 8000]);
    const none = startScript(...failures);
    const lowest = { ...none.options, retries: 7, random: () => 0 };
    await expect(createMerchantClient(lowest).paymentIntents.get(INTENT_ID)).rejects.toThrow();
    expect(none.slept).toEqual([0, 0, 0, 0, 0, 0, 0]);
  });

  it("times out per attempt, and is retried", async () => {
    const service = startScript(hang, intentResponse());
    const client = createMerchantClient({ ...service.options, timeoutMs: 5 });
    await client.paymentIntents.get(INTENT_ID);
    expect(service.sent).toHaveLength(2);
  });

  it("says after the last time-out how long it waited", async () => {
    const service = startScript(hang);
    const client = createPublicClient({ ...service.options, timeoutMs: 5, retries: 0 });
    await expect(client.getPaymentIntent(INTENT_ID)).rejects.toThrow(/no response within 5 ms$/);
  });

  it("ends with the reason of the caller's signal, and is not retried", async () => {
    const controller = new AbortController();
    const reason = new Error("the cashier has left");
    const service = startScript((request) => {
      const response = hang(request);
      controller.abort(reason);
      return response;
    }, intentResponse());
    const client = createPublicClient(service.options);
    await expect(client.getPaymentIntent(INTENT_ID, { signal: controller.signal })).rejects.toBe(reason);
    expect(service.slept).toEqual([]);
  });
});

describe("Retry-After", () => {
  it.each([
    ["seconds", "7", 7000],
    ["a date", new Date(Date.UTC(2026, 10, 21) + 5000).toUTCString(), 5000],
    ["a date gone by", new Date(Date.UTC(2026, 10, 20)).toUTCString(), 0],
    ["nothing known", "soon", 0],
  ])("is honoured as %s, plus jitter", async (_, header, expectedMs) => {
    const service = startScript(
      refusal(429, "too_many_requests", { "Retry-After": header }),
      intentResponse(),
    );
    await createMerchantClient(service.options).paymentIntents.get(INTENT_ID);
    expect(service.slept).toEqual([expectedMs + 125]);
  });

  it("of more than a minute is left to the caller", async () => {
    const service = startScript(refusal(503, "down", { "Retry-After": "61" }), intentResponse());
    const call = createMerchantClient(service.options).paymentIntents.get(INTENT_ID);
    await expect(call).rejects.toMatchObject({ code: "down", retryAfterMs: 61_000 });
    expect(service.slept).toEqual([]);
  });
});

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
type Client = ReturnType<typeof createMerchantClient>;

describe("an operation with an idempotency key", () => {
  const OPERATIONS: [string, (client: Client, key?: { idempotencyKey: string }) => Promise<unknown>][] = [
    ["create", (client, key) => client.paymentIntents.create({ amount: 1 }, key)],
    ["refund", (client, key) => client.paymentIntents.refund(INTENT_ID, key)],
    ["scan", (client, key) => client.scanPayment({ scan_token: "w", counter_id: "c", amount: 1 }, key)],
  ];

  it.each(OPERATIONS)("%s is retried under one key", async (_, operate) => {
    const service = startScript(NETWORK_FAILURE, refusal(500, "internal_error"), intentResponse());
    await operate(createMerchantClient(service.options));
    const keys = service.sent.map((request) => request.headers["idempotency-key"]);
    expect(keys).toEqual([expect.stringMatching(UUID), keys[0], keys[0]]);
    expect(new Set(service.sent.map((request) => request.body)).size).toBe(1);
  });

  it.each(OPERATIONS)("%s uses another key for another call", async (_, operate) => {
    const service = startScript(intentResponse(), intentResponse());
    const client = createMerchantClient(service.options);
    await operate(client);
    await operate(client);
    expect(new Set(service.sent.map((request) => request.headers["idempotency-key"])).size).toBe(2);
  });

  it.each(OPERATIONS)("%s keeps the caller's key", async (_, operate) => {
    const service = startScript(NETWORK_FAILURE, intentResponse());
    await operate(createMerchantClient(service.options), { idempotencyKey: "order-1001" });
    const keys = service.sent.map((request) => request.headers["idempotency-key"]);
    expect(keys).toEqual(["order-1001", "order-1001"]);
  });
});

describe("an operation that must not happen twice and has no key", () => {
  const OPERATIONS: [string, (client: Client) => Promise<unknown>][] = [
    ["create a counter", (client) => client.counters.create({ name: "Till 1" })],
    ["rotate a counter's secret", (client) => client.counters.rotateSecret(INTENT_ID)],
    ["rotate the merchant's secret", (client) => client.webhook.rotateSecret()],
    ["cancel", (client) => client.paymentIntents.cancel(INTENT_ID)],
  ];

  it.each(OPERATIONS)("is not retried when it may have happened: %s", async (_, operate) => {
    for (const failure of [NETWORK_FAILURE, refusal(500, "internal_error"), refusal(503, "down")]) {
      const service = startScript(failure, json({ success: true }));
      await expect(operate(createMerchantClient(service.options))).rejects.toThrow();
      expect(service.sent).toHaveLength(1);
    }
  });

  it.each(OPERATIONS)("is retried when it cannot have happened: %s", async (_, operate) => {
    const service = startScript(
      refusal(429, "too_many_requests"),
      refusal(401, "unauthorized"),
      json({ success: true }),
    );
    await operate(createMerchantClient(service.options));
    expect(service.sent).toHaveLength(3);
  });
});

describe("an operation that may happen twice", () => {
  it.each<[string, (client: Client) => Promise<unknown>]>([
    ["update a counter", (client) => client.counters.update(INTENT_ID, { name: "Till 2" })],
    ["deactivate a counter", (client) => client.counters.deactivate(INTENT_ID)],
    ["update the webhook", (client) => client.webhook.update({ url: null })],
    ["list transactions", (client) => client.listTransactions()],
  ])("is repeated: %s", async (_, operate) => {
    const service = startScript(NETWORK_FAILURE, json({ success: true }));
    await operate(createMerchantClient(service.options));
    expect(service.sent).toHaveLength(2);
  });
});
