// Who may do what: DESIGN §4's table, one row an operation, one column a kind of caller.
import { exports } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { BASE_URL, call, type ResponseSpec } from "../support/api.ts";
import {
  INTENTS,
  MERCHANT_API,
  makeCounter,
  makeIntent,
  makeMerchant,
  makePaidIntent,
  makeWallet,
  SANDBOX_API,
  type TestMerchant,
  WALLET_API,
} from "../support/factories.ts";
import { expectFailure, expectUnauthorized } from "../support/failures.ts";
import { CLIENTS_PATH } from "../support/identity-provider.ts";
import {
  ADMIN_ONLY,
  answering,
  CALLERS,
  type Caller,
  type Cell,
  CUSTOMER_ONLY,
  MERCHANT_ONLY,
  MERCHANT_OR_COUNTER,
  type Row,
  row,
} from "../support/roles.ts";
import { routes, routesWithToken } from "../support/routes.ts";
import { merchantToken, mintToken, walletToken, withRoles } from "../support/tokens.ts";

interface Operation {
  row: Row;
  /** Something to do, so that whoever is let through succeeds. */
  request: (merchant: TestMerchant) => Promise<{ path: string; json?: unknown }>;
}

const intentPath =
  (suffix = "") =>
  async (merchant: TestMerchant) => ({
    path: `${INTENTS}/${(await makeIntent(merchant)).id}${suffix}`,
  });
const counterPath =
  (suffix = "", json?: unknown) =>
  async (merchant: TestMerchant) => ({
    path: `${MERCHANT_API}/counters/${(await makeCounter(merchant)).id}${suffix}`,
    json,
  });
const at = (path: string, json?: unknown) => async () => ({ path, json });

const COUNTERS = `${MERCHANT_API}/counters`;
const MERCHANTS = `${MERCHANT_API}/merchants`;
const PUBLIC_MERCHANTS = `${MERCHANT_API}/public/merchants`;
const DELIVERIES = `${MERCHANT_API}/webhook-deliveries`;
const NOBODY = "123e4567-e89b-42d3-a456-426614174000";

