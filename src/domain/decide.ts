// The payment intent's state machine: every rule of an intent's life is here. It is pure: the time is an argument, and
// a refusal is a value.
import type { IntentCommand, IntentRefusal } from "./commands.ts";
import type { EventType, IntentEvent } from "./events.ts";
import type { DeclineReason, LedgerEvent, TransferResult } from "./ledger.ts";
import {
  type CancellationReason,
  type IntentState,
  isOpen,
  isPastDeadline,
  type LedgerOperation,
  newOperation,
  type PaymentIntent,
  type RefundRefusal,
} from "./payment-intent.ts";

/** A decision can both change the intent and refuse: a late confirm expires the intent and is refused. */
export interface Decision {
  intent: PaymentIntent;
  events: IntentEvent[];
  refusal: IntentRefusal | null;
}

/** Applies the deadline before and after the command, so that no command leaves an intent open past its deadline. */
export function decide(intent: PaymentIntent, command: IntentCommand, now: number): Decision {
  const before = applyDeadline(intent, now);
  const outcome = apply(before.intent, command, now);
  const after = applyDeadline(outcome.intent, now);
  return {
    intent: after.intent,
    events: [...before.events, ...outcome.events, ...after.events],
    refusal: outcome.refusal,
  };
}

function applyDeadline(intent: PaymentIntent, now: number): Decision {
  return isPastDeadline(intent, now)
    ? changed(intent, { status: "expired" }, "payment.expired", now)
    : unchanged(intent);
}

function apply(intent: PaymentIntent, command: IntentCommand, now: number): Decision {
  switch (command.type) {
    case "confirm":
      return confirm(intent, command.walletId);
    case "approve":
      return approve(intent, command.walletId);
    case "reject":
      return reject(intent, command.walletId, now);
    case "cancel":
      return cancel(intent, command.merchantId, now);
    case "simulate_expiry":
      return simulateExpiry(intent, command.merchantId, now);
    case "expire":
      return unchanged(intent);
    case "refund":
      return refund(intent, command.merchantId, command.key, now);
    case "record_transfer_result":
      return intent.operation?.key === command.key
        ? recordResult(intent, intent.operation, command.result, now)
        : unchanged(intent);
    case "record_ledger_event":
      return intent.operation !== null && isAbout(command.event, intent.operation)
        ? recordResult(intent, intent.operation, command.event.result, now)
        : unchanged(intent);
  }
}

function confirm(intent: PaymentIntent, walletId: string): Decision {
  if (intent.status === "pending_approval") return refused(intent, "approval_required");
  return pay(intent, walletId);
}

function approve(intent: PaymentIntent, walletId: string): Decision {
  if (intent.targetWalletId !== walletId) return refused(intent, "not_found");
  return pay(intent, walletId);
}

/** Paying twice from one wallet is one payment: the second call finds it in progress or completed. */
function pay(intent: PaymentIntent, walletId: string): Decision {
  const refusal = paymentRefusal(intent, walletId);
  if (refusal !== null) return refused(intent, refusal);
  if (intent.status === "completed" || intent.operation !== null) return unchanged(intent);
  return changedInternally(intent, {
    operation: newOperation("payment", intent, walletId, intent.paymentDeclines),
  });
}

function paymentRefusal(intent: PaymentIntent, walletId: string): IntentRefusal | null {
  if (intent.status === "expired") return "expired";
  if (intent.status === "cancelled") return "already_cancelled";
  if (intent.status === "completed") return intent.completedBy === walletId ? null : "already_paid";
  if (intent.operation !== null && intent.operation.walletId !== walletId) return "payment_in_progress";
  return null;
}

function reject(intent: PaymentIntent, walletId: string, now: number): Decision {
  if (intent.targetWalletId !== walletId) return refused(intent, "not_found");
  if (intent.status === "cancelled") return unchanged(intent);
  if (intent.status === "completed") return refused(intent, "already_paid");
  if (intent.status === "expired") return refused(intent, "expired");
  if (intent.operation !== null) return refused(intent, "payment_in_progress");
  return cancelled(intent, "rejected_by_customer", now);
}

function cancel(intent: PaymentIntent, merchantId: string, now: number): Decision {
  if (intent.merchantId !== merchantId) return refused(intent, "not_found");
  if (intent.status !== "pending") return refused(intent, "not_pending");
  if (intent.operation !== null) return refused(intent, "payment_in_progress");
  return cancelled(intent, "requested_by_merchant", now);
}

function cancelled(intent: PaymentIntent, cancellationReason: CancellationReason, now: number): Decision {
  const change = { status: "cancelled", cancellationReason, cancelledAt: now } as const;
  return changed(intent, change, "payment.cancelled", now);
}

/** Moves the deadline to now; decide() then applies it. */
function simulateExpiry(intent: PaymentIntent, merchantId: string, now: number): Decision {
  if (intent.merchantId !== merchantId) return refused(intent, "not_found");
  if (intent.status === "expired") return unchanged(intent);
  if (!isOpen(intent)) return refused(intent, "not_open");
  if (intent.operation !== null) return refused(intent, "payment_in_progress");
  return changedInternally(intent, { expiresAt: now });
}

