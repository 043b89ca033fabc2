// Two merchants with everything a merchant can have. One tries every route with the ids of the other: it learns no
// more than from an unknown id, and changes nothing.

import { exports } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { adminToken, BASE_URL, call } from "../support/api.ts";
import { COUNTERS } from "../support/counters.ts";
import { DELIVERIES } from "../support/deliveries.ts";
import { makePaidIntent } from "../support/intents.ts";
import {
  expectAsMissing,
  expectForbidden,
  expectNothingOf,
  expectOwnOnly,
  setUpTenants,
  stranger,
  strangerTokens,
  victim,
} from "../support/isolation.ts";
import {
  ACCOUNT_CHECKS,
  DESK_CHECKS,
  PLATFORM_CHECKS,
  PLAYGROUND_CHECKS,
  TILL_CHECKS,
  WALLET_CHECKS,
} from "../support/isolation-checks.ts";
import { isPageOfPart, PART_CHECKS } from "../support/part-rows.ts";
import { makeMerchant } from "../support/parties.ts";
import { INTENTS, MERCHANT_API, SANDBOX_API, UNKNOWN_ID, WALLET_API } from "../support/paths.ts";
import { startReceiver } from "../support/receiver.ts";
import { routes } from "../support/routes.ts";
import { actionPath, PLATFORM_ACTIONS } from "../support/stops.ts";
import { eventIdsOf, type Request, settledRefundOf, tenantRows } from "../support/tenants.ts";

beforeAll(setUpTenants);

const victimIds = () => ({ id: victim.counter.id, merchant_id: victim.merchant.id });
const ALL_TIME = { since: "2020-01-01T00:00:00Z", until: "2099-01-01T00:00:00Z" };

const intentIds = () =>
  [victim.pending, victim.paid, victim.refunded, victim.awaitingApproval, victim.approved].map(
    ({ id }) => id,
  );

async function expectIntentsMissing(method: string, prefix: string, suffix = "", json?: unknown) {
  await expectAsMissing(intentIds(), (id) => [method, `${prefix}/${id}${suffix}`, json]);
}

async function expectCounterMissing(method: string, suffix = "", json?: unknown) {
  await expectAsMissing([victim.counter.id], (id) => [method, `${COUNTERS}/${id}${suffix}`, json]);
}

const eventIds = () => eventIdsOf(victim.merchant.id);

const CUSTOMERS_INTENTS = `${WALLET_API}/payment-intents`;

