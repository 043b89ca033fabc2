// The rows of the table of roles that are about cash desks.
import { DESK_API, DESKS, NEW_DESK } from "./desks.ts";
import { UNKNOWN_ID, WALLET_API } from "./paths.ts";
import { ADMIN_ONLY, at, CUSTOMER_ONLY, DESK_ONLY, type Operation, withStatus } from "./role-rows.ts";

export const DESK_OPERATIONS: Record<string, Operation> = {
  "POST /merchant/api/v1/admin/desks": { row: withStatus(201, ADMIN_ONLY), request: at(DESKS, NEW_DESK) },
  "GET /merchant/api/v1/admin/desks": { row: ADMIN_ONLY, request: at(DESKS) },
  "PUT /merchant/api/v1/admin/desks/:deskID": {
    row: withStatus(404, ADMIN_ONLY),
    request: at(`${DESKS}/${UNKNOWN_ID}`, {}),
  },
  "POST /merchant/api/v1/admin/desks/:deskID/pairings": {
    row: withStatus(404, ADMIN_ONLY),
    request: at(`${DESKS}/${UNKNOWN_ID}/pairings`),
  },
  "GET /merchant/api/v1/admin/desks/:deskID/tablets": {
    row: withStatus(404, ADMIN_ONLY),
    request: at(`${DESKS}/${UNKNOWN_ID}/tablets`),
  },
  "GET /merchant/api/v1/admin/desks/:deskID/shifts": {
    row: withStatus(404, ADMIN_ONLY),
    request: at(`${DESKS}/${UNKNOWN_ID}/shifts`),
  },
  "PATCH /merchant/api/v1/admin/desks/:deskID/tablets/:tabletID": {
    row: withStatus(404, ADMIN_ONLY),
    request: at(`${DESKS}/${UNKNOWN_ID}/tablets/${UNKNOWN_ID}`, { name: "Left" }),
  },
  "DELETE /merchant/api/v1/admin/desks/:deskID/tablets/:tabletID": {
    row: withStatus(404, ADMIN_ONLY),
    request: at(`${DESKS}/${UNKNOWN_ID}/tablets/${UNKNOWN_ID}`),
  },
  "GET /desk/api/v1/desk": { row: DESK_ONLY, request: at(`${DESK_API}/desk`) },
  "POST /desk/api/v1/customers": {
    row: DESK_ONLY,
    request: at(`${DESK_API}/customers`, { code: UNKNOWN_ID }),
  },
  "POST /desk/api/v1/top-ups": {
    row: DESK_ONLY,
    request: at(`${DESK_API}/top-ups`, { wallet_id: UNKNOWN_ID, amount: 1 }),
  },
  "POST /desk/api/v1/pay-outs": {
    row: DESK_ONLY,
    request: at(`${DESK_API}/pay-outs`, { scan_token: "a.b.c", amount: 1 }),
  },
  "GET /desk/api/v1/movements": { row: DESK_ONLY, request: at(`${DESK_API}/movements`) },
  "GET /desk/api/v1/movements/:movementID": {
    row: DESK_ONLY,
    request: at(`${DESK_API}/movements/${UNKNOWN_ID}`),
  },
  "POST /desk/api/v1/movements/:movementID/corrections": {
    row: DESK_ONLY,
    request: at(`${DESK_API}/movements/${UNKNOWN_ID}/corrections`, { amount: 1 }),
  },
  "POST /desk/api/v1/movements/:movementID/withdraw": {
    row: DESK_ONLY,
    request: at(`${DESK_API}/movements/${UNKNOWN_ID}/withdraw`, {}),
  },
  "GET /desk/api/v1/shift": { row: DESK_ONLY, request: at(`${DESK_API}/shift`) },
  "POST /desk/api/v1/shifts": {
    row: DESK_ONLY,
    request: at(`${DESK_API}/shifts`, { clerk: "Ada", opening_float: 1 }),
  },
  "POST /desk/api/v1/shifts/:shiftID/close": {
    row: DESK_ONLY,
    request: at(`${DESK_API}/shifts/${UNKNOWN_ID}/close`, { counted: 1 }),
  },
  "GET /wallet/api/v1/pay-outs/:movementID": {
    row: withStatus(404, CUSTOMER_ONLY),
    request: at(`${WALLET_API}/pay-outs/${UNKNOWN_ID}`),
  },
  "POST /wallet/api/v1/pay-outs/:movementID/approve": {
    row: withStatus(404, CUSTOMER_ONLY),
    request: at(`${WALLET_API}/pay-outs/${UNKNOWN_ID}/approve`),
  },
  "POST /wallet/api/v1/pay-outs/:movementID/reject": {
    row: withStatus(404, CUSTOMER_ONLY),
    request: at(`${WALLET_API}/pay-outs/${UNKNOWN_ID}/reject`),
  },
};
