// A session is good for the routes of its own face: a customer's meets no merchant's route, and a merchant's no wallet's.
import { beforeAll, describe, expect, it } from "vitest";
import { call } from "../support/api.ts";
import { makeCounter } from "../support/counters.ts";
import { expectUnauthorized } from "../support/error-responses.ts";
import { OPERATIONS } from "../support/roles.ts";
import { exampleOf, routesWithToken } from "../support/routes.ts";
import { makeUser, openTill, openWallet, SAME_ORIGIN } from "../support/sessions.ts";

const isCustomers = (route: string) => typeof OPERATIONS[route]?.row.customer === "number";
const customersRoutes = routesWithToken().filter(isCustomers);
const otherRoutes = routesWithToken().filter((route) => !isCustomers(route));

const TILL = { "Session-Kind": "till" };
let merchants: Record<string, string>;
let customer: string;

beforeAll(async () => {
  const { merchant, secret: user } = await makeUser();
  const { secret: till } = await openTill(merchant.id, (await makeCounter(merchant)).id);
  merchants = { Cookie: `__Host-session=${user}; __Host-till=${till}` };
  customer = `__Host-wallet=${(await openWallet()).secret}`;
});

describe("a customer's session", () => {
  it.each(otherRoutes)("is none for %s", async (route) => {
    const [method, path] = exampleOf(route);
    for (const asked of [{}, TILL]) {
      const headers = { ...SAME_ORIGIN, ...asked, Cookie: customer };
      expectUnauthorized(await call(method, path, { headers }));
    }
  });
});

describe("a merchant's session", () => {
  it.each(customersRoutes)("is none for %s", async (route) => {
    const [method, path] = exampleOf(route);
    for (const asked of [{}, TILL])
      expectUnauthorized(await call(method, path, { headers: { ...SAME_ORIGIN, ...asked, ...merchants } }));
    const own = await call(method, path, { headers: { ...SAME_ORIGIN, Cookie: customer } });
    expect(own.status).not.toBe(401);
  });
});

describe("the routes", () => {
  it("are of both kinds", () => {
    expect(customersRoutes).toContain("GET /wallet/api/v1/wallet");
    expect(otherRoutes).toContain("POST /merchant/api/v1/payment-intents");
  });
});