const OPERATIONS: Record<string, Operation> = {
  "POST /merchant/api/v1/payment-intents": {
    row: answering(201, MERCHANT_OR_COUNTER),
    request: at(INTENTS, { amount: 1 }),
  },
  "GET /merchant/api/v1/payment-intents": { row: MERCHANT_OR_COUNTER, request: at(INTENTS) },
  "GET /merchant/api/v1/payment-intents/:intentID": { row: MERCHANT_OR_COUNTER, request: intentPath() },
  "POST /merchant/api/v1/payment-intents/:intentID/cancel": {
    row: MERCHANT_OR_COUNTER,
    request: intentPath("/cancel"),
  },
  "POST /merchant/api/v1/payment-intents/:intentID/refund": {
    row: MERCHANT_ONLY,
    request: async (merchant) => ({ path: `${INTENTS}/${(await makePaidIntent(merchant)).id}/refund` }),
  },
  "GET /merchant/api/v1/payment-intents/:intentID/events": {
    row: MERCHANT_ONLY,
    request: intentPath("/events"),
  },
  "GET /merchant/api/v1/webhook": { row: MERCHANT_ONLY, request: at(`${MERCHANT_API}/webhook`) },
  "PUT /merchant/api/v1/webhook": { row: MERCHANT_ONLY, request: at(`${MERCHANT_API}/webhook`, {}) },
  "POST /merchant/api/v1/webhook/rotate-secret": {
    row: MERCHANT_ONLY,
    request: at(`${MERCHANT_API}/webhook/rotate-secret`),
  },
  "POST /merchant/api/v1/webhook/test": {
    row: answering(409, MERCHANT_ONLY),
    request: at(`${MERCHANT_API}/webhook/test`),
  },
  "GET /merchant/api/v1/webhook-deliveries": { row: MERCHANT_ONLY, request: at(DELIVERIES) },
  "GET /merchant/api/v1/webhook-deliveries/:deliveryID": {
    row: answering(404, MERCHANT_ONLY),
    request: at(`${DELIVERIES}/${NOBODY}`),
  },
  "POST /merchant/api/v1/webhook-deliveries/:deliveryID/redeliver": {
    row: answering(404, MERCHANT_ONLY),
    request: at(`${DELIVERIES}/${NOBODY}/redeliver`),
  },
  "POST /merchant/api/v1/webhook-deliveries/recover": {
    row: MERCHANT_ONLY,
    request: at(`${DELIVERIES}/recover`, { since: "2026-01-01T00:00:00Z", until: "2026-01-02T00:00:00Z" }),
  },
  "GET /merchant/api/v1/events": { row: MERCHANT_ONLY, request: at(`${MERCHANT_API}/events`) },
  "POST /merchant/api/v1/counters/:counterID/test-webhook": {
    row: answering(404, MERCHANT_ONLY),
    request: at(`${COUNTERS}/${NOBODY}/test-webhook`),
  },
  "GET /merchant/api/v1/transactions": { row: MERCHANT_ONLY, request: at(`${MERCHANT_API}/transactions`) },
  "GET /merchant/api/v1/transactions?merchant_id=": {
    row: { ...MERCHANT_ONLY, admin: 200 },
    request: async ({ id }) => ({ path: `${MERCHANT_API}/transactions?merchant_id=${id}` }),
  },
  "POST /merchant/api/v1/counters": {
    row: answering(201, MERCHANT_ONLY),
    request: at(COUNTERS, { name: "Till 2" }),
  },
  "GET /merchant/api/v1/counters": { row: MERCHANT_ONLY, request: at(COUNTERS) },
  "GET /merchant/api/v1/counters/:counterID": { row: MERCHANT_ONLY, request: counterPath() },
  "PUT /merchant/api/v1/counters/:counterID": { row: MERCHANT_ONLY, request: counterPath("", {}) },
  "DELETE /merchant/api/v1/counters/:counterID": { row: MERCHANT_ONLY, request: counterPath() },
  "POST /merchant/api/v1/counters/:counterID/rotate-secret": {
    row: MERCHANT_ONLY,
    request: counterPath("/rotate-secret"),
  },
  "POST /merchant/api/v1/scan-payment": {
    row: answering(201, MERCHANT_ONLY),
    request: async (merchant) => ({
      path: `${MERCHANT_API}/scan-payment`,
      json: {
        scan_token: (await makeWallet()).id,
        counter_id: (await makeCounter(merchant)).id,
        amount: 1,
      },
    }),
  },
  "GET /merchant/api/v1/merchants": { row: ADMIN_ONLY, request: at(MERCHANTS) },
  ...Object.fromEntries(
    ["activate", "deactivate", "rotate-credentials", "setup-link"].map((action) => [
      `POST /merchant/api/v1/merchants/:merchantID/${action}`,
      { row: answering(404, ADMIN_ONLY), request: at(`${MERCHANTS}/${NOBODY}/${action}`) },
    ]),
  ),
  "GET /wallet/api/v1/approvals": { row: CUSTOMER_ONLY, request: at(`${WALLET_API}/approvals`) },
  "POST /wallet/api/v1/payment-intents/:intentID/approve": {
    row: answering(404, CUSTOMER_ONLY),
    request: at(`${WALLET_API}/payment-intents/${NOBODY}/approve`),
  },
  "POST /wallet/api/v1/payment-intents/:intentID/reject": {
    row: answering(404, CUSTOMER_ONLY),
    request: at(`${WALLET_API}/payment-intents/${NOBODY}/reject`),
  },
  "GET /sandbox/v1/wallet-events": { row: CUSTOMER_ONLY, request: at(`${SANDBOX_API}/wallet-events`) },
  "POST /merchant/api/v1/register": {
    row: answering(201, ADMIN_ONLY),
    request: async () => ({
      path: `${MERCHANT_API}/register`,
      json: { email: `${crypto.randomUUID()}@shop.test`, business_name: "Shop" },
    }),
  },
  "POST /wallet/api/v1/payment-intents/:intentID/confirm": {
    row: CUSTOMER_ONLY,
    request: async (merchant) => ({
      path: `${WALLET_API}/payment-intents/${(await makeIntent(merchant)).id}/confirm`,
    }),
  },
  "GET /wallet/api/v1/wallet": { row: CUSTOMER_ONLY, request: at(`${WALLET_API}/wallet`) },
  "POST /sandbox/v1/wallets": {
    row: row(201, "F", 201, 201, 201, "F", "F", "M", "M"),
    request: at(`${SANDBOX_API}/wallets`, { balance: 1 }),
  },
  "POST /sandbox/v1/payment-intents/:intentID/simulate": {
    row: MERCHANT_ONLY,
    request: async (merchant) => ({
      path: `${SANDBOX_API}/payment-intents/${(await makeIntent(merchant)).id}/simulate`,
      json: { action: "expire" },
    }),
  },
};

async function tokensFor(merchant: TestMerchant): Promise<Record<Caller, string>> {
  const wallet = await makeWallet();
  const customer = { ...withRoles("customer"), wallet_id: wallet.id };
  return {
    "merchant client": merchant.token,
    "counter client": (await makeCounter(merchant)).token,
    "dashboard user": await merchantToken(merchant.id, withRoles("merchant", "offline_access")),
    admin: await mintToken(withRoles("admin")),
    "admin with a merchant": await merchantToken(merchant.id, withRoles("admin")),
    customer: await walletToken(wallet.id),
    "customer with a merchant": await merchantToken(merchant.id, customer),
    "token without anything": await mintToken({}),
    "dashboard user without a merchant": await mintToken(withRoles("merchant")),
  };
}

