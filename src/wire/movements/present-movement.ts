import type { Movement } from "../../domain/movement.ts";
import { isoTime, isoTimeOrNull } from "../../lib/time.ts";
import { presentAmount } from "../shared/money.ts";
import type { Wire } from "../shared/wire-types.ts";

/** What administrators and desks see. */
export function presentMovement(movement: Movement): Wire<"Movement"> {
  return {
    id: movement.id,
    kind: movement.kind,
    account_id: movement.accountId,
    direction: movement.direction,
    ...presentAmount(movement),
    status: movement.status,
    decline_reason: movement.declineReason,
    ledger_transaction_id: movement.ledgerTransactionId,
    desk_id: movement.deskId,
    made_by: movement.madeBy,
    reason: movement.reason,
    created_at: isoTime(movement.createdAt),
    completed_at: isoTimeOrNull(movement.completedAt),
    expires_at: isoTimeOrNull(movement.expiresAt),
  };
}
