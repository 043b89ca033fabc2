// The payment intent's state machine: every rule of an intent's life is here and in decide-ledger.ts. It is pure: the
// time is an argument, and a refusal is a value.

import { currencyExponent } from "#core/domain/money.ts";
import type { IntentCommand, IntentRefusal } from "./commands.ts";
import { recordLedgerEvent, recordTransaction, recordTransferResult } from "./decide-ledger.ts";
import { changed, changedInternally, type Decision, followedBy, refused, unchanged } from "./decision.ts";
import {
  type CancellationReason,
  isOpen,
  isPastDeadline,
  NO_REFUND_TEXTS,
  newOperation,
  type PaymentIntent,
} from "./payment-intent.ts";
import { earlierRefusals, isReused, refusalOf } from "./refund-keys.ts";

export type { Decision } from "./decision.ts";

type Command<Type extends IntentCommand["type"]> = Extract<IntentCommand, { type: Type }>;

/**
 * Applies the deadline before and after the command, so that no command leaves an intent open past its deadline. A
 * settled payment comes before the deadline: it must not expire the intent that it completes.
 */
export function decide(intent: PaymentIntent, command: IntentCommand, now: number): Decision {
  const before = isFromLedger(command) ? unchanged(intent) : applyDeadline(intent, now);
  const during = followedBy(before, apply(before.intent, command, now));
  const after = applyDeadline(during.intent, now);
  return { ...followedBy(during, after), refusal: during.refusal };
}

/** Whether the command would make the ledger be called. */
export function startsOperation(intent: PaymentIntent, command: IntentCommand, now: number): boolean {
  return decide(intent, command, now).intent.operation !== intent.operation;
}

function isFromLedger({ type }: IntentCommand): boolean {
  return type === "record_ledger_event" || type === "record_transaction";
}

function applyDeadline(intent: PaymentIntent, now: number): Decision {
  return isPastDeadline(intent, now)
    ? changed(intent, { status: "expired" }, "payment.expired", now)
    : unchanged(intent);
}

function apply(intent: PaymentIntent, command: IntentCommand, now: number): Decision {
  switch (command.type) {
    case "confirm":
      return confirm(intent, command);
    case "approve":
      return approve(intent, command);
    case "reject":
      return reject(intent, command.walletId, now);
    case "withdraw":
      return withdraw(intent, command, now);
    case "cancel":
      return cancel(intent, command, now);
    case "simulate_expiry":
      return simulateExpiry(intent, command, now);
    case "expire":
      return unchanged(intent);
    case "refund":
      return refund(intent, command, now);
    case "record_transfer_result":
      return recordTransferResult(intent, command.key, command.result, now);
    case "record_ledger_event":
      return recordLedgerEvent(intent, command.event, now);
    case "record_transaction":
      return recordTransaction(intent, command.transaction, now);
    case "end_operation":
      return endOperation(intent);
  }
}

function confirm(intent: PaymentIntent, command: Command<"confirm">): Decision {
  if (intent.status === "pending_approval") return refused(intent, "approval_required");
  return pay(intent, command);
}

function approve(intent: PaymentIntent, command: Command<"approve">): Decision {
  if (intent.targetWalletId !== command.walletId) return refused(intent, "not_found");
  return pay(intent, command);
}

/** Paying twice from one wallet is one payment: the second call finds it in progress or completed. */
function pay(intent: PaymentIntent, { walletId, isStopped }: Command<"confirm" | "approve">): Decision {
  const refusal = paymentRefusal(intent, walletId);
  if (refusal !== null) return refused(intent, refusal);
  if (intent.status === "completed" || intent.operation !== null) return unchanged(intent);
  if (isStopped) return refused(intent, "not_payable");
  return changedInternally(intent, {
    operation: newOperation("payment", intent, walletId, intent.paymentDeclines),
  });
}

/** Why this wallet cannot pay, or null when it can, does, or has. */
export function paymentRefusal(intent: PaymentIntent, walletId: string): IntentRefusal | null {
  if (intent.status === "expired") return "expired";
  if (intent.status === "cancelled") return "already_cancelled";
  if (intent.status === "completed") return intent.completedBy === walletId ? null : "already_paid";
  if (intent.operation !== null && intent.operation.walletId !== walletId) return "payment_in_progress";
  if (intent.operation === null && isCurrencyUnknown(intent)) return "unknown_currency";
  return null;
}

