// Rows of the table of roles: a merchant's settings, users and credentials.
import { MERCHANT_API, UNKNOWN_ID } from "./factories.ts";
import { at, MERCHANT_ONLY, type Operation, OWNER_ONLY, withStatus } from "./role-rows.ts";

export const ACCOUNT_OPERATIONS: Record<string, Operation> = {
  "GET /merchant/api/v1/totals": { row: MERCHANT_ONLY, request: at(`${MERCHANT_API}/totals`) },
  "GET /merchant/api/v1/payments.csv": { row: MERCHANT_ONLY, request: at(`${MERCHANT_API}/payments.csv`) },
  "GET /merchant/api/v1/go-live": { row: MERCHANT_ONLY, request: at(`${MERCHANT_API}/go-live`) },
  "GET /merchant/api/v1/go-live?merchant_id=": {
    row: { ...MERCHANT_ONLY, admin: 200 },
    request: async ({ id }) => ({ path: `${MERCHANT_API}/go-live?merchant_id=${id}` }),
  },
  "POST /merchant/api/v1/credentials/rotate": {
    row: OWNER_ONLY,
    request: at(`${MERCHANT_API}/credentials/rotate`),
  },
  "GET /merchant/api/v1/users": { row: MERCHANT_ONLY, request: at(`${MERCHANT_API}/users`) },
  "POST /merchant/api/v1/users": {
    row: withStatus(201, OWNER_ONLY),
    request: async () => ({
      path: `${MERCHANT_API}/users`,
      json: { email: `${crypto.randomUUID()}@shop.test`, role: "staff" },
    }),
  },
  "PATCH /merchant/api/v1/users/:userID": {
    row: withStatus(404, OWNER_ONLY),
    request: at(`${MERCHANT_API}/users/${UNKNOWN_ID}`, { role: "staff" }),
  },
  "DELETE /merchant/api/v1/users/:userID": {
    row: withStatus(404, OWNER_ONLY),
    request: at(`${MERCHANT_API}/users/${UNKNOWN_ID}`),
  },
  "GET /merchant/api/v1/settings": { row: MERCHANT_ONLY, request: at(`${MERCHANT_API}/settings`) },
  "PUT /merchant/api/v1/settings": { row: OWNER_ONLY, request: at(`${MERCHANT_API}/settings`, {}) },
};
