// What a stranger tries with the routes of a customer's wallet that take no intent.
import { WALLET_API } from "./factories.ts";
import { expectOwnOnly, victim } from "./isolation.ts";
import type { Request } from "./tenants.ts";

const BLOCKED = `${WALLET_API}/blocked-merchants`;

/** Of the merchant that the victim's customer has blocked, and of the victim. */
const blocks = (method: string) =>
  [victim.blockedMerchant, victim.merchant].map(
    ({ id }): Request => [method, `${BLOCKED}/${id}`, { wallet_id: victim.wallet.id }],
  );

export const WALLET_CHECKS: Record<string, () => Promise<void>> = {
  "POST /wallet/api/v1/scan-token": () =>
    expectOwnOnly(["POST", `${WALLET_API}/scan-token`, { wallet_id: victim.wallet.id }]),
  "GET /wallet/api/v1/blocked-merchants": () =>
    expectOwnOnly(["GET", `${BLOCKED}?wallet_id=${victim.wallet.id}`]),
  // A merchant's id is public: any customer may block any merchant, which changes nothing for others.
  "POST /wallet/api/v1/blocked-merchants/:merchantID": () => expectOwnOnly(...blocks("POST")),
  "DELETE /wallet/api/v1/blocked-merchants/:merchantID": () => expectOwnOnly(...blocks("DELETE")),
};
