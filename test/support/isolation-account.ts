// Whether one merchant can reach another's settings and users.

import { MERCHANT_API } from "./factories.ts";
import { expectAsMissing, expectOwnOnly, victim } from "./isolation.ts";
import { sharedRows } from "./rows.ts";

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
};
