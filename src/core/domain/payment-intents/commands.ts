import type { DeclineReason, LedgerEvent, TransactionReport, TransferResult } from "#core/domain/ledger.ts";
import type { RestrictionsRefusal } from "#core/domain/merchants/restrictions.ts";
import type { RefundTexts } from "./payment-intent.ts";

/**
 * `isStopped`: no new payment or refund may begin, because an administrator has suspended the merchant or stopped its
 * refunds. One that has begun is finished. The object finds it out. `counterId`: a counter ends and refunds only what it has created.
 */
export type IntentCommand =
  | { type: "cancel"; merchantId: string; counterId?: string | null }
  /** `key` is the digest of the caller's idempotency key, and of the texts where there are any; null without a key. */
  | {
      type: "refund";
      merchantId: string;
      counterId?: string | null;
      key: string | null;
      texts?: RefundTexts;
      isStopped?: true;
    }
  | { type: "confirm"; walletId: string; isStopped?: true }
  | { type: "approve"; walletId: string; isStopped?: true }
  | { type: "reject"; walletId: string }
  /** Takes back a request for approval. */
  | { type: "withdraw"; merchantId: string; counterId?: string | null }
  /** Records a deadline that has passed; before the deadline it changes nothing. */
  | { type: "expire" }
  /** Sandbox only: the deadline is now, or sooner by so much. */
  | { type: "simulate_expiry"; merchantId: string; byMs?: number }
  | { type: "record_transfer_result"; key: string; result: TransferResult }
  | { type: "record_ledger_event"; event: LedgerEvent }
  /** A transaction that the ledger was asked for, which an operator says is this intent's. */
  | { type: "record_transaction"; transaction: TransactionReport }
  /** An operator says that the ledger has never executed the operation in progress. */
  | { type: "end_operation" };

export type IntentCommandType = IntentCommand["type"];

const COMMAND_TYPES: Record<IntentCommandType, true> = {
  cancel: true,
  refund: true,
  confirm: true,
  approve: true,
  reject: true,
  withdraw: true,
  expire: true,
  simulate_expiry: true,
  record_transfer_result: true,
  record_ledger_event: true,
  record_transaction: true,
  end_operation: true,
};

/** During a deploy an object can get a command from a Worker of a later release. */
export function isKnownCommand(command: { type: string }): boolean {
  const types: Partial<Record<string, true>> = COMMAND_TYPES;
  return types[command.type] === true;
}

/** Why a command was refused. The HTTP status and text of each are in http/refusals.ts. */
export type IntentRefusal =
  | RestrictionsRefusal
  | "not_found"
  | "not_pending"
  | "not_open"
  | "payment_in_progress"
  | "approval_required"
  | "not_payable"
  | "refunds_stopped"
  | "already_paid"
  | "already_cancelled"
  | "expired"
  | "not_completed"
  | "already_refunded"
  | "idempotency_key_reused"
  | "no_wallet"
  | "insufficient_merchant_funds"
  | "unknown_currency"
  /** Another account, amount or currency than the intent's transfer. */
  | "ledger_event_mismatch"
  /** A transfer that the intent has not made, or a result that contradicts the one it has. */
  | "ledger_report_unexpected"
  | "no_operation"
  | "transaction_exists"
  /** Until then, a request that was sent to the ledger may still be executed there. */
  | "operation_may_still_arrive"
  /** The ledger cannot say whether it has a transaction. */
  | "keys_not_searchable"
  /**
   * Objects never return this refusal, which earlier Workers do not know, but the decline itself with `retryAfterMs`.
   */
  | "declined_recently"
  | DeclineReason;

const OF_ANY_OTHER_STATUS: ReadonlySet<string> = new Set<IntentRefusal>([
  "not_pending",
  "not_open",
  "not_completed",
]);

/** With the intent's status, where the refusal does not say it. */
export function refusedWithStatus<Refusal extends string>(error: Refusal, status: string | undefined) {
  const isSaid = status !== undefined && OF_ANY_OTHER_STATUS.has(error);
  return { ok: false as const, error, ...(isSaid && { intentStatus: status }) };
}

/**
 * `unavailable`: the intent could not be read, or the command is from a later release. `standing_unread`: nor could what an
 * administrator has stopped. `ledger_unavailable`: the ledger did not say. Nothing happened.
 */
export type ObjectRefusal = IntentRefusal | "unavailable" | "standing_unread" | "ledger_unavailable";
