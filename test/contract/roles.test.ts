// Who can do what: a table with a row for each operation and a column for each kind of caller.
import { exports } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { type ApiResponse, adminToken, BASE_URL, call } from "../support/api.ts";
import { makeCounter } from "../support/counters.ts";
import { expectFailure } from "../support/error-responses.ts";
import { makeIntent } from "../support/intents.ts";
import { staffToken, userToken } from "../support/merchant-users.ts";
import { isPageOfPart } from "../support/part-rows.ts";
import { makeMerchant, makeWallet, type TestMerchant } from "../support/parties.ts";
import { CLIENTS_PATH, INTENTS, MERCHANT_API, UNKNOWN_ID } from "../support/paths.ts";
import { CALLERS, type Caller, type Cell, OPERATIONS, PUBLIC_MERCHANTS, type Row } from "../support/roles.ts";
import { routes, routesWithToken } from "../support/routes.ts";
import { merchantToken, mintToken, walletToken, withRoles } from "../support/tokens.ts";

async function tokensFor(merchant: TestMerchant): Promise<Record<Caller, string>> {
  const wallet = await makeWallet();
  const customer = { ...withRoles("customer"), wallet_id: wallet.id };
  return {
    "merchant client": merchant.token,
    "counter client": (await makeCounter(merchant)).token,
    "counter client with both rights": (
      await makeCounter(merchant, { can_refund: true, reads_own_only: true })
    ).token,
    "dashboard user": await userToken(merchant.id, "owner", withRoles("merchant", "offline_access")),
    "dashboard user of the staff": await staffToken(merchant.id),
    admin: await mintToken(withRoles("admin")),
    "admin with a merchant": await merchantToken(merchant.id, withRoles("admin")),
    customer: await walletToken(wallet.id),
    "customer with a merchant": await merchantToken(merchant.id, customer),
    "token without anything": await mintToken({}),
    "dashboard user without a merchant": await mintToken(withRoles("merchant")),
  };
}

const REFUSALS: Record<string, [cell: Cell, message: string]> = {
  forbidden: ["F", "Forbidden"],
  merchant_missing: ["M", "merchant_id missing in token"],
  owner_required: ["O", "Only an owner of the merchant may do this"],
  sign_in_required: [
    "S",
    "Client credentials cannot manage people or access: sign in to the dashboard as an owner",
  ],
};

function cellOf(response: ApiResponse): Cell {
  const [cell, message] = REFUSALS[response.body?.code] ?? [response.status, ""];
  if (message !== "") expectFailure(response, 403, response.body.code, message);
  return cell;
}

async function makeParties() {
  const merchant = await makeMerchant();
  return { merchant, tokens: await tokensFor(merchant) };
}

/** Operations after which a merchant or wallet, or one of their tokens, may be refused. */
const ENDS_ACCESS =
  /credentials|merchants\/:merchantID|\/erase|sessions\/stop|wallets\/:walletID|\/clock|\/faults|\/reseal/;

let shared: ReturnType<typeof makeParties> | undefined;

describe("each caller", () => {
  it.each(Object.entries(OPERATIONS))("gets what the row says: %s", async (name, { row, request }) => {
    // What most operations change makes no difference to who may do the next: all those are by the same.
    shared ??= makeParties();
    const { merchant, tokens } = await (ENDS_ACCESS.test(name) ? makeParties() : shared);
    const [method = ""] = name.split(" ");
    const refused = await request(merchant);
    const cells: Partial<Row> = {};
    for (const caller of CALLERS) {
      const { path, json } = typeof row[caller] === "string" ? refused : await request(merchant);
      cells[caller] = cellOf(await call(method, path, { token: tokens[caller], json }));
    }
    expect(cells).toEqual(row);
  });
});

