import { LOGO } from "./logos.ts";
import { MERCHANT_API } from "./paths.ts";
import { at, MERCHANT_ONLY, type Operation, OWNER_ONLY, SIGNED_IN_OWNER, withStatus } from "./role-rows.ts";

const SETTINGS = `${MERCHANT_API}/settings`;

export const SETTINGS_ROLES: Record<string, Operation> = {
  "GET /merchant/api/v1/settings": { row: MERCHANT_ONLY, request: at(SETTINGS) },
  "PUT /merchant/api/v1/settings": { row: OWNER_ONLY, request: at(SETTINGS, { time_zone: "Asia/Tokyo" }) },
  "PUT /merchant/api/v1/settings/return-schemes": {
    row: SIGNED_IN_OWNER,
    request: at(`${SETTINGS}/return-schemes`, { return_schemes: ["com.example.shop"] }),
  },
  // It sends no picture: who gets so far is let in.
  "PUT /merchant/api/v1/settings/logo": { row: withStatus(415, OWNER_ONLY), request: at(LOGO) },
  "DELETE /merchant/api/v1/settings/logo": { row: OWNER_ONLY, request: at(LOGO) },
};
