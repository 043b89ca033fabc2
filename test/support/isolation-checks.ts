// What a stranger tries with each route: it learns nothing and changes nothing. Most of that follows from the table of roles.
import { expect } from "vitest";
import { call } from "./api.ts";
import { storedEntries } from "./audit-trail.ts";
import { DELIVERIES } from "./deliveries.ts";
import { makeDesk, openDesk, requestPayOut } from "./desks.ts";
import {
  expectAsMissing,
  expectForbidden,
  expectNothingOf,
  expectOwnOnly,
  stranger,
  strangerTokens,
  victim,
} from "./isolation.ts";
import { PART_CHECKS } from "./part-rows.ts";
import { INTENTS, MERCHANT_API, SANDBOX_API, UNKNOWN_ID, WALLET_API } from "./paths.ts";
import { PUSH, subscribe, subscriptionsOf } from "./push.ts";
import { startReceiver } from "./receiver.ts";
import { OPERATIONS, type Row } from "./roles.ts";
import { sharedRows } from "./rows.ts";
import { eventIdsOf, type Request, settledRefundOf } from "./tenants.ts";

type Check = () => Promise<void>;

async function userIds(): Promise<string[]> {
  const results = await sharedRows.all<{ id: string }>(
    "SELECT id FROM idp_users WHERE attributes LIKE ?",
    `%${victim.merchant.id}%`,
  );
  return results.map(({ id }) => id);
}

const intentIds = () =>
  [victim.pending, victim.paid, victim.refunded, victim.awaitingApproval, victim.approved].map(
    ({ id }) => id,
  );
const eventIds = () => eventIdsOf(victim.merchant.id);

/** What the victim has of each kind that a path names. Of what it has none, another of its ids is as good. */
const IDS: Record<string, () => string[] | Promise<string[]>> = {
  intentID: intentIds,
  deliveryID: eventIds,
  userID: userIds,
  merchantID: () => [victim.merchant.id],
  walletID: () => [victim.wallet.id],
  deskID: async () => [(await makeDesk()).id],
  movementID: async () => [
    (await requestPayOut((await openDesk()).secret, victim.wallet, 1)).body.movement.id,
  ],
  entryID: async () => (await storedEntries(victim.merchant.id)).map(({ id }) => id),
};

const idsFor = async (name: string) => (await IDS[name]?.()) ?? [victim.counter.id];
const isForbidden = (row: Row) =>
  [row["merchant client"], row["dashboard user"], row["counter client"], row.customer].every(
    (cell) => cell === "F",
  );

/** The route's row says whether the stranger is forbidden it, does not find the victim's ids, or gets what is its own. */
function checkOf(route: string): Check {
  const [method = "", template = ""] = route.split(" ");
  const [first, ...others] = [...template.matchAll(/:(\w+)/g)].map(([, name = ""]) => name);
  return async () => {
    const { row, request } = OPERATIONS[route] ?? {};
    if (row === undefined || request === undefined) throw new Error(`the table of roles has no ${route}`);
    const { json: unknown } = await request(stranger.merchant);
    const json = unknown && JSON.parse(JSON.stringify(unknown).replaceAll(UNKNOWN_ID, victim.wallet.id));
    let path = template;
    for (const name of others) path = path.replace(`:${name}`, (await idsFor(name))[0] ?? "");
    const requestFor = (id: string): Request => [method, path.replace(`:${first}`, id), json];
    const ids = first === undefined ? [] : await idsFor(first);
    if (isForbidden(row))
      return await expectForbidden(...(first === undefined ? [requestFor("")] : ids.map(requestFor)));
    if (first !== undefined) return await expectAsMissing(ids, requestFor);
    const own = { merchant_id: victim.merchant.id, wallet_id: victim.wallet.id };
    const query = `${path}?${new URLSearchParams(own)}`;
    await expectOwnOnly(requestFor(""), [method, query, json && { ...json, ...own, id: victim.counter.id }]);
  };
}

const ofRows = Object.fromEntries(
  Object.keys(OPERATIONS)
    .filter((route) => !route.includes("?"))
    .map((route) => [route, checkOf(route)]),
);

const BLOCKED = `${WALLET_API}/blocked-merchants`;
const CUSTOMERS_INTENTS = `${WALLET_API}/payment-intents`;
const ALL_TIME = { since: "2020-01-01T00:00:00Z", until: "2099-01-01T00:00:00Z" };

/** Requests about the merchant that the victim's customer has blocked, and about the victim. */
const blocks = (method: string) =>
  [victim.blockedMerchant, victim.merchant].map(
    ({ id }): Request => [method, `${BLOCKED}/${id}`, { wallet_id: victim.wallet.id }],
  );

