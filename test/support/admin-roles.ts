// Rows of the table of roles: what an administrator does about payments and movements.
import { MERCHANT_API, UNKNOWN_ID } from "./paths.ts";
import { ADMIN_ONLY, at, type Operation, withStatus } from "./role-rows.ts";

const ADMIN_API = `${MERCHANT_API}/admin`;
const atUnknown = (action: string, json: object): Operation => ({
  row: withStatus(404, ADMIN_ONLY),
  request: at(`${ADMIN_API}/${action.replace("ID", UNKNOWN_ID)}`, json),
});

export const ADMIN_OF_INTENTS: Record<string, Operation> = {
  "POST /merchant/api/v1/admin/movements/:movementID/resolve": atUnknown("movements/ID/resolve", {
    outcome: "declined",
  }),
  "POST /merchant/api/v1/admin/payment-intents/:intentID/resolve": atUnknown("payment-intents/ID/resolve", {
    outcome: "declined",
  }),
  "POST /merchant/api/v1/admin/payment-intents/:intentID/refund": atUnknown("payment-intents/ID/refund", {
    reason: "Closed",
  }),
};