function expectCell(response: ResponseSpec, cell: Cell): void {
  if (cell === "F") expectFailure(response, 403, "forbidden", "Forbidden");
  else if (cell === "M") expectFailure(response, 403, "merchant_missing", "merchant_id missing in token");
  else expect(response.status).toBe(cell);
}

describe.each(Object.entries(OPERATIONS))("%s", (name, { row: cells, request }) => {
  let merchant: TestMerchant;
  let tokens: Record<Caller, string>;
  const [method = ""] = name.split(" ");

  beforeAll(async () => {
    merchant = await makeMerchant();
    tokens = await tokensFor(merchant);
  });

  it.each(CALLERS.map((caller) => ({ caller, cell: cells[caller] })))(
    "returns $cell for a $caller",
    async ({ caller, cell }) => {
      const { path, json } = await request(merchant);
      expectCell(await call(method, path, { token: tokens[caller], json }), cell);
    },
  );
});

/** What is open to all, with a token of any kind or without one; the cell is the same for each. */
const OPEN_TO_ALL: Record<string, { cell: number; path: (merchant: TestMerchant) => Promise<string> }> = {
  "GET /health": { cell: 200, path: async () => "/health" },
  "GET /merchant/api/v1/public/merchants": { cell: 200, path: async () => PUBLIC_MERCHANTS },
  "GET /merchant/api/v1/public/payment-intents/:intentID": {
    cell: 200,
    path: async (merchant) => `${MERCHANT_API}/public/payment-intents/${(await makeIntent(merchant)).id}`,
  },
  // No token opens it: the ledger signs.
  "POST /internal/ledger-events": { cell: 401, path: async () => "/internal/ledger-events" },
};

describe.each(Object.entries(OPEN_TO_ALL))("%s", (name, { cell, path }) => {
  it(`returns ${cell} for everyone, with or without a token`, async () => {
    const merchant = await makeMerchant();
    const [method = ""] = name.split(" ");
    const tokens = await tokensFor(merchant);
    for (const token of [undefined, "garbage", ...Object.values(tokens)]) {
      const response = await call(method, await path(merchant), token === undefined ? {} : { token });
      expect(response.status).toBe(cell);
    }
  });
});

describe("the identity provider's admin API", () => {
  it("is only for the administrator", async () => {
    const tokens = await tokensFor(await makeMerchant());
    for (const caller of CALLERS) {
      const url = `${BASE_URL}${CLIENTS_PATH}?clientId=nobody`;
      const headers = { Authorization: `Bearer ${tokens[caller]}` };
      const { status } = await exports.default.fetch(url, { headers });
      expect([caller, status]).toEqual([caller, caller.startsWith("admin") ? 200 : 403]);
    }
    const { status } = await exports.default.fetch(`${BASE_URL}${CLIENTS_PATH}?clientId=nobody`);
    expect(status).toBe(401);
  });
});

describe("every operation of the table", () => {
  it.each(Object.keys(OPERATIONS))("returns 401 without a token: %s", async (name) => {
    const [method = "", path = ""] = name.split(" ");
    expectUnauthorized(await call(method, path.replace(/:[^/?]+/g, NOBODY)));
  });
});

describe("the table of roles", () => {
  it("has a row for every route that is not public", () => {
    const rows = new Set(Object.keys(OPERATIONS));
    expect(routesWithToken().filter((route) => !rows.has(route))).toEqual([]);
  });

  it("has a row for every other route with a JSON envelope, and none for removed routes", () => {
    const isTested = (route: string) => route in OPERATIONS || route in OPEN_TO_ALL;
    const others = routes().filter((route) => !isTested(route));
    expect(
      others.filter((route) => !/ (\/admin)?\/realms\/| \/$| \/docs| \/openapi| .*\/qr\./.test(route)),
    ).toEqual([]);
    const rows = [...Object.keys(OPERATIONS), ...Object.keys(OPEN_TO_ALL)].map((row) => row.split("?")[0]);
    expect(rows.filter((row) => !routes().includes(row ?? ""))).toEqual([]);
  });
});

describe("malformed claims", () => {
  it.each([
    ["merchant_id of no text", { merchant_id: { id: 1 } }],
    ["an empty merchant_id", { merchant_id: "" }],
    ["several merchant_ids", { merchant_id: [crypto.randomUUID()] }],
  ])("do not make a merchant: %s", async (_, claims) => {
    expectCell(await call("GET", INTENTS, { token: await mintToken(claims) }), "M");
  });

  it.each([
    ["a text for roles", { realm_access: { roles: "admin" } }],
    ["roles in another place", { roles: ["admin"], resource_access: { account: { roles: ["admin"] } } }],
    ["null for realm_access", { realm_access: null }],
    ["another case", withRoles("Admin", "ADMIN", "realm-admin")],
  ])("do not make an administrator: %s", async (_, claims) => {
    const json = { email: `${crypto.randomUUID()}@shop.test`, business_name: "Shop" };
    const response = await call("POST", `${MERCHANT_API}/register`, { token: await mintToken(claims), json });
    expectCell(response, "F");
  });
});
