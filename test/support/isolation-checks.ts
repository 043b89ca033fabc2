// What a stranger tries with the routes that take no intent: each expects to learn nothing and to change nothing.
import { expect } from "vitest";
import { call } from "./api.ts";
import { storedEntries } from "./audit-trail.ts";
import { COUNTERS } from "./counters.ts";
import { DESK_API, DESKS, makeDesk, NEW_DESK, openDesk, requestPayOut } from "./desks.ts";
import { expectAsMissing, expectForbidden, expectOwnOnly, stranger, victim } from "./isolation.ts";
import { MERCHANT_API, SANDBOX_API, WALLET_API } from "./paths.ts";
import { newBrowser, PUSH, subscribe, subscriptionsOf } from "./push.ts";
import { sharedRows } from "./rows.ts";
import type { Request } from "./tenants.ts";

const USERS = `${MERCHANT_API}/users`;
const SETTINGS = `${MERCHANT_API}/settings`;

async function userIds(): Promise<string[]> {
  const results = await sharedRows.all<{ id: string }>(
    "SELECT id FROM idp_users WHERE attributes LIKE ?",
    `%${victim.merchant.id}%`,
  );
  return results.map(({ id }) => id);
}

export const ACCOUNT_CHECKS: Record<string, () => Promise<void>> = {
  "GET /merchant/api/v1/totals": () => expectOwnOnly(["GET", `${MERCHANT_API}/totals`]),
  "GET /merchant/api/v1/payments.csv": () => expectOwnOnly(["GET", `${MERCHANT_API}/payments.csv`]),
  "GET /merchant/api/v1/go-live": () =>
    expectOwnOnly(
      ["GET", `${MERCHANT_API}/go-live`],
      ["GET", `${MERCHANT_API}/go-live?merchant_id=${victim.merchant.id}`],
    ),
  "POST /merchant/api/v1/credentials/rotate": () =>
    expectOwnOnly(["POST", `${MERCHANT_API}/credentials/rotate?merchant_id=${victim.merchant.id}`]),
  "GET /merchant/api/v1/users": () =>
    expectOwnOnly(["GET", `${USERS}?merchant_id=${victim.merchant.id}`], ["GET", USERS]),
  "POST /merchant/api/v1/users": () =>
    expectOwnOnly([
      "POST",
      USERS,
      { email: `${crypto.randomUUID()}@shop.test`, role: "owner", merchant_id: victim.merchant.id },
    ]),
  "PATCH /merchant/api/v1/users/:userID": async () =>
    expectAsMissing(await userIds(), (id) => ["PATCH", `${USERS}/${id}`, { role: "staff" }]),
  "DELETE /merchant/api/v1/users/:userID": async () =>
    expectAsMissing(await userIds(), (id) => ["DELETE", `${USERS}/${id}`]),
  "GET /merchant/api/v1/settings": () =>
    expectOwnOnly(["GET", `${SETTINGS}?merchant_id=${victim.merchant.id}`]),
  "PUT /merchant/api/v1/settings": () =>
    expectOwnOnly(["PUT", SETTINGS, { time_zone: "Asia/Tokyo", merchant_id: victim.merchant.id }]),
  "PUT /merchant/api/v1/settings/logo": () =>
    expectOwnOnly(["PUT", `${SETTINGS}/logo?merchant_id=${victim.merchant.id}`]),
  "DELETE /merchant/api/v1/settings/logo": () =>
    expectOwnOnly(["DELETE", `${SETTINGS}/logo?merchant_id=${victim.merchant.id}`]),
  "PUT /merchant/api/v1/settings/return-schemes": () =>
    expectOwnOnly([
      "PUT",
      `${SETTINGS}/return-schemes`,
      { return_schemes: ["com.example.thief"], merchant_id: victim.merchant.id },
    ]),
};

