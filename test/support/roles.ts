// The table of roles: a row for each operation, a column for each kind of caller.
import { COUNTER_OPERATIONS } from "./counter-roles.ts";
import { makeCounter } from "./counters.ts";
import { DESK_OPERATIONS } from "./desk-roles.ts";
import { makeIntent, makePaidIntent } from "./intents.ts";
import { PART_ROLES } from "./part-rows.ts";
import { makeWallet, type TestMerchant } from "./parties.ts";
import { INTENTS, MERCHANT_API, SANDBOX_API, UNKNOWN_ID, WALLET_API } from "./paths.ts";
import { newBrowser, PUSH } from "./push.ts";
import {
  ADMIN_ONLY,
  CUSTOMER_ONLY,
  confined,
  MERCHANT_ONLY,
  MERCHANT_OR_COUNTER,
  OWNER_ONLY,
  operationsOf,
  type Rows,
  row,
  SIGNED_IN,
  SIGNED_IN_OWNER,
  withStatus,
} from "./role-rows.ts";
import { PLATFORM_ACTIONS } from "./stops.ts";

export * from "./role-rows.ts";

const intentPath =
  (suffix = "") =>
  async (merchant: TestMerchant) => ({
    path: `${INTENTS}/${(await makeIntent(merchant)).id}${suffix}`,
  });
export const PUBLIC_MERCHANTS = `${MERCHANT_API}/public/merchants`;

/** Asked about what nobody has. */
const UNKNOWN = withStatus(404, ADMIN_ONLY);

const ACCOUNT_OPERATIONS: Rows = {
  "GET /merchant/api/v1/totals": MERCHANT_ONLY,
  "GET /merchant/api/v1/payments.csv": MERCHANT_ONLY,
  "GET /merchant/api/v1/go-live": MERCHANT_ONLY,
  "GET /merchant/api/v1/go-live?merchant_id=": {
    row: { ...MERCHANT_ONLY, admin: 200 },
    request: async ({ id }) => ({ path: `${MERCHANT_API}/go-live?merchant_id=${id}` }),
  },
  "POST /merchant/api/v1/credentials/rotate": SIGNED_IN_OWNER,
  "GET /merchant/api/v1/users": SIGNED_IN,
  "POST /merchant/api/v1/users": {
    row: withStatus(201, SIGNED_IN_OWNER),
    request: async () => ({
      path: `${MERCHANT_API}/users`,
      json: { email: `${crypto.randomUUID()}@shop.test`, role: "staff" },
    }),
  },
  "PATCH /merchant/api/v1/users/:userID": [withStatus(404, SIGNED_IN_OWNER), { role: "staff" }],
  "DELETE /merchant/api/v1/users/:userID": withStatus(404, SIGNED_IN_OWNER),
  "GET /merchant/api/v1/settings": MERCHANT_ONLY,
  "PUT /merchant/api/v1/settings": [OWNER_ONLY, { time_zone: "Asia/Tokyo" }],
  "PUT /merchant/api/v1/settings/return-schemes": [SIGNED_IN_OWNER, { return_schemes: ["com.example.shop"] }],
  // It sends no picture: who gets so far is let in.
  "PUT /merchant/api/v1/settings/logo": withStatus(415, OWNER_ONLY),
  "DELETE /merchant/api/v1/settings/logo": OWNER_ONLY,
};

