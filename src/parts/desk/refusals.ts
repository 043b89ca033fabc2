import {
  conflict,
  forbidden,
  invalidField,
  notFound,
  type RefusalResponse,
  unprocessable,
} from "#core/http/refusals.ts";

export const refusals = {
  desk_not_found: notFound("Desk not found"),
  desk_not_active: conflict("the desk is not active"),
  tablet_not_found: notFound("Tablet not found"),
  unknown_customer: invalidField("code", "must be the code or the id of a customer's wallet"),
  unknown_wallet: invalidField("wallet_id", "must be the id of a customer's wallet"),
  customer_code_expired: invalidField("code", "has expired: scan the customer's code again"),
  movement_not_found: notFound("Movement not found"),
  movement_ended: conflict("the movement has ended"),
  movement_expired: { status: 410, message: "the time to approve this pay-out is over" },
  movement_withdrawn: conflict("the desk has withdrawn the pay-out"),
  top_up_not_completed: conflict("only a completed top-up can be corrected"),
  top_up_too_old: conflict("a top-up can be corrected for 24 hours"),
  correction_too_large: unprocessable("is more than is left of the top-up"),
  shift_not_open: conflict("the desk has no open shift"),
  shift_open: conflict("the desk has an open shift"),
  shift_closed: conflict("the shift was closed with another count"),
  shift_not_found: notFound("Shift not found"),
  unknown_clerk: invalidField("clerk", "must be one of the desk's clerks"),
  movement_processing: conflict("the movement is under way"),
  movement_under_way: conflict("the result of a movement of this desk is not known yet"),
  movement_not_processing: conflict("the movement waits for its customer's approval"),
  adjustments_not_allowed: forbidden(
    "ADJUSTMENT_LIMITS of this service allows no adjustments in this currency",
  ),
  totals_unsupported: conflict("the ledger does not add up its accounts"),
  movement_too_large: unprocessable("is more than may be moved at once"),
  day_limit_reached: unprocessable("would be more than may be moved on one day"),
} satisfies Record<string, RefusalResponse>;

declare global {
  interface PartRefusals extends Record<keyof typeof refusals, true> {}
}
