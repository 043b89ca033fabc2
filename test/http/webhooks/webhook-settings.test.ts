import { env } from "cloudflare:workers";
import { describe, expect } from "vitest";
import { webhookSecretPurpose } from "#core/domain/webhooks/webhook-secrets.ts";
import { open } from "#core/lib/seal.ts";
import { type ApiResponse, type CallOptions, call } from "../../support/api.ts";
import { ALL_EVENTS, HEALTHY } from "../../support/deliveries.ts";
import { expectFailure, expectInvalid } from "../../support/error-responses.ts";
import { it } from "../../support/it.ts";
import { makeMerchant, type TestMerchant } from "../../support/parties.ts";
import { MERCHANT_API } from "../../support/paths.ts";
import { rowsOf } from "../../support/rows.ts";
import { merchantToken } from "../../support/tokens.ts";

const PATH = `${MERCHANT_API}/webhook`;
const INITIAL = { url: null, events: ["payment.completed"], health: null };

function read({ token }: TestMerchant): Promise<ApiResponse> {
  return call("GET", PATH, { token });
}

function update({ token }: TestMerchant, json: unknown, options: CallOptions = {}): Promise<ApiResponse> {
  return call("PUT", PATH, { token, json, ...options });
}

function rotate({ token }: TestMerchant): Promise<ApiResponse> {
  return call("POST", `${PATH}/rotate-secret`, { token });
}

async function storedSecret(merchant: TestMerchant): Promise<string> {
  const row = await rowsOf(merchant.id).first<{ sealed: string }>(
    "SELECT webhook_secret AS sealed FROM merchants WHERE id = ?",
    merchant.id,
  );
  return open(row?.sealed ?? "", webhookSecretPurpose(merchant.id), [env.MASTER_KEY]);
}

describe("GET /merchant/api/v1/webhook", () => {
  it("returns 200 without an address and with payment.completed by default", async () => {
    const response = await read(await makeMerchant());
    expect(response.status).toBe(200);
    expect(response.body).toEqual({ success: true, webhook: INITIAL });
  });

  it("refuses a token of an unknown merchant", async () => {
    const response = await call("GET", PATH, { token: await merchantToken(crypto.randomUUID()) });
    expectFailure(response, 403, "merchant_not_active", "Merchant is not active");
  });
});

describe("PUT /merchant/api/v1/webhook", () => {
  it("returns 200 with the settings, which GET shows from then on", async ({ merchant }) => {
    const webhook = { url: "https://shop.test/hooks", events: ["refund.completed", "payment.completed"] };
    const response = await update(merchant, webhook);
    expect(response.status).toBe(200);
    const shown = { success: true, webhook: { ...webhook, health: HEALTHY } };
    expect(response.body).toEqual(shown);
    expect((await read(merchant)).body).toEqual(shown);
  });

  it("changes only the fields it names", async ({ merchant }) => {
    const url = "https://shop.test/hooks";
    const changes: [unknown, { url: string | null; events: string[] }][] = [
      [{ url }, { url, events: ["payment.completed"] }],
      [{ events: ALL_EVENTS }, { url, events: ALL_EVENTS }],
      [{}, { url, events: ALL_EVENTS }],
      [{ events: null }, { url, events: ALL_EVENTS }],
      [{ url: null }, { url: null, events: ALL_EVENTS }],
      [{ events: [] }, { url: null, events: [] }],
    ];
    for (const [change, webhook] of changes) {
      const health = webhook.url === null ? null : HEALTHY;
      expect((await update(merchant, change)).body).toEqual({
        success: true,
        webhook: { ...webhook, health },
      });
    }
  });

  it("stores an event that is named twice once", async () => {
    const { body } = await update(await makeMerchant(), { events: ["refund.failed", "refund.failed"] });
    expect(body.webhook.events).toEqual(["refund.failed"]);
  });

  it.each([
    [{ url: `https://shop.test/${"x".repeat(2031)}` }, "url", "must have at most 2048 characters"],
    [{ url: "shop" }, "url", "must be a URL"],
    [{ url: "javascript:alert(1)" }, "url", "must be an https URL"],
    [{ url: "https://user:secret@shop.test" }, "url", "must not contain credentials"],
    [{ url: 5 }, "url", "must be a string"],
    [{ events: "payment.completed" }, "events", "must be an array"],
    [{ events: ["payment.refunded"] }, "events.0", `must be one of ${ALL_EVENTS.join(", ")}`],
    [{ events: ["payment.completed", 5] }, "events.1", `must be one of ${ALL_EVENTS.join(", ")}`],
  ])("refuses %j and changes nothing", async (json, field, message) => {
    const merchant = await makeMerchant();
    expectInvalid(await update(merchant, json), field, message);
    expect((await read(merchant)).body.webhook).toEqual(INITIAL);
  });
});

describe("POST /merchant/api/v1/webhook/rotate-secret", () => {
  it("returns 200 with a new secret each time, which replaces the one that is stored", async ({
    merchant,
  }) => {
    const initial = await storedSecret(merchant);
    expect(initial).toMatch(/^whsec_/);
    const [first, second] = [await rotate(merchant), await rotate(merchant)];
    expect(first.status).toBe(200);
    expect(first.body).toEqual({
      success: true,
      webhook_secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
      note: expect.stringMatching(/./),
    });
    expect(new Set([initial, first.body.webhook_secret, second.body.webhook_secret]).size).toBe(3);
    expect(await storedSecret(merchant)).toBe(second.body.webhook_secret);
  });

  it("needs no body, also with a content type", async () => {
    const { token } = await makeMerchant();
    const headers = { "Content-Type": "application/json" };
    const response = await call("POST", `${PATH}/rotate-secret`, { token, headers });
    expect(response.status).toBe(200);
    expect(response.body.webhook_secret).toMatch(/^whsec_/);
  });
});