function expectHidden(text: string): void {
  const hidden = [victim.counter.id, victim.wallet.id, "victim-reference", "victim-metadata", ".test/"];
  for (const own of hidden) expect(text).not.toContain(own);
}

/** What would not show with the row's own request, and routes that take no token. */
const OF_THEIR_OWN: Record<string, Check> = {
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
  "POST /merchant/api/v1/scan-payment": () =>
    expectAsMissing([victim.counter.id], (id) => [
      "POST",
      `${MERCHANT_API}/scan-payment`,
      { scan_token: stranger.wallet.id, counter_id: id, amount: 1 },
    ]),
  "PUT /merchant/api/v1/webhook": () =>
    expectOwnOnly([
      "PUT",
      `${MERCHANT_API}/webhook`,
      { url: "https://stranger.test/new", merchant_id: victim.merchant.id },
    ]),
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
  "POST /merchant/api/v1/webhook-deliveries/recover": () =>
    expectOwnOnly(["POST", `${DELIVERIES}/recover`, { ...ALL_TIME, merchant_id: victim.merchant.id }]),
  "GET /merchant/api/v1/events": async () => {
    const after = (await eventIds()).map((id): Request => ["GET", `${MERCHANT_API}/events?after=${id}`]);
    await expectOwnOnly(["GET", `${MERCHANT_API}/events?limit=100`], ...after);
  },
  "GET /merchant/api/v1/public/payment-intents/:intentID": async () => {
    for (const id of intentIds()) {
      const { text, body } = await call("GET", `${MERCHANT_API}/public/payment-intents/${id}`);
      expect(body.payment_intent.id).toBe(id);
      expectHidden(text);
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
  "POST /sandbox/v1/payment-intents/:intentID/simulate": async () => {
    for (const action of ["pay", "approve", "reject", "expire"]) {
      const path = (id: string) => `${SANDBOX_API}/payment-intents/${id}/simulate`;
      await expectAsMissing(intentIds(), (id) => ["POST", path(id), { action }]);
    }
  },
  "POST /internal/ledger-events": async () => {
    const json = settledRefundOf(victim.paid.id);
    for (const [, token] of strangerTokens()) {
      expect((await call("POST", "/internal/ledger-events", { token, json })).status).toBe(401);
    }
  },
  // It names no wallet: whoever asks stops its own.
  "POST /wallet/api/v1/sessions/stop": async () => {
    for (const { token } of [stranger.merchant, stranger.counter])
      expect((await call("POST", `${WALLET_API}/sessions/stop`, { token })).status).toBe(403);
    expect((await call("GET", `${WALLET_API}/wallet`, { token: victim.wallet.token })).status).toBe(200);
  },
  "GET /wallet/api/v1/transactions": async () => {
    const { body } = await call("GET", `${WALLET_API}/transactions?limit=1`, { token: victim.wallet.token });
    expect(body.next_cursor).toEqual(expect.any(String));
    await expectOwnOnly(
      ["GET", `${WALLET_API}/transactions?wallet_id=${victim.wallet.id}`],
      // The position is the victim's transaction, and none of the stranger's.
      ["GET", `${WALLET_API}/transactions?cursor=${body.next_cursor}`],
    );
  },
  // Whoever knows the id sees what the public view shows, but nobody sees what waits for another wallet.
  "GET /wallet/api/v1/payment-intents/:intentID": async () => {
    const path = (id: string) => `${WALLET_API}/payment-intents/${id}`;
    await expectAsMissing([victim.awaitingApproval.id], (id) => ["GET", path(id)]);
    for (const { id } of [victim.pending, victim.paid, victim.refunded, victim.approved]) {
      const { text, body } = await call("GET", path(id), { token: stranger.wallet.token });
      expect(body.payment_intent).toMatchObject({ id, completed_by: null });
      expectHidden(text);
    }
  },
  "DELETE /wallet/api/v1/push": async () => {
    const { endpoint } = (await subscribe(victim.wallet)).subscription;
    await expectOwnOnly(["DELETE", PUSH, { endpoint, wallet_id: victim.wallet.id }]);
    expect(await subscriptionsOf(victim.wallet)).toBe(1);
  },
  // A merchant's id is public: any customer may block any merchant, which changes nothing for others.
  "POST /wallet/api/v1/blocked-merchants/:merchantID": () => expectOwnOnly(...blocks("POST")),
  "DELETE /wallet/api/v1/blocked-merchants/:merchantID": () => expectOwnOnly(...blocks("DELETE")),
};

export const CHECKS: Record<string, Check> = { ...ofRows, ...OF_THEIR_OWN, ...PART_CHECKS };