/** A retry under the same idempotency key starts nothing; if the ledger declined the refund, it is refused again. */
function refund(intent: PaymentIntent, merchantId: string, key: string | null, now: number): Decision {
  if (intent.merchantId !== merchantId) return refused(intent, "not_found");
  if (key !== null && key === intent.refundKey) {
    return intent.refundRefusal === null ? unchanged(intent) : refused(intent, intent.refundRefusal);
  }
  if (intent.status !== "completed") return refused(intent, "not_completed");
  if (intent.refundStatus !== null) return refused(intent, "already_refunded");
  if (intent.completedBy === null) return refused(intent, "no_wallet");
  const operation = newOperation("refund", intent, intent.completedBy, intent.refundDeclines);
  const change = {
    refundStatus: "pending",
    refundLedgerTxId: operation.key,
    refundKey: key,
    refundRefusal: null,
    operation,
  } as const;
  return changed(intent, change, "refund.pending", now);
}

/** A ledger's event can arrive before its response, when the operation's transaction id is not known yet. */
function isAbout(event: LedgerEvent, operation: LedgerOperation): boolean {
  if (event.kind !== operation.kind) return false;
  if (event.operationKey !== null) return event.operationKey === operation.key;
  // Without key and id a decline may belong to an earlier attempt. A settlement cannot: nothing settles twice.
  if (operation.transactionId === null) return event.result.outcome === "settled";
  return operation.transactionId === event.transactionId;
}

function recordResult(
  intent: PaymentIntent,
  operation: LedgerOperation,
  result: TransferResult,
  now: number,
): Decision {
  switch (result.outcome) {
    case "unknown":
      return changedInternally(intent, { operation: { ...operation, attempts: operation.attempts + 1 } });
    case "pending":
      return recordAccepted(intent, operation, result.transactionId, now);
    case "settled":
      return operation.kind === "payment"
        ? recordPayment(intent, operation.walletId, result.transactionId, now)
        : recordRefund(intent, result.transactionId, now);
    case "declined":
      return operation.kind === "payment"
        ? recordPaymentDecline(intent, now)
        : recordRefundDecline(intent, result.reason, now);
  }
}

/** The ledger has the transfer but has not settled it. The id of a refund's transaction is public. */
function recordAccepted(
  intent: PaymentIntent,
  operation: LedgerOperation,
  transactionId: string,
  now: number,
): Decision {
  const next = { ...operation, transactionId, attempts: operation.attempts + 1 };
  if (operation.kind === "payment" || intent.refundLedgerTxId === transactionId) {
    return changedInternally(intent, { operation: next });
  }
  return changed(intent, { refundLedgerTxId: transactionId, operation: next }, null, now);
}

function recordPayment(intent: PaymentIntent, walletId: string, txId: string, now: number): Decision {
  const paid = { status: "completed", completedBy: walletId, completedAt: now, operation: null } as const;
  return changed(intent, { ...paid, paymentLedgerTxId: txId }, "payment.completed", now);
}

function recordRefund(intent: PaymentIntent, transactionId: string, now: number): Decision {
  const change = { refundStatus: "completed", refundLedgerTxId: transactionId, operation: null } as const;
  return changed(intent, change, "refund.completed", now);
}

/** The intent stays open, for another wallet or the same one. */
function recordPaymentDecline(intent: PaymentIntent, now: number): Decision {
  const change = { operation: null, paymentDeclines: intent.paymentDeclines + 1 };
  return changed(intent, change, null, now);
}

/** The merchant can try the refund again. */
function recordRefundDecline(intent: PaymentIntent, reason: DeclineReason, now: number): Decision {
  const change = {
    operation: null,
    refundDeclines: intent.refundDeclines + 1,
    refundStatus: null,
    refundLedgerTxId: null,
    refundRefusal: refundRefusalFor(reason),
  };
  return changed(intent, change, "refund.failed", now, reason);
}

export function refundRefusalFor(reason: DeclineReason): RefundRefusal {
  return reason === "insufficient_funds" ? "insufficient_merchant_funds" : reason;
}

function unchanged(intent: PaymentIntent): Decision {
  return { intent, events: [], refusal: null };
}

function refused(intent: PaymentIntent, refusal: IntentRefusal): Decision {
  return { intent, events: [], refusal };
}

/** Nothing that callers or receivers can see: the version stays and there is no event. */
function changedInternally(intent: PaymentIntent, change: Partial<IntentState>): Decision {
  return unchanged({ ...intent, ...change });
}

/** A visible change: a new version, and at most one event. `reason` says why a refund failed. */
function changed(
  intent: PaymentIntent,
  change: Partial<IntentState>,
  type: EventType | null,
  now: number,
  reason: DeclineReason | null = null,
): Decision {
  const eventSequence = intent.eventSequence + (type === null ? 0 : 1);
  const next = { ...intent, ...change, eventSequence, version: intent.version + 1, updatedAt: now };
  const events = type === null ? [] : [{ type, sequence: eventSequence, occurredAt: now, reason }];
  return { intent: next, events, refusal: null };
}
