import { floatDifference, type LedgerTotals } from "#core/domain/ledger.ts";
import { decimalText } from "#core/domain/money.ts";
import { numberOf } from "#core/lib/numbers.ts";
import { isoTime, isoTimeOrNull } from "#core/lib/time.ts";
import { presentTotals } from "#core/wire/payment-intents/ledger.ts";
import { presentAmount } from "#core/wire/shared/money.ts";
import type { Wire } from "#core/wire/shared/wire-types.ts";
import type { ListedMovement } from "../db/movement-list.ts";
import type { Movement } from "../domain/movement.ts";

/** What administrators and desks see. */
export function presentMovement(movement: Movement): Wire<"Movement"> {
  return {
    id: movement.id,
    number: numberOf(movement),
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
    corrects_id: movement.correctsId,
    created_at: isoTime(movement.createdAt),
    completed_at: isoTimeOrNull(movement.completedAt),
    expires_at: isoTimeOrNull(movement.expiresAt),
  };
}

export function presentListed(movement: ListedMovement): Wire<"ListedMovement"> {
  return { ...presentMovement(movement), clerk: movement.clerk };
}

export function presentFloat(totals: LedgerTotals): Wire<"CurrencyFloat"> {
  return { ...presentTotals(totals), difference: presentDifference(totals) };
}

/** Returns null when it is not known. */
export function presentDifference(totals: LedgerTotals): string | null {
  const difference = floatDifference(totals);
  return difference === null ? null : decimalText(difference, totals.currency);
}