const CHECKS: Record<string, () => Promise<void>> = {
  "POST /merchant/api/v1/payment-intents": async () => {
    await expectAsMissing([victim.counter.id], (id) => ["POST", INTENTS, { amount: 1, counter_id: id }]);
    await expectOwnOnly(["POST", INTENTS, { amount: 1, merchant_id: victim.merchant.id }]);
  },
  "GET /merchant/api/v1/payment-intents": async () => {
    const { merchant, counter } = victim;
    const filters = [
      "",
      "&reference=victim-reference",
      `&counter_id=${counter.id}`,
      `&merchant_id=${merchant.id}`,
      "&amount=12.5",
      "&status=pending",
      "&created_from=2020-01-01T00:00:00Z",
    ];
    await expectOwnOnly(...filters.map((filter): Request => ["GET", `${INTENTS}?limit=100${filter}`]));
  },
  "GET /merchant/api/v1/payment-intents/:intentID": () => expectIntentsMissing("GET", INTENTS),
  "POST /merchant/api/v1/payment-intents/:intentID/cancel": () =>
    expectIntentsMissing("POST", INTENTS, "/cancel"),
  "POST /merchant/api/v1/payment-intents/:intentID/withdraw": () =>
    expectIntentsMissing("POST", INTENTS, "/withdraw"),
  "POST /merchant/api/v1/payment-intents/:intentID/refund": () =>
    expectIntentsMissing("POST", INTENTS, "/refund"),
  "GET /merchant/api/v1/payment-intents/:intentID/events": () =>
    expectIntentsMissing("GET", INTENTS, "/events"),
  "POST /merchant/api/v1/scan-payment": () =>
    expectAsMissing([victim.counter.id], (id) => [
      "POST",
      `${MERCHANT_API}/scan-payment`,
      { scan_token: stranger.wallet.id, counter_id: id, amount: 1 },
    ]),
  "POST /merchant/api/v1/counters": () => expectOwnOnly(["POST", COUNTERS, { name: "Till", ...victimIds() }]),
  "GET /merchant/api/v1/counters": () =>
    expectOwnOnly(["GET", `${COUNTERS}?merchant_id=${victim.merchant.id}`]),
  "GET /merchant/api/v1/counters/:counterID": () => expectCounterMissing("GET"),
  "PUT /merchant/api/v1/counters/:counterID": () =>
    expectCounterMissing("PUT", "", { name: "Mine", webhook_url: "https://stranger.test/steal" }),
  "DELETE /merchant/api/v1/counters/:counterID": () => expectCounterMissing("DELETE"),
  "POST /merchant/api/v1/counters/:counterID/rotate-secret": () =>
    expectCounterMissing("POST", "/rotate-secret"),
  ...TILL_CHECKS,
  "GET /merchant/api/v1/transactions": () => {
    const path = `${MERCHANT_API}/transactions?limit=100`;
    return expectOwnOnly(["GET", path], ["GET", `${path}&merchant_id=${victim.merchant.id}`]);
  },
  ...ACCOUNT_CHECKS,
  "GET /merchant/api/v1/webhook": () =>
    expectOwnOnly(["GET", `${MERCHANT_API}/webhook?merchant_id=${victim.merchant.id}`]),
  "PUT /merchant/api/v1/webhook": () =>
    expectOwnOnly(["PUT", `${MERCHANT_API}/webhook`, { url: "https://stranger.test/new", ...victimIds() }]),
  "POST /merchant/api/v1/webhook/rotate-secret": () =>
    expectOwnOnly(["POST", `${MERCHANT_API}/webhook/rotate-secret`, { merchant_id: victim.merchant.id }]),
  "POST /merchant/api/v1/webhook/test": () => {
    startReceiver();
    return expectOwnOnly(["POST", `${MERCHANT_API}/webhook/test`, { url: "https://victim.test/hook" }]);
  },
  "GET /merchant/api/v1/webhook-deliveries": () =>
    expectOwnOnly(
      ["GET", `${DELIVERIES}?limit=100`],
      ["GET", `${DELIVERIES}?limit=100&payment_intent_id=${victim.paid.id}`],
      ["GET", `${DELIVERIES}?limit=100&endpoint=${victim.counter.id}`],
    ),
  "GET /merchant/api/v1/webhook-deliveries/:deliveryID": async () =>
    expectAsMissing(await eventIds(), (id) => ["GET", `${DELIVERIES}/${id}`]),
  "POST /merchant/api/v1/webhook-deliveries/:deliveryID/redeliver": async () =>
    expectAsMissing(await eventIds(), (id) => ["POST", `${DELIVERIES}/${id}/redeliver`]),
  "POST /merchant/api/v1/webhook-deliveries/recover": () =>
    expectOwnOnly(["POST", `${DELIVERIES}/recover`, { ...ALL_TIME, merchant_id: victim.merchant.id }]),
  "GET /merchant/api/v1/events": async () => {
    const after = (await eventIds()).map((id): Request => ["GET", `${MERCHANT_API}/events?after=${id}`]);
    await expectOwnOnly(["GET", `${MERCHANT_API}/events?limit=100`], ...after);
  },
  "POST /merchant/api/v1/counters/:counterID/test-webhook": () =>
    expectCounterMissing("POST", "/test-webhook"),
  "POST /merchant/api/v1/register": () =>
    expectForbidden(["POST", `${MERCHANT_API}/register`, { email: "a@shop.test", business_name: "x" }]),
  ...PLATFORM_CHECKS,
  ...DESK_CHECKS,
  ...PART_CHECKS,
  "GET /metrics": () => expectForbidden(["GET", "/metrics"]),
  "POST /merchant/api/v1/admin/payment-intents/:intentID/resolve": async () => {
    const resolve = (id: string) => `${MERCHANT_API}/admin/payment-intents/${id}/resolve`;
    for (const id of intentIds()) await expectForbidden(["POST", resolve(id), { outcome: "declined" }]);
  },
  "POST /merchant/api/v1/admin/payment-intents/:intentID/refund": async () => {
    const refund = (id: string) => `${MERCHANT_API}/admin/payment-intents/${id}/refund`;
    for (const id of intentIds()) await expectForbidden(["POST", refund(id), { reason: "Mine now" }]);
  },
  "POST /merchant/api/v1/admin/movements/:movementID/resolve": () =>
    expectForbidden([
      "POST",
      `${MERCHANT_API}/admin/movements/${UNKNOWN_ID}/resolve`,
      { outcome: "declined" },
    ]),
  ...Object.fromEntries(
    ["stop", "release"].map((action) => [
      `POST /merchant/api/v1/admin/wallets/:walletID/${action}`,
      () =>
        expectForbidden([
          "POST",
          `${MERCHANT_API}/admin/wallets/${victim.wallet.id}/${action}`,
          { reason: "Phone stolen" },
        ]),
    ]),
  ),
  "GET /merchant/api/v1/merchants": () => expectForbidden(["GET", `${MERCHANT_API}/merchants`]),
  ...Object.fromEntries(
    PLATFORM_ACTIONS.map(([action, json]) => [
      `POST /merchant/api/v1/merchants/:merchantID/${action}`,
      () => expectForbidden(["POST", actionPath(action, victim.merchant.id, victim.counter.id), json]),
    ]),
  ),
  "GET /merchant/api/v1/public/payment-intents/:intentID": async () => {
    for (const id of intentIds()) {
      const { text, body } = await call("GET", `${MERCHANT_API}/public/payment-intents/${id}`);
      expect(body.payment_intent.id).toBe(id);
      const hidden = [victim.counter.id, victim.wallet.id, "victim-reference", "victim-metadata", ".test/"];
      for (const own of hidden) expect(text).not.toContain(own);
    }
  },
  "GET /merchant/api/v1/public/merchants": async () => {
    const { body } = await call("GET", `${MERCHANT_API}/public/merchants?limit=100`);
    for (const merchant of body.merchants)
      expect(Object.keys(merchant)).toEqual(["id", "business_name", "logo_url"]);
  },
  // Anyone can pay a merchant's QR code, but only the customer it was sent to can approve a request.
  "POST /wallet/api/v1/payment-intents/:intentID/confirm": async () => {
    const { token } = stranger.wallet;
    for (const { id } of [victim.awaitingApproval, victim.paid, victim.refunded, victim.approved]) {
      const response = await call("POST", `${CUSTOMERS_INTENTS}/${id}/confirm`, { token });
      expect(response.status).toBe(409);
      expectNothingOf(response.text);
    }
    for (const other of [stranger.merchant.token, stranger.counter.token]) {
      const response = await call("POST", `${CUSTOMERS_INTENTS}/${victim.pending.id}/confirm`, {
        token: other,
      });
      expect(response.status).toBe(403);
    }
  },
  "POST /wallet/api/v1/payment-intents/:intentID/approve": () =>
    expectIntentsMissing("POST", CUSTOMERS_INTENTS, "/approve"),
  "POST /wallet/api/v1/payment-intents/:intentID/reject": () =>
    expectIntentsMissing("POST", CUSTOMERS_INTENTS, "/reject"),
  "GET /wallet/api/v1/approvals": () =>
    expectOwnOnly(["GET", `${WALLET_API}/approvals?wallet_id=${victim.wallet.id}`]),
  "GET /wallet/api/v1/wallet": () =>
    expectOwnOnly(["GET", `${WALLET_API}/wallet?wallet_id=${victim.wallet.id}`]),
  ...WALLET_CHECKS,
  "POST /sandbox/v1/payment-intents/:intentID/simulate": async () => {
    for (const action of ["pay", "approve", "reject", "expire"]) {
      await expectIntentsMissing("POST", `${SANDBOX_API}/payment-intents`, "/simulate", { action });
    }
  },
  ...PLAYGROUND_CHECKS,
  "POST /internal/ledger-events": async () => {
    const json = settledRefundOf(victim.paid.id);
    for (const [, token] of strangerTokens()) {
      expect((await call("POST", "/internal/ledger-events", { token, json })).status).toBe(401);
    }
  },
};