/** Open to everyone, with any token or none; the cell is the same for each. */
const OPEN_TO_ALL: Record<string, { cell: number; path: (merchant: TestMerchant) => Promise<string> }> = {
  "GET /health": { cell: 200, path: async () => "/health" },
  "GET /merchant/api/v1/public/merchants": { cell: 200, path: async () => PUBLIC_MERCHANTS },
  "GET /merchant/api/v1/public/payment-intents/:intentID": {
    cell: 200,
    path: async (merchant) => `${MERCHANT_API}/public/payment-intents/${(await makeIntent(merchant)).id}`,
  },
  "GET /merchant/api/v1/public/payment-intents/:intentID/live": {
    cell: 426,
    path: async (merchant) =>
      `${MERCHANT_API}/public/payment-intents/${(await makeIntent(merchant)).id}/live`,
  },
  // Authenticated by the ledger's signature rather than a token.
  "POST /internal/ledger-events": { cell: 401, path: async () => "/internal/ledger-events" },
  // Each has a token of its own.
  ...Object.fromEntries(
    ["query", "restore", "outdate-copies", "renew-copies", "settle-keys"].map((name) => {
      const path = `/internal/places/${name}`;
      return [`POST ${path}`, { cell: 401, path: async () => path }];
    }),
  ),
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

describe("an administrator", () => {
  const ofMerchant = Object.entries(OPERATIONS).filter(([name]) => /merchants\/:merchantID/.test(name));

  it.each(ofMerchant.filter(([name]) => !name.includes("/wallet/")))(
    "gets 404 for a merchant that does not exist, and for what is no id: %s",
    async (name, { request }) => {
      const [method = ""] = name.split(" ");
      const { path, json } = await request(await makeMerchant());
      for (const id of [UNKNOWN_ID, "no-id"]) {
        const response = await call(method, path.replace(UNKNOWN_ID, id), {
          token: await adminToken(),
          json,
        });
        expectFailure(response, 404, "merchant_not_found", "Merchant not found");
      }
    },
  );
});

describe("the table of roles", () => {
  it("has a row for every route that is not public", () => {
    const rows = Object.keys(OPERATIONS).filter((name) => !name.includes("?"));
    expect(routesWithToken().toSorted()).toEqual(rows.toSorted());
  });

  it("has a row for every other route with a JSON envelope, and none for removed routes", () => {
    const isTested = (route: string) => route in OPERATIONS || route in OPEN_TO_ALL || isPageOfPart(route);
    const others = routes().filter((route) => !isTested(route));
    expect(
      others.filter(
        (route) =>
          !/ (\/admin)?\/realms\/| \/sandbox(\/v1)?(\/merchants)?$| \/$| \/docs| \/openapi| \/pay\/| \/logo\/| \/dashboard| (\/wallet|\/desk)?\/session|\/wallet-session$| \/pos| \/wallet$| \/desk(\/pair)?$| .*\/qr\./.test(
            route,
          ),
      ),
    ).toEqual([]);
    const rows = [...Object.keys(OPERATIONS), ...Object.keys(OPEN_TO_ALL)].map((row) => row.split("?")[0]);
    expect(rows.filter((row) => !routes().includes(row ?? ""))).toEqual([]);
  });
});

describe("malformed claims", () => {
  it.each([
    ["a merchant_id that is not text", { merchant_id: { id: 1 } }],
    ["an empty merchant_id", { merchant_id: "" }],
    ["several merchant_ids", { merchant_id: [crypto.randomUUID()] }],
  ])("do not make a merchant: %s", async (_, claims) => {
    expect(cellOf(await call("GET", INTENTS, { token: await mintToken(claims) }))).toBe("M");
  });

  it.each([
    ["text for roles", { realm_access: { roles: "admin" } }],
    ["roles in another place", { roles: ["admin"], resource_access: { account: { roles: ["admin"] } } }],
    ["null for realm_access", { realm_access: null }],
    ["another case", withRoles("Admin", "ADMIN", "realm-admin")],
  ])("do not make an administrator: %s", async (_, claims) => {
    const json = { email: `${crypto.randomUUID()}@shop.test`, business_name: "Shop" };
    const response = await call("POST", `${MERCHANT_API}/register`, { token: await mintToken(claims), json });
    expect(cellOf(response)).toBe("F");
  });
});
