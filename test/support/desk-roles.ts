// The rows of the table of roles that are about cash desks.
import { NEW_DESK } from "./desks.ts";
import { UNKNOWN_ID } from "./paths.ts";
import { ADMIN_ONLY, CUSTOMER_ONLY, DESK_ONLY, type Rows, withStatus } from "./role-rows.ts";

export const DESK_OPERATIONS: Rows = {
  "POST /merchant/api/v1/admin/desks": [withStatus(201, ADMIN_ONLY), NEW_DESK],
  "GET /merchant/api/v1/admin/desks": ADMIN_ONLY,
  "PUT /merchant/api/v1/admin/desks/:deskID": [withStatus(404, ADMIN_ONLY), {}],
  "POST /merchant/api/v1/admin/desks/:deskID/pairings": withStatus(404, ADMIN_ONLY),
  "GET /merchant/api/v1/admin/desks/:deskID/tablets": withStatus(404, ADMIN_ONLY),
  "GET /merchant/api/v1/admin/desks/:deskID/shifts": withStatus(404, ADMIN_ONLY),
  "PATCH /merchant/api/v1/admin/desks/:deskID/tablets/:tabletID": [
    withStatus(404, ADMIN_ONLY),
    { name: "Left" },
  ],
  "DELETE /merchant/api/v1/admin/desks/:deskID/tablets/:tabletID": withStatus(404, ADMIN_ONLY),
  "GET /desk/api/v1/desk": DESK_ONLY,
  "POST /desk/api/v1/customers": [DESK_ONLY, { code: UNKNOWN_ID }],
  "POST /desk/api/v1/top-ups": [DESK_ONLY, { wallet_id: UNKNOWN_ID, amount: 1 }],
  "POST /desk/api/v1/pay-outs": [DESK_ONLY, { scan_token: "a.b.c", amount: 1 }],
  "GET /desk/api/v1/movements": DESK_ONLY,
  "GET /desk/api/v1/movements/:movementID": DESK_ONLY,
  "POST /desk/api/v1/movements/:movementID/corrections": [DESK_ONLY, { amount: 1 }],
  "POST /desk/api/v1/movements/:movementID/withdraw": [DESK_ONLY, {}],
  "GET /desk/api/v1/shift": DESK_ONLY,
  "POST /desk/api/v1/shifts": [DESK_ONLY, { clerk: "Ada", opening_float: 1 }],
  "POST /desk/api/v1/shifts/:shiftID/close": [DESK_ONLY, { counted: 1 }],
  "GET /wallet/api/v1/pay-outs/:movementID": withStatus(404, CUSTOMER_ONLY),
  "POST /wallet/api/v1/pay-outs/:movementID/approve": withStatus(404, CUSTOMER_ONLY),
  "POST /wallet/api/v1/pay-outs/:movementID/reject": withStatus(404, CUSTOMER_ONLY),
};