export const OPERATIONS = operationsOf({
  "POST /merchant/api/v1/payment-intents": [withStatus(201, MERCHANT_OR_COUNTER), { amount: 1 }],
  "GET /merchant/api/v1/payment-intents": MERCHANT_OR_COUNTER,
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
  "GET /merchant/api/v1/webhook": MERCHANT_ONLY,
  "PUT /merchant/api/v1/webhook": [OWNER_ONLY, {}],
  "POST /merchant/api/v1/webhook/rotate-secret": OWNER_ONLY,
  "POST /merchant/api/v1/webhook/test": withStatus(409, MERCHANT_ONLY),
  "GET /merchant/api/v1/webhook-deliveries": MERCHANT_ONLY,
  "GET /merchant/api/v1/webhook-deliveries/:deliveryID": withStatus(404, MERCHANT_ONLY),
  "POST /merchant/api/v1/webhook-deliveries/:deliveryID/redeliver": withStatus(404, MERCHANT_ONLY),
  "POST /merchant/api/v1/webhook-deliveries/recover": [
    MERCHANT_ONLY,
    { since: "2026-01-01T00:00:00Z", until: "2026-01-02T00:00:00Z" },
  ],
  "GET /merchant/api/v1/events": MERCHANT_ONLY,
  "GET /merchant/api/v1/transactions": MERCHANT_ONLY,
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
  "POST /merchant/api/v1/admin/adjustments": [withStatus(400, ADMIN_ONLY), {}],
  ...Object.fromEntries(
    ["movements", "float", "master-keys", "deployment", "reconciliation"].map((name) => [
      `GET /merchant/api/v1/admin/${name}`,
      ADMIN_ONLY,
    ]),
  ),
  "GET /merchant/api/v1/audit-trail": MERCHANT_ONLY,
  "GET /merchant/api/v1/admin/audit-trail": ADMIN_ONLY,
  "POST /merchant/api/v1/admin/audit-trail/:entryID/erase": [UNKNOWN, { fields: ["address"] }],
  "GET /metrics": ADMIN_ONLY,
  "GET /merchant/api/v1/merchants": ADMIN_ONLY,
  "GET /merchant/api/v1/merchants/:merchantID": UNKNOWN,
  "PATCH /merchant/api/v1/merchants/:merchantID": [UNKNOWN, { business_name: "Shop" }],
  ...Object.fromEntries(
    PLATFORM_ACTIONS.map(([action, json]) => [
      `POST /merchant/api/v1/merchants/:merchantID/${action}`,
      [UNKNOWN, json],
    ]),
  ),
  "GET /merchant/api/v1/admin/merchants/:merchantID/export": UNKNOWN,
  "POST /merchant/api/v1/admin/merchants/:merchantID/erase": [UNKNOWN, { confirm: UNKNOWN_ID }],
  "POST /merchant/api/v1/admin/master-keys/reseal": ADMIN_ONLY,
  "POST /merchant/api/v1/admin/movements/:movementID/resolve": [UNKNOWN, { outcome: "declined" }],
  "POST /merchant/api/v1/admin/payment-intents/:intentID/resolve": [UNKNOWN, { outcome: "declined" }],
  "POST /merchant/api/v1/admin/payment-intents/:intentID/refund": [UNKNOWN, { reason: "Closed" }],
  "GET /wallet/api/v1/payment-intents/:intentID": {
    row: CUSTOMER_ONLY,
    request: async (merchant) => ({
      path: `${WALLET_API}/payment-intents/${(await makeIntent(merchant)).id}`,
    }),
  },
  "GET /wallet/api/v1/payment-intents/:intentID/receipt": withStatus(404, CUSTOMER_ONLY),
  "GET /wallet/api/v1/export": CUSTOMER_ONLY,
  "POST /merchant/api/v1/admin/wallets/:walletID/stop": [ADMIN_ONLY, { reason: "Phone stolen" }],
  "POST /merchant/api/v1/admin/wallets/:walletID/release": ADMIN_ONLY,
  // Both customers have the same wallet, which the first has stopped by then.
  "POST /wallet/api/v1/sessions/stop": [{ ...CUSTOMER_ONLY, "customer with a merchant": 403 }, {}],
  // Not the id of the caller's wallet.
  "POST /wallet/api/v1/erase": [withStatus(400, CUSTOMER_ONLY), { confirm: UNKNOWN_ID }],
  "GET /wallet/api/v1/transactions": CUSTOMER_ONLY,
  "GET /wallet/api/v1/approvals": CUSTOMER_ONLY,
  "POST /wallet/api/v1/payment-intents/:intentID/approve": withStatus(404, CUSTOMER_ONLY),
  "POST /wallet/api/v1/payment-intents/:intentID/reject": withStatus(404, CUSTOMER_ONLY),
  "GET /sandbox/v1/wallet-events": CUSTOMER_ONLY,
  "GET /sandbox/v1/inbox": MERCHANT_ONLY,
  "GET /sandbox/v1/faults": MERCHANT_ONLY,
  "PUT /sandbox/v1/faults": [MERCHANT_ONLY, { faults: [] }],
  "POST /sandbox/v1/clock": [MERCHANT_ONLY, { minutes: 1 }],
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
  "GET /wallet/api/v1/push": CUSTOMER_ONLY,
  "PUT /wallet/api/v1/push": {
    row: CUSTOMER_ONLY,
    request: async () => ({ path: PUSH, json: newBrowser().subscription }),
  },
  "DELETE /wallet/api/v1/push": [CUSTOMER_ONLY, { endpoint: "https://push.test/1" }],
  "GET /wallet/api/v1/live": withStatus(426, CUSTOMER_ONLY),
  "GET /wallet/api/v1/wallet": CUSTOMER_ONLY,
  "POST /wallet/api/v1/scan-token": CUSTOMER_ONLY,
  "GET /wallet/api/v1/blocked-merchants": CUSTOMER_ONLY,
  "POST /wallet/api/v1/blocked-merchants/:merchantID": {
    row: CUSTOMER_ONLY,
    request: async ({ id }) => ({ path: `${WALLET_API}/blocked-merchants/${id}` }),
  },
  "DELETE /wallet/api/v1/blocked-merchants/:merchantID": {
    row: CUSTOMER_ONLY,
    request: async ({ id }) => ({ path: `${WALLET_API}/blocked-merchants/${id}` }),
  },
  "POST /sandbox/v1/wallets": [row(201, "F", 201, 201, 201, "F", "F", "M", "M"), { balance: 1 }],
  "POST /sandbox/v1/payment-intents/:intentID/simulate": {
    row: MERCHANT_ONLY,
    request: async (merchant) => ({
      path: `${SANDBOX_API}/payment-intents/${(await makeIntent(merchant)).id}/simulate`,
      json: { action: "expire" },
    }),
  },
});
