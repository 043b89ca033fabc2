import { describe, expect, it } from "vitest";
import { createMerchantClient } from "#sdk/index.ts";
import {
  INTENT_ID,
  intentResponse,
  json,
  refusal,
  type ScriptedService,
  startScript,
  tokenResponse,
} from "./support/scripted-service.ts";

const intentResponses = (count: number) => Array.from({ length: count }, () => intentResponse());
const authorizations = ({ sent }: ScriptedService) => sent.map(({ headers }) => headers.authorization);

describe("the access token", () => {
  it("is requested with client credentials as an OAuth form", async () => {
    const service = startScript(intentResponse());
    await createMerchantClient(service.options).paymentIntents.get(INTENT_ID);
    expect(service.tokenRequests).toMatchObject([
      {
        method: "POST",
        path: "/realms/payment-platform/protocol/openid-connect/token",
        headers: { "content-type": "application/x-www-form-urlencoded" },
        body: "grant_type=client_credentials&client_id=shop&client_secret=shop-secret",
      },
    ]);
    expect(authorizations(service)).toEqual(["Bearer token-1"]);
  });

  it("comes from the identity provider's own address where one is configured", async () => {
    const service = startScript(intentResponse());
    const options = { ...service.options, authUrl: "https://identity.example.com/" };
    await createMerchantClient(options).paymentIntents.get(INTENT_ID);
    expect(service.tokenRequests.map(({ path }) => path)).toEqual([
      "https://identity.example.com/realms/payment-platform/protocol/openid-connect/token",
    ]);
  });

  it("is not requested for public reads", async () => {
    const service = startScript(intentResponse());
    await createMerchantClient(service.options).public.getPaymentIntent(INTENT_ID);
    expect(service.tokenRequests).toEqual([]);
    expect(authorizations(service)).toEqual([undefined]);
  });

  it("is requested once for concurrent calls", async () => {
    const service = startScript(...intentResponses(20));
    const { paymentIntents } = createMerchantClient(service.options);
    await Promise.all(Array.from({ length: 20 }, () => paymentIntents.get(INTENT_ID)));
    expect(service.tokenRequests).toHaveLength(1);
    expect(new Set(authorizations(service))).toEqual(new Set(["Bearer token-1"]));
  });

  it("is kept until 30 seconds before it expires, then renewed", async () => {
    const service = startScript(...intentResponses(3));
    const { paymentIntents } = createMerchantClient(service.options);
    await paymentIntents.get(INTENT_ID);
    service.clock.now += 270_000 - 1;
    await paymentIntents.get(INTENT_ID);
    service.clock.now += 1;
    await paymentIntents.get(INTENT_ID);
    expect(authorizations(service)).toEqual(["Bearer token-1", "Bearer token-1", "Bearer token-2"]);
  });

  it("counts its lifetime from the request, however slow the response is", async () => {
    const service = startScript(...intentResponses(2));
    service.tokenResponses.push(() => {
      service.clock.now += 9_000;
      return tokenResponse("slow");
    });
    const { paymentIntents } = createMerchantClient(service.options);
    await paymentIntents.get(INTENT_ID);
    service.clock.now += 261_000;
    await paymentIntents.get(INTENT_ID);
    expect(authorizations(service)).toEqual(["Bearer slow", "Bearer token-2"]);
  });

  it("is requested for every call when it has no expiry", async () => {
    const service = startScript(...intentResponses(2));
    service.tokenResponses.push(json({ access_token: "of unknown life" }));
    const { paymentIntents } = createMerchantClient(service.options);
    await paymentIntents.get(INTENT_ID);
    await paymentIntents.get(INTENT_ID);
    expect(authorizations(service)).toEqual(["Bearer of unknown life", "Bearer token-2"]);
  });
});

describe("a 401", () => {
  it("drops the token and retries once with a new one, immediately", async () => {
    const service = startScript(refusal(401, "unauthorized"), intentResponse());
    await createMerchantClient(service.options).paymentIntents.create({ amount: 1 });
    expect(authorizations(service)).toEqual(["Bearer token-1", "Bearer token-2"]);
    expect(service.slept).toEqual([]);
  });

  it("is final after one retry", async () => {
    const service = startScript(refusal(401, "unauthorized"), refusal(401, "unauthorized"), intentResponse());
    const call = createMerchantClient(service.options).paymentIntents.get(INTENT_ID);
    await expect(call).rejects.toMatchObject({ name: "PaymentsApiError", status: 401, code: "unauthorized" });
    expect(service.sent).toHaveLength(2);
  });

  it("on many calls with one token renews it once", async () => {
    const refusals = Array.from({ length: 5 }, () => refusal(401, "unauthorized"));
    const service = startScript(...refusals, ...intentResponses(5));
    const { paymentIntents } = createMerchantClient(service.options);
    await Promise.all(Array.from({ length: 5 }, () => paymentIntents.get(INTENT_ID)));
    expect(service.tokenRequests).toHaveLength(2);
  });

  it("that comes late does not drop the newer token", async () => {
    const late = Promise.withResolvers<Response>();
    const service = startScript(() => late.promise, refusal(401, "unauthorized"), ...intentResponses(2));
    const { paymentIntents } = createMerchantClient(service.options);
    const slow = paymentIntents.get(INTENT_ID);
    await paymentIntents.get(INTENT_ID);
    late.resolve(refusal(401, "unauthorized"));
    await slow;
    expect(service.tokenRequests).toHaveLength(2);
    expect(authorizations(service).at(-1)).toBe("Bearer token-2");
  });
});

describe("an identity provider that fails", () => {
  it("is retried, even for an operation that must not happen twice", async () => {
    const service = startScript(json({ success: true }));
    service.tokenResponses.push(new TypeError("fetch failed"), new Response("", { status: 503 }));
    await createMerchantClient(service.options).counters.create({ name: "Till 1" });
    expect(service.tokenRequests).toHaveLength(3);
    expect(service.sent).toHaveLength(1);
  });

  it("fails the call after its own retries, without multiplying them", async () => {
    const service = startScript(intentResponse());
    service.tokenResponses.push(...Array.from({ length: 20 }, () => new TypeError("fetch failed")));
    const call = createMerchantClient(service.options).paymentIntents.get(INTENT_ID);
    await expect(call).rejects.toMatchObject({ name: "PaymentsConnectionError" });
    expect(service.tokenRequests).toHaveLength(4);
    expect(service.sent).toHaveLength(0);
  });

  it("refuses wrong credentials with OAuth's error, and the next call tries again", async () => {
    const service = startScript(intentResponse());
    const body = {
      error: "invalid_client",
      error_description: "Invalid client or Invalid client credentials",
    };
    service.tokenResponses.push(json(body, 401));
    const { paymentIntents } = createMerchantClient(service.options);
    await expect(paymentIntents.get(INTENT_ID)).rejects.toMatchObject({
      name: "PaymentsApiError",
      status: 401,
      code: "invalid_client",
      text: "Invalid client or Invalid client credentials",
      path: "/realms/payment-platform/protocol/openid-connect/token",
    });
    expect(service.tokenRequests).toHaveLength(1);
    await paymentIntents.get(INTENT_ID);
    expect(authorizations(service)).toEqual(["Bearer token-2"]);
  });

  it("that sends no token counts as a failed connection", async () => {
    const service = startScript();
    service.tokenResponses.push(json({ expires_in: 300 }));
    const call = createMerchantClient(service.options).paymentIntents.get(INTENT_ID);
    await expect(call).rejects.toMatchObject({ name: "PaymentsConnectionError" });
  });
});
