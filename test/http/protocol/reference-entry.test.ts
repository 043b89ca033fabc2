import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect } from "vitest";
import { sandboxDependenciesFor } from "#sandbox/composition.ts";
import { createReferenceApp } from "../../entries/reference.ts";
import { BASE_URL } from "../../support/api.ts";
import { it } from "../../support/it.ts";
import { makeMerchant } from "../../support/parties.ts";
import { INTENTS, MERCHANT_API } from "../../support/paths.ts";

const app = createReferenceApp(sandboxDependenciesFor);

const REFERENCE = [
  "POST /register",
  "POST /payment-intents",
  "GET /payment-intents",
  "GET /payment-intents/:intentID",
  "POST /payment-intents/:intentID/cancel",
  "POST /payment-intents/:intentID/refund",
  "POST /scan-payment",
  "POST /counters",
  "GET /counters",
  "GET /counters/:counterID",
  "PUT /counters/:counterID",
  "DELETE /counters/:counterID",
  "POST /counters/:counterID/rotate-secret",
  "GET /transactions",
  "GET /public/payment-intents/:intentID",
  "GET /public/merchants",
];

/** The same routers have these besides. */
const FURTHER = [
  "GET /payment-intents/:intentID/events",
  "POST /payment-intents/:intentID/withdraw",
  "POST /counters/:counterID/test-webhook",
  "POST /counters/:counterID/pairings",
  "POST /counters/:counterID/credentials",
  "GET /counters/:counterID/tills",
  "PATCH /counters/:counterID/tills/:tillID",
  "DELETE /counters/:counterID/tills/:tillID",
  "GET /totals",
  "GET /payments.csv",
  "GET /public/payment-intents/:intentID/live",
  "GET /public/payment-intents/:intentID/qr.svg",
  "GET /public/payment-intents/:intentID/qr.png",
];

it("mounts the reference's operations, and what else their routers have", () => {
  const routes = new Set(app.routes.map(({ method, path }) => `${method} ${path}`));
  const ofMerchants = [...routes].filter((route) => route.includes(` ${MERCHANT_API}/`));
  expect(ofMerchants.map((route) => route.replace(MERCHANT_API, "")).sort()).toEqual(
    [...REFERENCE, ...FURTHER].sort(),
  );
});

it("makes an intent and reads it", async () => {
  const { token } = await makeMerchant();
  const request = async (path: string, init: RequestInit = {}) => {
    const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
    const sent = new Request(BASE_URL + path, { ...init, headers });
    const response = await app.fetch(sent, env, createExecutionContext());
    return { status: response.status, body: await response.json<{ payment_intent: { id: string } }>() };
  };
  const made = await request(INTENTS, { method: "POST", body: '{"amount":12.5}' });
  expect(made.status).toBe(201);
  const { payment_intent } = made.body;
  expect(await request(`${INTENTS}/${payment_intent.id}`)).toEqual({
    status: 200,
    body: { success: true, payment_intent },
  });
});