/** Routes without a merchant's data, or with what the public view shows, or only for the administrator. */
const NOTHING_TO_SEE = [
  /^GET \/$/,
  /^GET \/health$/,
  /^GET \/docs/,
  /^GET \/openapi\.json$/,
  /\/(qr\.(png|svg)|live)$/,
  /^GET \/(pay\/|dashboard|pos|wallet$|desk(\/pair)?$)/,
  / (\/wallet|\/desk)?\/session(\/|$)/,
  / \/sandbox\/v1\/wallet-session$/,
  /^GET \/logo\//,
  /^POST \/internal\/places\//,
  / \/(realms\/|sandbox(\/v1)?(\/merchants)?$)/,
];

describe("another merchant, its counter, dashboard user and customer", () => {
  it.each(Object.keys(CHECKS))("neither read nor change the first merchant's data by %s", async (route) => {
    const before = await tenantRows(victim);
    await CHECKS[route]?.();
    expect(await tenantRows(victim)).toEqual(before);
  });

  it("are tried on every route", () => {
    const isChecked = (route: string) =>
      route in CHECKS || isPageOfPart(route) || NOTHING_TO_SEE.some((pattern) => pattern.test(route));
    const left = routes().filter((route) => !isChecked(route) && !/ \/admin\/realms\//.test(route));
    expect(left).toEqual([]);
    expect(Object.keys(CHECKS).filter((route) => !routes().includes(route))).toEqual([]);
  });

  it("are refused by the identity provider's admin API", async () => {
    const path = `${BASE_URL}/admin/realms/payment-platform/clients?clientId=${victim.merchant.clientId}`;
    for (const [, token] of strangerTokens()) {
      const response = await exports.default.fetch(path, { headers: { Authorization: `Bearer ${token}` } });
      expect(response.status).toBe(403);
      expectNothingOf(await response.text());
    }
  });

  it("see only their own ledger transactions, even when a customer buys from both merchants", async () => {
    const merchant = await makeMerchant();
    await makePaidIntent(merchant, { wallet: victim.wallet, fields: { amount: 1 } });
    const { body } = await call("GET", `${MERCHANT_API}/transactions`, { token: merchant.token });
    expect(body).toMatchObject({ total: 1, merchant_id: merchant.id });
    expect(body.transactions).toMatchObject([{ to_account_id: merchant.id, amount: "1.00" }]);
  });

  it("are not hidden from the administrator, who sees both merchants", async () => {
    const token = await adminToken();
    for (const { merchant } of [victim, stranger]) {
      const path = `${MERCHANT_API}/transactions?merchant_id=${merchant.id}`;
      const { body } = await call("GET", path, { token });
      expect(body.total).toBeGreaterThanOrEqual(3);
    }
  });
});