/** They concern no merchant, and a merchant has no part in them. */
export const DESK_CHECKS: Record<string, () => Promise<void>> = {
  "POST /merchant/api/v1/admin/desks": () => expectForbidden(["POST", DESKS, NEW_DESK]),
  "GET /merchant/api/v1/admin/desks": () => expectForbidden(["GET", DESKS]),
  "PUT /merchant/api/v1/admin/desks/:deskID": () => expectForbiddenAtDesk("PUT", "", { name: "Mine" }),
  "POST /merchant/api/v1/admin/desks/:deskID/pairings": () => expectForbiddenAtDesk("POST", "/pairings"),
  "GET /merchant/api/v1/admin/desks/:deskID/tablets": () => expectForbiddenAtDesk("GET", "/tablets"),
  "GET /merchant/api/v1/admin/desks/:deskID/shifts": () => expectForbiddenAtDesk("GET", "/shifts"),
  "PATCH /merchant/api/v1/admin/desks/:deskID/tablets/:tabletID": () =>
    expectForbiddenAtDesk("PATCH", `/tablets/${victim.counter.id}`, { name: "Mine" }),
  "DELETE /merchant/api/v1/admin/desks/:deskID/tablets/:tabletID": () =>
    expectForbiddenAtDesk("DELETE", `/tablets/${victim.counter.id}`),
  "GET /desk/api/v1/desk": () => expectForbidden(["GET", `${DESK_API}/desk`]),
  "POST /desk/api/v1/customers": () =>
    expectForbidden(["POST", `${DESK_API}/customers`, { code: victim.wallet.id }]),
  "POST /desk/api/v1/top-ups": () =>
    expectForbidden(["POST", `${DESK_API}/top-ups`, { wallet_id: victim.wallet.id, amount: 1 }]),
  "POST /desk/api/v1/pay-outs": () =>
    expectForbidden(["POST", `${DESK_API}/pay-outs`, { scan_token: victim.wallet.id, amount: 1 }]),
  "GET /desk/api/v1/movements": () => expectForbidden(["GET", `${DESK_API}/movements`]),
  "GET /desk/api/v1/movements/:movementID": () =>
    expectForbidden(["GET", `${DESK_API}/movements/${victim.paid.id}`]),
  "POST /desk/api/v1/movements/:movementID/corrections": () =>
    expectForbidden(["POST", `${DESK_API}/movements/${victim.paid.id}/corrections`, { amount: 1 }]),
  "POST /desk/api/v1/movements/:movementID/withdraw": () =>
    expectForbidden(["POST", `${DESK_API}/movements/${victim.paid.id}/withdraw`]),
  "GET /desk/api/v1/shift": () => expectForbidden(["GET", `${DESK_API}/shift`]),
  "POST /desk/api/v1/shifts": () =>
    expectForbidden(["POST", `${DESK_API}/shifts`, { clerk: "Mine", opening_float: 1 }]),
  "POST /desk/api/v1/shifts/:shiftID/close": () =>
    expectForbidden(["POST", `${DESK_API}/shifts/${victim.paid.id}/close`, { counted: 1 }]),
  "GET /wallet/api/v1/pay-outs/:movementID": () => expectPayOutMissing(),
  "POST /wallet/api/v1/pay-outs/:movementID/approve": () => expectPayOutMissing("approve"),
  "POST /wallet/api/v1/pay-outs/:movementID/reject": () => expectPayOutMissing("reject"),
};

async function expectPayOutMissing(action?: string): Promise<void> {
  const { secret } = await openDesk();
  const { body } = await requestPayOut(secret, victim.wallet, 1);
  await expectAsMissing([body.movement.id], (id) => {
    const path = `${WALLET_API}/pay-outs/${id}`;
    return action === undefined ? ["GET", path] : ["POST", `${path}/${action}`];
  });
}

async function expectForbiddenAtDesk(method: string, suffix: string, json?: unknown): Promise<void> {
  await expectForbidden([method, `${DESKS}/${(await makeDesk()).id}${suffix}`, json]);
}

const expectMissing = (method: string, suffix: string) =>
  expectAsMissing([victim.counter.id], (id) => [method, `${COUNTERS}/${id}${suffix}`]);

