import { storedEntries } from "./audit-trail.ts";
import { MERCHANT_API } from "./factories.ts";
import { expectForbidden, expectOwnOnly, victim } from "./isolation.ts";

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
  "GET /merchant/api/v1/admin/reconciliation": () =>
    expectForbidden(["GET", `${MERCHANT_API}/admin/reconciliation`]),
  "GET /merchant/api/v1/admin/master-keys": () =>
    expectForbidden(["GET", `${MERCHANT_API}/admin/master-keys`]),
  "GET /merchant/api/v1/admin/deployment": () => expectForbidden(["GET", `${MERCHANT_API}/admin/deployment`]),
  "POST /merchant/api/v1/admin/master-keys/reseal": () =>
    expectForbidden(["POST", `${MERCHANT_API}/admin/master-keys/reseal`]),
};
