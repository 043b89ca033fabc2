// The table of roles: a row for each operation, a column for each kind of caller.
import { ADMIN_OF_INTENTS } from "./admin-roles.ts";
import { COUNTER_OPERATIONS } from "./counter-roles.ts";
import { makeCounter } from "./counters.ts";
import { DELIVERIES } from "./deliveries.ts";
import { DESK_OPERATIONS } from "./desk-roles.ts";
import { makeIntent, makePaidIntent } from "./intents.ts";
import { PART_ROLES } from "./part-rows.ts";
import { makeWallet, type TestMerchant } from "./parties.ts";
import { INTENTS, MERCHANT_API, SANDBOX_API, UNKNOWN_ID, WALLET_API } from "./paths.ts";
import { newBrowser, PUSH } from "./push.ts";
import {
  ADMIN_ONLY,
  at,
  CUSTOMER_ONLY,
  confined,
  MERCHANT_ONLY,
  MERCHANT_OR_COUNTER,
  type Operation,
  OWNER_ONLY,
  row,
  SIGNED_IN,
  SIGNED_IN_OWNER,
  withStatus,
} from "./role-rows.ts";
import { SETTINGS_ROLES } from "./settings-roles.ts";
import { actionPath, PLATFORM_ACTIONS } from "./stops.ts";
import { WALLET_STOPS } from "./wallet-stop-roles.ts";

export * from "./role-rows.ts";

const intentPath =
  (suffix = "") =>
  async (merchant: TestMerchant) => ({
    path: `${INTENTS}/${(await makeIntent(merchant)).id}${suffix}`,
  });
const MERCHANTS = `${MERCHANT_API}/merchants`;
export const PUBLIC_MERCHANTS = `${MERCHANT_API}/public/merchants`;

const rotateCredentials = at(`${MERCHANT_API}/credentials/rotate`);
const ACCOUNT_OPERATIONS: Record<string, Operation> = {
  "GET /merchant/api/v1/totals": { row: MERCHANT_ONLY, request: at(`${MERCHANT_API}/totals`) },
  "GET /merchant/api/v1/payments.csv": { row: MERCHANT_ONLY, request: at(`${MERCHANT_API}/payments.csv`) },
  "GET /merchant/api/v1/go-live": { row: MERCHANT_ONLY, request: at(`${MERCHANT_API}/go-live`) },
  "GET /merchant/api/v1/go-live?merchant_id=": {
    row: { ...MERCHANT_ONLY, admin: 200 },
    request: async ({ id }) => ({ path: `${MERCHANT_API}/go-live?merchant_id=${id}` }),
  },
  "POST /merchant/api/v1/credentials/rotate": { row: SIGNED_IN_OWNER, request: rotateCredentials },
  "GET /merchant/api/v1/users": { row: SIGNED_IN, request: at(`${MERCHANT_API}/users`) },
  "POST /merchant/api/v1/users": {
    row: withStatus(201, SIGNED_IN_OWNER),
    request: async () => ({
      path: `${MERCHANT_API}/users`,
      json: { email: `${crypto.randomUUID()}@shop.test`, role: "staff" },
    }),
  },
  "PATCH /merchant/api/v1/users/:userID": {
    row: withStatus(404, SIGNED_IN_OWNER),
    request: at(`${MERCHANT_API}/users/${UNKNOWN_ID}`, { role: "staff" }),
  },
  "DELETE /merchant/api/v1/users/:userID": {
    row: withStatus(404, SIGNED_IN_OWNER),
    request: at(`${MERCHANT_API}/users/${UNKNOWN_ID}`),
  },
  ...SETTINGS_ROLES,
};