export const TILL_CHECKS: Record<string, () => Promise<void>> = {
  "POST /merchant/api/v1/counters/:counterID/pairings": () => expectMissing("POST", "/pairings"),
  "GET /merchant/api/v1/counters/:counterID/tills": () => expectMissing("GET", "/tills"),
  "POST /merchant/api/v1/counters/:counterID/credentials": () => expectMissing("POST", "/credentials"),
  "PATCH /merchant/api/v1/counters/:counterID/tills/:tillID": () =>
    expectAsMissing([victim.counter.id], (id) => [
      "PATCH",
      `${COUNTERS}/${id}/tills/${victim.counter.id}`,
      { name: "Bar" },
    ]),
  "DELETE /merchant/api/v1/counters/:counterID/tills/:tillID": () =>
    expectMissing("DELETE", `/tills/${victim.counter.id}`),
};

const BLOCKED = `${WALLET_API}/blocked-merchants`;

/** Requests about the merchant that the victim's customer has blocked, and about the victim. */
const blocks = (method: string) =>
  [victim.blockedMerchant, victim.merchant].map(
    ({ id }): Request => [method, `${BLOCKED}/${id}`, { wallet_id: victim.wallet.id }],
  );

export const WALLET_CHECKS: Record<string, () => Promise<void>> = {
  "POST /wallet/api/v1/scan-token": () =>
    expectOwnOnly(["POST", `${WALLET_API}/scan-token`, { wallet_id: victim.wallet.id }]),
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
  "GET /wallet/api/v1/payment-intents/:intentID/receipt": () =>
    expectAsMissing(
      [victim.awaitingApproval, victim.pending, victim.paid, victim.refunded].map(({ id }) => id),
      (id) => ["GET", `${WALLET_API}/payment-intents/${id}/receipt`],
    ),
  "GET /wallet/api/v1/payment-intents/:intentID": async () => {
    const path = (id: string) => `${WALLET_API}/payment-intents/${id}`;
    await expectAsMissing([victim.awaitingApproval.id], (id) => ["GET", path(id)]);
    for (const { id } of [victim.pending, victim.paid, victim.refunded, victim.approved]) {
      const { text, body } = await call("GET", path(id), { token: stranger.wallet.token });
      expect(body.payment_intent).toMatchObject({ id, completed_by: null });
      const hidden = [victim.counter.id, victim.wallet.id, "victim-reference", "victim-metadata", ".test/"];
      for (const own of hidden) expect(text).not.toContain(own);
    }
  },
  "GET /wallet/api/v1/export": () =>
    expectOwnOnly(
      ["GET", `${WALLET_API}/export`],
      ["GET", `${WALLET_API}/export?wallet_id=${victim.wallet.id}`],
    ),
  "POST /wallet/api/v1/erase": () =>
    expectOwnOnly(["POST", `${WALLET_API}/erase`, { confirm: victim.wallet.id }]),
  "GET /wallet/api/v1/push": () => expectOwnOnly(["GET", `${PUSH}?wallet_id=${victim.wallet.id}`]),
  "PUT /wallet/api/v1/push": () =>
    expectOwnOnly(["PUT", PUSH, { ...newBrowser().subscription, wallet_id: victim.wallet.id }]),
  "DELETE /wallet/api/v1/push": async () => {
    const { endpoint } = (await subscribe(victim.wallet)).subscription;
    await expectOwnOnly(["DELETE", PUSH, { endpoint, wallet_id: victim.wallet.id }]);
    expect(await subscriptionsOf(victim.wallet)).toBe(1);
  },
  "GET /wallet/api/v1/blocked-merchants": () =>
    expectOwnOnly(["GET", `${BLOCKED}?wallet_id=${victim.wallet.id}`]),
  // A merchant's id is public: any customer may block any merchant, which changes nothing for others.
  "POST /wallet/api/v1/blocked-merchants/:merchantID": () => expectOwnOnly(...blocks("POST")),
  "DELETE /wallet/api/v1/blocked-merchants/:merchantID": () => expectOwnOnly(...blocks("DELETE")),
};

const own = () => ({ merchant_id: victim.merchant.id });

