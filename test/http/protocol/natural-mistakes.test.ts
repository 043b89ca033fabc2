// What newcomers get wrong, and what the service says: enough to put it right without reading the documentation.
import { beforeAll, describe, expect, it } from "vitest";
import { type ApiResponse, adminToken, type CallOptions, call } from "../../support/api.ts";
import { ISSUER } from "../../support/identity-provider.ts";
import { makeIntent, makePaidIntent } from "../../support/intents.ts";
import { makeMerchant, makeWallet, type TestMerchant, type TestWallet } from "../../support/parties.ts";
import { INTENTS, MERCHANT_API, WALLET_API } from "../../support/paths.ts";
import { mintToken, standardClaims } from "../../support/tokens.ts";

interface Shop {
  merchant: TestMerchant;
  wallet: TestWallet;
  pendingId: string;
  paidId: string;
  admin: string;
}

/** The status, and something the response says in its body or its headers. */
type Mistake = [name: string, send: (shop: Shop) => Promise<ApiResponse>, status: number, says: string];

const create =
  (json: unknown, options: CallOptions = {}) =>
  ({ merchant: { token } }: Shop) =>
    call("POST", INTENTS, { token, json, ...options });
const get =
  (path: string) =>
  ({ merchant: { token } }: Shop) =>
    call("GET", path, { token });
const put =
  (path: string) =>
  ({ merchant: { token } }: Shop) =>
    call("PUT", path, { token });
const withAuthorization = (authorization: string) => () =>
  call("GET", INTENTS, { headers: { Authorization: authorization } });
const withClaims = (claims: object) => async () =>
  call("GET", INTENTS, { token: await mintToken({ ...standardClaims(), ...claims }) });

const TOKENS: Mistake[] = [
  ["a token without Bearer", withAuthorization("eyJhbGciOi"), 401, "must be: Bearer <access token>"],
  ["a client secret for a token", withAuthorization("Bearer s3cret"), 401, "is not a JSON Web Token"],
  ["a token from yesterday", withClaims({ exp: 1_700_000_000 }), 401, "has expired"],
  ["a token for another service", withClaims({ aud: "account" }), 401, "aud must be merchant-payments"],
  ["a token of another realm", withClaims({ iss: `${ISSUER}-test` }), 401, "another identity provider"],
  [
    "the administrator's token",
    ({ admin }) => call("GET", INTENTS, { token: admin }),
    403,
    "merchant_id missing in token",
  ],
  ["the customer's token", ({ wallet }) => call("GET", INTENTS, { token: wallet.token }), 403, "Forbidden"],
];

const ADDRESSES: Mistake[] = [
  ["a trailing slash", get(`${INTENTS}/`), 404, `did you mean ${INTENTS}?`],
  ["a path without its base", get("/payment-intents"), 404, `did you mean ${INTENTS}?`],
  ["another version", get("/merchant/api/v2/payment-intents"), 404, `did you mean ${INTENTS}?`],
  ["two slashes", get(`/${INTENTS}`), 404, `did you mean ${INTENTS}?`],
  [
    "the merchant's base for the wallet API",
    ({ wallet, pendingId }) => call("POST", `${INTENTS}/${pendingId}/confirm`, { token: wallet.token }),
    404,
    `did you mean ${WALLET_API}/payment-intents/`,
  ],
  ["PATCH", ({ merchant }) => call("PATCH", INTENTS, { token: merchant.token, json: {} }), 405, "GET, POST"],
];

const BODIES: Mistake[] = [
  ["an amount with a comma", create({ amount: "12,50" }), 400, "amount must be a number"],
  ["a currency's sign", create({ amount: 1, currency: "€" }), 400, "must be an ISO 4217 currency code"],
  ["metadata as text", create({ amount: 1, metadata: "table 7" }), 400, "metadata must be an object"],
  ["camelCase", create({ amount: 1, callbackUrl: "https://a.example" }), 201, "did you mean callback_url?"],
  ["a misspelt field", create({ amount: 1, refrence: "o-1" }), 201, "did you mean reference?"],
  ["a misspelt amount", create({ ammount: 12.5 }), 400, "did you mean amount?"],
  ["a field that is not known", create({ amount: 1, tip: 2 }), 201, "is not known and was ignored"],
  ["half a body", create(undefined, { text: '{"amount": 1' }), 400, "Malformed JSON"],
  ["a change without a body", put(`${MERCHANT_API}/settings`), 400, "body is required"],
  [
    "an idempotency key with a space",
    create({ amount: 1 }, { headers: { "Idempotency-Key": "order 1" } }),
    400,
    "visible ASCII",
  ],
];

