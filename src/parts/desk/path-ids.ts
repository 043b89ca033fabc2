import type { Refusal } from "#core/http/refusals.ts";

export const pathIds = {
  deskID: "desk_not_found",
  tabletID: "tablet_not_found",
  shiftID: "shift_not_found",
  movementID: "movement_not_found",
} satisfies Record<string, Refusal>;

declare global {
  interface PartPathIds extends Record<keyof typeof pathIds, true> {}
}
