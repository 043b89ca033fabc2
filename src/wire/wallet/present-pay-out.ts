import type { Movement } from "../../domain/movement.ts";
import { isoTime, isoTimeOrNull } from "../../lib/time.ts";
import { presentAmount } from "../shared/money.ts";
import type { Wire } from "../shared/wire-types.ts";

/** What the customer sees of it. */
export function presentPayOut(payOut: { movement: Movement; deskName: string }): Wire<"PayOut"> {
  const { id, status, createdAt, completedAt, expiresAt } = payOut.movement;
  return {
    id,
    desk_name: payOut.deskName,
    ...presentAmount(payOut.movement),
    status,
    created_at: isoTime(createdAt),
    completed_at: isoTimeOrNull(completedAt),
    expires_at: isoTimeOrNull(expiresAt),
  };
}