const QUERIES: Mistake[] = [
  ["a misspelt filter", get(`${INTENTS}?stauts=completed`), 400, "did you mean status?"],
  [
    "a filter that does not exist",
    get(`${INTENTS}?customer=1`),
    400,
    "customer is not a filter of this list",
  ],
  ["a filter of deliveries", get(`${MERCHANT_API}/webhook-deliveries?state=failed`), 400, "is not a filter"],
  ["page 0", get(`${INTENTS}?page=0`), 400, "page must be at least 1"],
  ["a date without a time", get(`${INTENTS}?created_from=2026-11-22`), 400, "must be an ISO 8601 date-time"],
  ["an unknown parameter elsewhere", get(`${MERCHANT_API}/transactions?pages=2`), 200, "did you mean page?"],
];

const OPERATIONS: Mistake[] = [
  [
    "a partial refund",
    ({ merchant, paidId }) =>
      call("POST", `${INTENTS}/${paidId}/refund`, { token: merchant.token, json: { amount: 2 } }),
    400,
    "refunds are in full: send no body",
  ],
  [
    "a refund of what is not paid",
    ({ merchant, pendingId }) => call("POST", `${INTENTS}/${pendingId}/refund`, { token: merchant.token }),
    400,
    "only completed payments can be refunded",
  ],
  ["an id of another kind", get(`${INTENTS}/42`), 404, "Payment intent not found"],
  [
    "an address on the shop's own machine",
    ({ merchant }) =>
      call("PUT", `${MERCHANT_API}/webhook`, { token: merchant.token, json: { url: "localhost:9000/hook" } }),
    400,
    "url must be",
  ],
];

describe("natural mistakes", () => {
  let shop: Shop;

  beforeAll(async () => {
    const [merchant, wallet] = [await makeMerchant(), await makeWallet({ balance: 100 })];
    const { id: pendingId } = await makeIntent(merchant);
    const { id: paidId } = await makePaidIntent(merchant, { wallet });
    shop = { merchant, wallet, pendingId, paidId, admin: await adminToken() };
  });

  it.each([...TOKENS, ...ADDRESSES, ...BODIES, ...QUERIES, ...OPERATIONS])(
    "%s",
    async (_, send, status, says) => {
      const response = await send(shop);
      expect(response.status, response.text).toBe(status);
      const said = `${JSON.stringify([...response.headers])} ${response.text}`;
      expect(said.replaceAll('\\"', '"')).toContain(says);
    },
  );

  it("are all reported at once", async () => {
    const json = { amount: -1, currency: "EURO", expires_in: 1, callback_url: "ftp://a", reference: 7 };
    const { body } = await create(json)(shop);
    expect(body.details.map(({ field }: { field: string }) => field).sort()).toEqual(
      Object.keys(json).sort(),
    );
  });

  it.each(["X-Idempotency-Key", "Idempotent-Key", "idempotencykey"])(
    "include %s, which is no key",
    async (name) => {
      const created = await create({ amount: 1 }, { headers: { [name]: "order-1" } })(shop);
      const message = "is not known and was ignored; did you mean Idempotency-Key?";
      expect(created.body.warnings).toEqual([{ field: name.toLowerCase(), message }]);
    },
  );

  it("do not include other headers, or the right one", async () => {
    const headers = { "Idempotency-Key": crypto.randomUUID(), "X-Idempotency-Key": "a", "X-Request-Id": "b" };
    expect((await create({ amount: 1 }, { headers })(shop)).body.warnings).toBeUndefined();
    expect(
      (await create({ amount: 1 }, { headers: { "X-Request-Id": "b" } })(shop)).body.warnings,
    ).toBeUndefined();
  });

  it("include names that stand more than once, at any depth", async () => {
    const text =
      '{"amount":1,"amount":2,"reference":"\\",\\"amount\\":","metadata":{"a":[{"b":1,"\\u0062":2}],"b":{"a":1}}}';
    const created = await call("POST", INTENTS, { token: shop.merchant.token, text });
    const message = "stands more than once; the last one counts";
    expect([created.body.payment_intent?.amount, created.body.warnings]).toEqual([
      2,
      [
        { field: "amount", message },
        { field: "metadata.a.b", message },
      ],
    ]);
    const refused = await call("POST", INTENTS, {
      token: shop.merchant.token,
      text: '{"amount":1,"amount":-1}',
    });
    expect(refused.body.details).toContainEqual({ field: "amount", message });
  });

  it("are reported as warnings up to a limit", async () => {
    const unknown = Object.fromEntries(Array.from({ length: 3_000 }, (_, i) => [`field_${i}`, i]));
    const created = await create({ amount: 1, ...unknown })(shop);
    expect(created.status).toBe(201);
    expect(created.body.warnings).toHaveLength(20);
  });

  it("do not include a refund with an empty object or without a body", async () => {
    const wallet = await makeWallet({ balance: 100 });
    for (const options of [{}, { json: {} }, { text: " { } " }]) {
      const { id } = await makePaidIntent(shop.merchant, { wallet });
      const response = await call("POST", `${INTENTS}/${id}/refund`, {
        token: shop.merchant.token,
        ...options,
      });
      expect(response.status, response.text).toBe(200);
    }
  });
});