function reject(intent: PaymentIntent, walletId: string, now: number): Decision {
  if (intent.targetWalletId !== walletId) return refused(intent, "not_found");
  return endApproval(intent, "rejected_by_customer", now);
}

function withdraw(intent: PaymentIntent, command: Command<"withdraw">, now: number): Decision {
  if (!isOwn(intent, command)) return refused(intent, "not_found");
  if (intent.targetWalletId === null) return refused(intent, "not_pending");
  return endApproval(intent, "withdrawn_by_merchant", now);
}

/** Either side can end it: the second one finds the request ended. */
function endApproval(intent: PaymentIntent, reason: CancellationReason, now: number): Decision {
  if (intent.status === "cancelled") return unchanged(intent);
  if (intent.status === "completed") return refused(intent, "already_paid");
  if (intent.status === "expired") return refused(intent, "expired");
  if (intent.operation !== null) return refused(intent, "payment_in_progress");
  return cancelled(intent, reason, now);
}

function isOwn(intent: PaymentIntent, command: Command<"cancel" | "withdraw" | "refund">): boolean {
  const { merchantId, counterId = null } = command;
  return intent.merchantId === merchantId && (counterId === null || intent.counterId === counterId);
}

function cancel(intent: PaymentIntent, command: Command<"cancel">, now: number): Decision {
  if (!isOwn(intent, command)) return refused(intent, "not_found");
  if (intent.status !== "pending") return refused(intent, "not_pending");
  if (intent.operation !== null) return refused(intent, "payment_in_progress");
  return cancelled(intent, "requested_by_merchant", now);
}

function cancelled(intent: PaymentIntent, cancellationReason: CancellationReason, now: number): Decision {
  const change = { status: "cancelled", cancellationReason, cancelledAt: now } as const;
  return changed(intent, change, "payment.cancelled", now);
}

/** Moves the deadline, to now at the earliest; decide() then applies it. One that is yet to come is a visible change. */
function simulateExpiry(
  intent: PaymentIntent,
  { merchantId, byMs }: Command<"simulate_expiry">,
  now: number,
): Decision {
  if (intent.merchantId !== merchantId) return refused(intent, "not_found");
  if (intent.status === "expired") return unchanged(intent);
  if (!isOpen(intent)) return refused(intent, "not_open");
  if (intent.operation !== null) return refused(intent, "payment_in_progress");
  const expiresAt = byMs === undefined ? now : Math.max(now, intent.expiresAt - byMs);
  return expiresAt > now
    ? changed(intent, { expiresAt }, null, now)
    : changedInternally(intent, { expiresAt });
}

/** A retry under the same idempotency key starts nothing; if the ledger declined that refund, it is refused again. */
function refund(intent: PaymentIntent, command: Command<"refund">, now: number): Decision {
  const { key, texts = NO_REFUND_TEXTS, isStopped } = command;
  if (!isOwn(intent, command)) return refused(intent, "not_found");
  if (key !== null && isReused(intent, key)) return refused(intent, "idempotency_key_reused");
  const earlier = key === null ? null : refusalOf(intent, key);
  if (earlier !== null) return refused(intent, earlier);
  if (key !== null && key === intent.refundKey) return unchanged(intent);
  if (intent.status !== "completed") return refused(intent, "not_completed");
  if (intent.refundStatus !== null) return refused(intent, "already_refunded");
  if (intent.completedBy === null) return refused(intent, "no_wallet");
  if (isCurrencyUnknown(intent)) return refused(intent, "unknown_currency");
  if (isStopped) return refused(intent, "refunds_stopped");
  const operation = newOperation("refund", intent, intent.completedBy, intent.refundDeclines);
  const change = {
    refundStatus: "pending",
    refundLedgerTxId: operation.key,
    refundKey: key,
    refundRefusal: null,
    earlierRefundRefusals: earlierRefusals(intent),
    ...texts,
    operation,
  } as const;
  return changed(intent, change, "refund.pending", now);
}

/** If so, the amount cannot be written for the ledger: the number of decimals must not be guessed. */
function isCurrencyUnknown(intent: PaymentIntent): boolean {
  return currencyExponent(intent.currency) === null;
}

/** Checks whether it may end. It ends once the ledger has confirmed that, with a decline as the result. */
function endOperation(intent: PaymentIntent): Decision {
  if (intent.operation === null) return refused(intent, "no_operation");
  return intent.operation.transactionId === null ? unchanged(intent) : refused(intent, "transaction_exists");
}
