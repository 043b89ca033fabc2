// A session is good for the routes of its own kind: a customer's meets no merchant's route, and a merchant's no wallet's.
import { beforeAll, describe, expect, it } from "vitest";
import { call } from "../support/api.ts";
import { makeCounter } from "../support/counters.ts";
import { makeDesk, makeTablet } from "../support/desks.ts";
import { expectFailure, expectUnauthorized } from "../support/error-responses.ts";
import { OPERATIONS } from "../support/roles.ts";
import { exampleOf, routesWithToken } from "../support/routes.ts";
import { makeUser, openTill, openWallet, SAME_ORIGIN } from "../support/sessions.ts";

const isDesks = (route: string) => / \/desk\//.test(route);
const isCustomers = (route: string) => typeof OPERATIONS[route]?.row.customer === "number";
const customersRoutes = routesWithToken().filter(isCustomers);
const otherRoutes = routesWithToken().filter((route) => !isCustomers(route));
const desksRoutes = routesWithToken().filter(isDesks);

const TILL = { "Session-Kind": "till" };
let merchants: Record<string, string>;
let customer: string;
let desk: string;

beforeAll(async () => {
  const { merchant, secret: user } = await makeUser();
  const { secret: till } = await openTill(merchant.id, (await makeCounter(merchant)).id);
  merchants = { Cookie: `__Host-session=${user}; __Host-till=${till}` };
  customer = `__Host-wallet=${(await openWallet()).secret}`;
  desk = `__Host-desk=${(await makeTablet(await makeDesk())).secret}`;
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
    // A new one, because one of the routes ends the sessions of a wallet.
    const Cookie = `__Host-wallet=${(await openWallet()).secret}`;
    const own = await call(method, path, { headers: { ...SAME_ORIGIN, Cookie } });
    expect(own.status).not.toBe(401);
  });
});

describe("a desk's session", () => {
  const DESK = { "Session-Kind": "desk" };

  it.each(routesWithToken().filter((route) => !isDesks(route)))("is refused by %s", async (route) => {
    const [method, path] = exampleOf(route);
    const mine = await call(method, path, { headers: { ...SAME_ORIGIN, Cookie: desk } });
    expectFailure(mine, 403, "forbidden", "Forbidden");
    if (isCustomers(route)) return;
    // The browser may be a dashboard user's as well: it is the desk's page that asks.
    const Cookie = `${merchants.Cookie}; ${desk}`;
    expect((await call(method, path, { headers: { ...SAME_ORIGIN, ...DESK, Cookie } })).status).toBe(403);
  });

  it.each(desksRoutes)("is the only one that is admitted to %s", async (route) => {
    const [method, path] = exampleOf(route);
    const own = await call(method, path, { headers: { ...SAME_ORIGIN, Cookie: desk } });
    expect([401, 403]).not.toContain(own.status);
    for (const other of [
      merchants,
      { ...DESK, ...merchants },
      { Cookie: customer },
      { Cookie: "__Host-desk=x" },
    ])
      expectUnauthorized(await call(method, path, { headers: { ...SAME_ORIGIN, ...other } }));
  });
});

describe("the routes", () => {
  it("are of all kinds", () => {
    expect(desksRoutes).toContain("GET /desk/api/v1/desk");
    expect(customersRoutes).toContain("GET /wallet/api/v1/wallet");
    expect(otherRoutes).toContain("POST /merchant/api/v1/payment-intents");
  });
});
