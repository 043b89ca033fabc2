import { decimalText } from "../../domain/money.ts";
import type { Movement } from "../../domain/movement.ts";
import { isoTime, isoTimeOrNull } from "../../lib/time.ts";

/** What administrators and desks see. */
export function presentMovement(movement: Movement) {
  const amount = decimalText(movement.amountMinor, movement.currency);
  return {
    id: movement.id,
    kind: movement.kind,
    account_id: movement.accountId,
    direction: movement.direction,
    amount: Number(amount),
    amount_minor: movement.amountMinor,
    amount_decimal: amount,
    currency: movement.currency,
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
