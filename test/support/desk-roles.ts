// The rows of the table of roles that are about cash desks.
import { DESK_API, DESKS, NEW_DESK } from "./desks.ts";
import { UNKNOWN_ID } from "./paths.ts";
import { ADMIN_ONLY, at, DESK_ONLY, type Operation, withStatus } from "./role-rows.ts";

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
  "DELETE /merchant/api/v1/admin/desks/:deskID/tablets/:tabletID": {
    row: withStatus(404, ADMIN_ONLY),
    request: at(`${DESKS}/${UNKNOWN_ID}/tablets/${UNKNOWN_ID}`),
  },
  "GET /desk/api/v1/desk": { row: DESK_ONLY, request: at(`${DESK_API}/desk`) },
};