export const PLAYGROUND_CHECKS: Record<string, () => Promise<void>> = {
  "POST /sandbox/v1/wallets": () =>
    expectOwnOnly(["POST", `${SANDBOX_API}/wallets`, { balance: 1, wallet_id: victim.wallet.id }]),
  "GET /sandbox/v1/wallet-events": () =>
    expectOwnOnly(["GET", `${SANDBOX_API}/wallet-events?wallet_id=${victim.wallet.id}`]),
  "GET /sandbox/v1/inbox": () =>
    expectOwnOnly(
      ["GET", `${SANDBOX_API}/inbox`],
      ["GET", `${SANDBOX_API}/inbox?merchant_id=${victim.merchant.id}`],
    ),
  "GET /sandbox/v1/faults": () =>
    expectOwnOnly(["GET", `${SANDBOX_API}/faults?merchant_id=${victim.merchant.id}`]),
  "PUT /sandbox/v1/faults": () => expectOwnOnly(["PUT", `${SANDBOX_API}/faults`, { faults: [], ...own() }]),
  "POST /sandbox/v1/clock": () => expectOwnOnly(["POST", `${SANDBOX_API}/clock`, { minutes: 600, ...own() }]),
};

/** What a stranger tries with the victim's audit trail and with the administrator's tools. */
export const PLATFORM_CHECKS: Record<string, () => Promise<void>> = {
  "GET /merchant/api/v1/audit-trail": () => {
    const path = `${MERCHANT_API}/audit-trail?limit=100`;
    return expectOwnOnly(["GET", path], ["GET", `${path}&merchant_id=${victim.merchant.id}`]);
  },
  "GET /merchant/api/v1/admin/audit-trail": () =>
    expectForbidden(["GET", `${MERCHANT_API}/admin/audit-trail?merchant_id=${victim.merchant.id}`]),
  "POST /merchant/api/v1/admin/audit-trail/:entryID/erase": async () => {
    for (const { id } of await storedEntries(victim.merchant.id)) {
      const path = `${MERCHANT_API}/admin/audit-trail/${id}/erase`;
      await expectForbidden(["POST", path, { fields: ["address"] }]);
    }
  },
  "GET /merchant/api/v1/merchants/:merchantID": () =>
    expectForbidden(["GET", `${MERCHANT_API}/merchants/${victim.merchant.id}`]),
  "PATCH /merchant/api/v1/merchants/:merchantID": () =>
    expectForbidden(["PATCH", `${MERCHANT_API}/merchants/${victim.merchant.id}`, { business_name: "Mine" }]),
  "GET /merchant/api/v1/admin/merchants/:merchantID/export": () =>
    expectForbidden(["GET", `${MERCHANT_API}/admin/merchants/${victim.merchant.id}/export`]),
  "POST /merchant/api/v1/admin/merchants/:merchantID/erase": () => {
    const { id } = victim.merchant;
    return expectForbidden(["POST", `${MERCHANT_API}/admin/merchants/${id}/erase`, { confirm: id }]);
  },
  "POST /merchant/api/v1/admin/adjustments": () => {
    const adjustment = { account_id: victim.merchant.id, direction: "debit", amount: 1, reason: "Mine" };
    return expectForbidden(["POST", `${MERCHANT_API}/admin/adjustments`, adjustment]);
  },
  "GET /merchant/api/v1/admin/movements": () =>
    expectForbidden(["GET", `${MERCHANT_API}/admin/movements?account_id=${victim.merchant.id}`]),
  "GET /merchant/api/v1/admin/float": () => expectForbidden(["GET", `${MERCHANT_API}/admin/float`]),
  "GET /merchant/api/v1/admin/reconciliation": () =>
    expectForbidden(["GET", `${MERCHANT_API}/admin/reconciliation`]),
  "GET /merchant/api/v1/admin/master-keys": () =>
    expectForbidden(["GET", `${MERCHANT_API}/admin/master-keys`]),
  "GET /merchant/api/v1/admin/deployment": () => expectForbidden(["GET", `${MERCHANT_API}/admin/deployment`]),
  "POST /merchant/api/v1/admin/master-keys/reseal": () =>
    expectForbidden(["POST", `${MERCHANT_API}/admin/master-keys/reseal`]),
};