export const OPERATIONS: Record<string, Operation> = {
  "POST /merchant/api/v1/payment-intents": {
    row: withStatus(201, MERCHANT_OR_COUNTER),
    request: at(INTENTS, { amount: 1 }),
  },
  "GET /merchant/api/v1/payment-intents": { row: MERCHANT_OR_COUNTER, request: at(INTENTS) },
  "GET /merchant/api/v1/payment-intents/:intentID": {
    row: confined(MERCHANT_OR_COUNTER),
    request: intentPath(),
  },
  "POST /merchant/api/v1/payment-intents/:intentID/cancel": {
    // The merchant's own, which no counter has created.
    row: { ...confined(MERCHANT_OR_COUNTER), "counter client": 404 },
    request: intentPath("/cancel"),
  },
  "POST /merchant/api/v1/payment-intents/:intentID/withdraw": {
    // A standard intent, which the counter has not created.
    row: { ...confined(withStatus(409, MERCHANT_OR_COUNTER)), "counter client": 404 },
    request: intentPath("/withdraw"),
  },
  "POST /merchant/api/v1/payment-intents/:intentID/refund": {
    row: confined(OWNER_ONLY),
    request: async (merchant) => ({ path: `${INTENTS}/${(await makePaidIntent(merchant)).id}/refund` }),
  },
  "GET /merchant/api/v1/payment-intents/:intentID/events": {
    row: MERCHANT_ONLY,
    request: intentPath("/events"),
  },
  ...ACCOUNT_OPERATIONS,
  ...DESK_OPERATIONS,
  ...PART_ROLES,
  "GET /merchant/api/v1/webhook": { row: MERCHANT_ONLY, request: at(`${MERCHANT_API}/webhook`) },
  "PUT /merchant/api/v1/webhook": { row: OWNER_ONLY, request: at(`${MERCHANT_API}/webhook`, {}) },
  "POST /merchant/api/v1/webhook/rotate-secret": {
    row: OWNER_ONLY,
    request: at(`${MERCHANT_API}/webhook/rotate-secret`),
  },
  "POST /merchant/api/v1/webhook/test": {
    row: withStatus(409, MERCHANT_ONLY),
    request: at(`${MERCHANT_API}/webhook/test`),
  },
  "GET /merchant/api/v1/webhook-deliveries": { row: MERCHANT_ONLY, request: at(DELIVERIES) },
  "GET /merchant/api/v1/webhook-deliveries/:deliveryID": {
    row: withStatus(404, MERCHANT_ONLY),
    request: at(`${DELIVERIES}/${UNKNOWN_ID}`),
  },
  "POST /merchant/api/v1/webhook-deliveries/:deliveryID/redeliver": {
    row: withStatus(404, MERCHANT_ONLY),
    request: at(`${DELIVERIES}/${UNKNOWN_ID}/redeliver`),
  },
  "POST /merchant/api/v1/webhook-deliveries/recover": {
    row: MERCHANT_ONLY,
    request: at(`${DELIVERIES}/recover`, { since: "2026-01-01T00:00:00Z", until: "2026-01-02T00:00:00Z" }),
  },
  "GET /merchant/api/v1/events": { row: MERCHANT_ONLY, request: at(`${MERCHANT_API}/events`) },
  "GET /merchant/api/v1/transactions": { row: MERCHANT_ONLY, request: at(`${MERCHANT_API}/transactions`) },
  "GET /merchant/api/v1/transactions?merchant_id=": {
    row: { ...MERCHANT_ONLY, admin: 200 },
    request: async ({ id }) => ({ path: `${MERCHANT_API}/transactions?merchant_id=${id}` }),
  },
  ...COUNTER_OPERATIONS,
  "POST /merchant/api/v1/scan-payment": {
    row: withStatus(201, MERCHANT_ONLY),
    request: async (merchant) => ({
      path: `${MERCHANT_API}/scan-payment`,
      json: {
        scan_token: (await makeWallet()).id,
        counter_id: (await makeCounter(merchant)).id,
        amount: 1,
      },
    }),
  },
  // Without its Idempotency-Key.
  "POST /merchant/api/v1/admin/adjustments": {
    row: withStatus(400, ADMIN_ONLY),
    request: at(`${MERCHANT_API}/admin/adjustments`, {}),
  },
  ...Object.fromEntries(
    ["movements", "float", "master-keys", "deployment", "reconciliation"].map((name) => [
      `GET /merchant/api/v1/admin/${name}`,
      { row: ADMIN_ONLY, request: at(`${MERCHANT_API}/admin/${name}`) },
    ]),
  ),
  "GET /merchant/api/v1/audit-trail": { row: MERCHANT_ONLY, request: at(`${MERCHANT_API}/audit-trail`) },
  "GET /merchant/api/v1/admin/audit-trail": {
    row: ADMIN_ONLY,
    request: at(`${MERCHANT_API}/admin/audit-trail`),
  },
  "POST /merchant/api/v1/admin/audit-trail/:entryID/erase": {
    row: withStatus(404, ADMIN_ONLY),
    request: at(`${MERCHANT_API}/admin/audit-trail/${UNKNOWN_ID}/erase`, { fields: ["address"] }),
  },
  "GET /metrics": { row: ADMIN_ONLY, request: at("/metrics") },
  "GET /merchant/api/v1/merchants": { row: ADMIN_ONLY, request: at(MERCHANTS) },
  "GET /merchant/api/v1/merchants/:merchantID": {
    row: withStatus(404, ADMIN_ONLY),
    request: at(`${MERCHANTS}/${UNKNOWN_ID}`),
  },
  "PATCH /merchant/api/v1/merchants/:merchantID": {
    row: withStatus(404, ADMIN_ONLY),
    request: at(`${MERCHANTS}/${UNKNOWN_ID}`, { business_name: "Shop" }),
  },
  ...Object.fromEntries(
    PLATFORM_ACTIONS.map(([action, json]) => [
      `POST /merchant/api/v1/merchants/:merchantID/${action}`,
      { row: withStatus(404, ADMIN_ONLY), request: at(actionPath(action, UNKNOWN_ID, UNKNOWN_ID), json) },
    ]),
  ),
  "GET /merchant/api/v1/admin/merchants/:merchantID/export": {
    row: withStatus(404, ADMIN_ONLY),
    request: at(`${MERCHANT_API}/admin/merchants/${UNKNOWN_ID}/export`),
  },
  "POST /merchant/api/v1/admin/merchants/:merchantID/erase": {
    row: withStatus(404, ADMIN_ONLY),
    request: at(`${MERCHANT_API}/admin/merchants/${UNKNOWN_ID}/erase`, { confirm: UNKNOWN_ID }),
  },
  "POST /merchant/api/v1/admin/master-keys/reseal": {
    row: ADMIN_ONLY,
    request: at(`${MERCHANT_API}/admin/master-keys/reseal`),
  },
  ...ADMIN_OF_INTENTS,
  "GET /wallet/api/v1/payment-intents/:intentID": {
    row: CUSTOMER_ONLY,
    request: async (merchant) => ({
      path: `${WALLET_API}/payment-intents/${(await makeIntent(merchant)).id}`,
    }),
  },
  "GET /wallet/api/v1/payment-intents/:intentID/receipt": {
    row: withStatus(404, CUSTOMER_ONLY),
    request: at(`${WALLET_API}/payment-intents/${UNKNOWN_ID}/receipt`),
  },
  "GET /wallet/api/v1/export": { row: CUSTOMER_ONLY, request: at(`${WALLET_API}/export`) },
  ...WALLET_STOPS,
  "POST /wallet/api/v1/erase": {
    // Not the id of the caller's wallet.
    row: withStatus(400, CUSTOMER_ONLY),
    request: at(`${WALLET_API}/erase`, { confirm: UNKNOWN_ID }),
  },
  "GET /wallet/api/v1/transactions": { row: CUSTOMER_ONLY, request: at(`${WALLET_API}/transactions`) },
  "GET /wallet/api/v1/approvals": { row: CUSTOMER_ONLY, request: at(`${WALLET_API}/approvals`) },
  "POST /wallet/api/v1/payment-intents/:intentID/approve": {
    row: withStatus(404, CUSTOMER_ONLY),
    request: at(`${WALLET_API}/payment-intents/${UNKNOWN_ID}/approve`),
  },
  "POST /wallet/api/v1/payment-intents/:intentID/reject": {
    row: withStatus(404, CUSTOMER_ONLY),
    request: at(`${WALLET_API}/payment-intents/${UNKNOWN_ID}/reject`),
  },
  "GET /sandbox/v1/wallet-events": { row: CUSTOMER_ONLY, request: at(`${SANDBOX_API}/wallet-events`) },
  "GET /sandbox/v1/inbox": { row: MERCHANT_ONLY, request: at(`${SANDBOX_API}/inbox`) },
  "GET /sandbox/v1/faults": { row: MERCHANT_ONLY, request: at(`${SANDBOX_API}/faults`) },
  "PUT /sandbox/v1/faults": { row: MERCHANT_ONLY, request: at(`${SANDBOX_API}/faults`, { faults: [] }) },
  "POST /sandbox/v1/clock": { row: MERCHANT_ONLY, request: at(`${SANDBOX_API}/clock`, { minutes: 1 }) },
  "POST /merchant/api/v1/register": {
    row: withStatus(201, ADMIN_ONLY),
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
  "GET /wallet/api/v1/push": { row: CUSTOMER_ONLY, request: at(PUSH) },
  "PUT /wallet/api/v1/push": {
    row: CUSTOMER_ONLY,
    request: async () => ({ path: PUSH, json: newBrowser().subscription }),
  },
  "DELETE /wallet/api/v1/push": {
    row: CUSTOMER_ONLY,
    request: at(PUSH, { endpoint: "https://push.test/1" }),
  },
  "GET /wallet/api/v1/live": {
    row: withStatus(426, CUSTOMER_ONLY),
    request: at(`${WALLET_API}/live`),
  },
  "GET /wallet/api/v1/wallet": { row: CUSTOMER_ONLY, request: at(`${WALLET_API}/wallet`) },
  "POST /wallet/api/v1/scan-token": { row: CUSTOMER_ONLY, request: at(`${WALLET_API}/scan-token`) },
  "GET /wallet/api/v1/blocked-merchants": {
    row: CUSTOMER_ONLY,
    request: at(`${WALLET_API}/blocked-merchants`),
  },
  "POST /wallet/api/v1/blocked-merchants/:merchantID": {
    row: CUSTOMER_ONLY,
    request: async ({ id }) => ({ path: `${WALLET_API}/blocked-merchants/${id}` }),
  },
  "DELETE /wallet/api/v1/blocked-merchants/:merchantID": {
    row: CUSTOMER_ONLY,
    request: async ({ id }) => ({ path: `${WALLET_API}/blocked-merchants/${id}` }),
  },
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
