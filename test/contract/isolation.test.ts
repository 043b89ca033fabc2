// Two merchants with everything a merchant can have. One tries every route with the ids of the other: it learns no
// more than from an unknown id, and changes nothing.

import { exports } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { adminToken, BASE_URL, call } from "../support/api.ts";
import { makePaidIntent } from "../support/intents.ts";
import { expectNothingOf, setUpTenants, stranger, strangerTokens, victim } from "../support/isolation.ts";
import { CHECKS } from "../support/isolation-checks.ts";
import { isPageOfPart } from "../support/part-rows.ts";
import { makeMerchant } from "../support/parties.ts";
import { MERCHANT_API } from "../support/paths.ts";
import { routes } from "../support/routes.ts";
import { tenantRows } from "../support/tenants.ts";

beforeAll(setUpTenants);

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
