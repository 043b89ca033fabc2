import { afterEach, describe, expect, it, vi } from "vitest";
import { createMerchantClient, PaymentsApiError, PaymentsConnectionError, type Warning } from "#sdk/index.ts";
import { INTENT_ID, json, refusal, startScript } from "./support/scripted-service.ts";

const API = "/merchant/api/v1";
const merchant = createMerchantClient;

describe("an error response", () => {
  it("carries everything the service says about it", async () => {
    const details = [{ field: "amount", message: "must be at least 0.01" }];
    const envelope = { success: false, error: "amount must be at least 0.01", code: "invalid_request" };
    const docs_url = "https://payments.example.com/docs/errors#invalid_request";
    const service = startScript(json({ ...envelope, request_id: "request-1", docs_url, details }, 400));
    const error = await merchant(service.options)
      .paymentIntents.create({ amount: 0 })
      .catch((e) => e);
    expect(error).toBeInstanceOf(PaymentsApiError);
    expect(error).toMatchObject({
      status: 400,
      code: "invalid_request",
      message: `POST ${API}/payment-intents failed with 400 invalid_request: amount must be at least 0.01 (request_id request-1)`,
      method: "POST",
      path: `${API}/payment-intents`,
      text: "amount must be at least 0.01",
      details,
      requestId: "request-1",
      docsUrl: docs_url,
      retryAfterMs: null,
    });
  });

  it("has no details and no wait when the service sends none", async () => {
    const service = startScript(refusal(404, "payment_intent_not_found"));
    const error = await merchant(service.options)
      .paymentIntents.get(INTENT_ID)
      .catch((e) => e);
    expect(error).toMatchObject({ details: [], docsUrl: null, retryAfterMs: null, requestId: "request-1" });
  });

  it("is named by its path without the query, which may hold a customer's data", async () => {
    const service = startScript(refusal(400, "invalid_request"));
    const error = await merchant(service.options)
      .paymentIntents.list({ reference: "jane@example.com" })
      .catch((e) => e);
    expect(error.message).toBe(
      `GET ${API}/payment-intents failed with 400 invalid_request: text of invalid_request (request_id request-1)`,
    );
  });

  it("that is not JSON still has its status and request id", async () => {
    const service = startScript(
      new Response("<html>", { status: 403, headers: { "X-Request-Id": "edge-1" } }),
    );
    const error = await merchant(service.options)
      .paymentIntents.get(INTENT_ID)
      .catch((e) => e);
    expect(error).toMatchObject({ status: 403, code: "unexpected_response", requestId: "edge-1" });
    expect(error.message).toBe(
      `GET ${API}/payment-intents/${INTENT_ID} failed with 403 unexpected_response: the response does not say why (request_id edge-1)`,
    );
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

describe("a response that cannot be read", () => {
  const failureAfter = async (response: Response | Error) => {
    const service = startScript(response);
    return await merchant({ ...service.options, retries: 0 })
      .paymentIntents.get(INTENT_ID)
      .catch((e) => e);
  };

  it("names the request and its id", async () => {
    const error = await failureAfter(new Response("<html>", { headers: { "X-Request-Id": "edge-1" } }));
    expect(error).toBeInstanceOf(PaymentsConnectionError);
    expect(error).toMatchObject({
      message: `GET ${API}/payment-intents/${INTENT_ID} failed: the body of the 200 response is not JSON (request_id edge-1)`,
      method: "GET",
      path: `${API}/payment-intents/${INTENT_ID}`,
      requestId: "edge-1",
    });
  });

  it("names the host that could not be reached", async () => {
    const error = await failureAfter(new TypeError("fetch failed"));
    expect(error).toMatchObject({
      message: `GET ${API}/payment-intents/${INTENT_ID} failed: no connection to https://payments.example.com`,
      requestId: null,
    });
  });
});

const WARNING = { field: "amuont", message: "unknown field; did you mean amount?" };

const PATH = "/merchant/api/v1/payment-intents";

function startWarning() {
  return startScript(
    json({ success: true, payment_intent: { id: INTENT_ID }, warnings: [WARNING, "malformed"] }, 201),
  );
}

afterEach(() => {
  vi.restoreAllMocks();
});

describe("a warning in a response", () => {
  it("is passed to onWarning with the request, and is no part of the result", async () => {
    const service = startWarning();
    const seen: [Warning, { method: string; path: string }][] = [];
    const client = createMerchantClient({
      ...service.options,
      onWarning: (...warned) => seen.push(warned),
    });
    expect(await client.paymentIntents.create({ amount: 1 })).toEqual({ id: INTENT_ID });
    expect(seen).toEqual([[WARNING, { method: "POST", path: PATH }]]);
  });

  it("is written to the console by default", async () => {
    const warn = vi.spyOn(console, "warn").mockReturnValue(undefined);
    await createMerchantClient(startWarning().options).paymentIntents.create({ amount: 1 });
    expect(warn.mock.calls).toEqual([
      [`merchant-payments-client: POST ${PATH}: amuont: unknown field; did you mean amount?`],
    ]);
  });

  it("is not a field of a result made of fields", async () => {
    const service = startScript(json({ success: true, message: "Cancelled", warnings: [WARNING] }));
    const client = createMerchantClient({ ...service.options, onWarning: () => undefined });
    expect(await client.paymentIntents.cancel(INTENT_ID)).toStrictEqual({ message: "Cancelled" });
  });
});

const CSV = { "Content-Type": "text/csv; charset=utf-8; header=present" };

const FILE = "date,amount\r\n2026-11-22,12.50\r\n";

describe("getPaymentsCsv", () => {
  it("returns the file's text, without the byte order mark", async () => {
    const service = startScript(new Response(`\ufeff${FILE}`, { headers: CSV }));
    const shop = createMerchantClient(service.options);
    expect(await shop.getPaymentsCsv({ from: "2026-11-01", to: "2026-11-22" })).toBe(FILE);
  });

  it("throws what the service says when it is refused", async () => {
    const service = startScript(refusal(400, "invalid_request"));
    const error = await createMerchantClient(service.options)
      .getPaymentsCsv()
      .catch((e) => e);
    expect(error).toBeInstanceOf(PaymentsApiError);
    expect(error.code).toBe("invalid_request");
  });

  it.each([
    ["a page", () => new Response("<html>", { headers: { "Content-Type": "text/html" } })],
    ["JSON", () => json({ success: true })],
  ])("does not take %s for the file", async (_, respond) => {
    const service = startScript(respond());
    const error = await createMerchantClient({ ...service.options, retries: 0 })
      .getPaymentsCsv()
      .catch((e) => e);
    expect(error).toBeInstanceOf(PaymentsConnectionError);
    expect(error.message).toContain("the body of the 200 response is not text/csv");
  });
});
