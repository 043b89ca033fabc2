// The payment intent's state machine: every rule of the service is in here. Pure: the clock is an argument, a
// refusal is a value.
import type { IntentCommand, IntentRefusal } from "./commands.ts";
import type { EventType, IntentEvent } from "./events.ts";
import type { DeclineReason, LedgerEvent, TransferResult } from "./ledger.ts";
import {
  isOpen,
  isPastDeadline,
  type LedgerOperation,
  newOperation,
  type PaymentIntent,
  type RefundRefusal,
} from "./payment-intent.ts";

/** A decision may change the intent and refuse at once: a late confirm expires the intent and is refused. */
export interface Decision {
  intent: PaymentIntent;
  events: IntentEvent[];
  refusal: IntentRefusal | null;
}

/** The deadline is applied before and after the command, so that no order of events can outlive it. */
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

function apply(intent: PaymentIntent, command: IntentCommand, now: number): Decision {
  switch (command.type) {
    case "cancel":
      return cancel(intent, command.merchantId, now);
    case "confirm":
      return confirm(intent, command.walletId);
    case "approve":
      return approve(intent, command.walletId);
    case "reject":
      return reject(intent, command.walletId, now);
    case "refund":
      return refund(intent, command.merchantId, command.key, now);
    case "expire":
      return quiet(intent);
    case "simulate_expiry":
      return simulateExpiry(intent, command.merchantId, now);
    case "record_transfer_result":
      return intent.operation?.key === command.key
        ? recordResult(intent, intent.operation, command.result, now)
        : quiet(intent);
    case "record_ledger_event":
      return intent.operation !== null && concerns(command.event, intent.operation)
        ? recordResult(intent, intent.operation, command.event.result, now)
        : quiet(intent);
  }
}

function applyDeadline(intent: PaymentIntent, now: number): Decision {
  if (!isPastDeadline(intent, now)) return quiet(intent);
  return changed(intent, { status: "expired" }, "payment.expired", now);
}

function refund(intent: PaymentIntent, merchantId: string, key: string | null, now: number): Decision {
  if (intent.merchantId !== merchantId) return refused(intent, "not_found");
  if (key !== null && key === intent.refundKey) {
    return intent.refundRefusal === null ? quiet(intent) : refused(intent, intent.refundRefusal);
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

function simulateExpiry(intent: PaymentIntent, merchantId: string, now: number): Decision {
  if (intent.merchantId !== merchantId) return refused(intent, "not_found");
  if (intent.status === "expired") return quiet(intent);
  if (!isOpen(intent)) return refused(intent, "not_open");
  if (intent.operation !== null) return refused(intent, "payment_in_progress");
  return quiet({ ...intent, expiresAt: now });
}

function cancel(intent: PaymentIntent, merchantId: string, now: number): Decision {
  if (intent.merchantId !== merchantId) return refused(intent, "not_found");
  if (intent.status !== "pending") return refused(intent, "not_pending");
  if (intent.operation !== null) return refused(intent, "payment_in_progress");
  return cancelled(intent, "requested_by_merchant", now);
}

function confirm(intent: PaymentIntent, walletId: string): Decision {
  if (intent.status === "pending_approval") return refused(intent, "approval_required");
  return pay(intent, walletId);
}

function approve(intent: PaymentIntent, walletId: string): Decision {
  if (intent.targetWalletId !== walletId) return refused(intent, "not_found");
  return pay(intent, walletId);
}

/** Paying twice from one wallet is one payment: the second call finds it under way, or done. */
function pay(intent: PaymentIntent, walletId: string): Decision {
  const closed = closedTo(intent, walletId);
  if (closed !== null) return refused(intent, closed);
  if (intent.status === "completed" || intent.operation !== null) return quiet(intent);
  return quiet({
    ...intent,
    operation: newOperation("payment", intent, walletId, intent.paymentDeclines),
  });
}

function closedTo(intent: PaymentIntent, walletId: string): IntentRefusal | null {
  if (intent.status === "expired") return "expired";
  if (intent.status === "cancelled") return "already_cancelled";
  if (intent.status === "completed") return intent.completedBy === walletId ? null : "already_paid";
  if (intent.operation !== null && intent.operation.walletId !== walletId) return "payment_in_progress";
  return null;
}

function reject(intent: PaymentIntent, walletId: string, now: number): Decision {
  if (intent.targetWalletId !== walletId) return refused(intent, "not_found");
  if (intent.status === "cancelled") return quiet(intent);
  if (intent.status === "completed") return refused(intent, "already_paid");
  if (intent.status === "expired") return refused(intent, "expired");
  if (intent.operation !== null) return refused(intent, "payment_in_progress");
  return cancelled(intent, "rejected_by_customer", now);
}

function cancelled(
  intent: PaymentIntent,
  cancellationReason: NonNullable<PaymentIntent["cancellationReason"]>,
  now: number,
): Decision {
  return changed(
    intent,
    { status: "cancelled", cancellationReason, cancelledAt: now },
    "payment.cancelled",
    now,
  );
}

/** A ledger's own report may overtake its reply, so it counts for an operation whose id is not known yet. */
function concerns(event: LedgerEvent, operation: LedgerOperation): boolean {
  if (event.kind !== operation.kind) return false;
  if (event.operationKey !== null) return event.operationKey === operation.key;
  // Without key and id, a decline may be old news of an earlier attempt; only that nothing settles twice is sure.
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
      return quiet({ ...intent, operation: { ...operation, attempts: operation.attempts + 1 } });
    case "pending":
      return recordAccepted(intent, operation, result.transactionId, now);
    case "settled":
      return operation.kind === "payment"
        ? changed(intent, paid(operation, now), "payment.completed", now)
        : changed(intent, refunded(result.transactionId), "refund.completed", now);
    case "declined":
      return recordDecline(intent, operation, result.reason, now);
  }
}

function recordAccepted(
  intent: PaymentIntent,
  operation: LedgerOperation,
  transactionId: string,
  now: number,
): Decision {
  const next = { ...operation, transactionId, attempts: operation.attempts + 1 };
  if (operation.kind === "payment" || intent.refundLedgerTxId === transactionId) {
    return quiet({ ...intent, operation: next });
  }
  return changed(intent, { refundLedgerTxId: transactionId, operation: next }, null, now);
}

/** A refused refund gives the one refund back; a declined payment leaves the intent open for another wallet. */
function recordDecline(
  intent: PaymentIntent,
  operation: LedgerOperation,
  reason: DeclineReason,
  now: number,
): Decision {
  if (operation.kind === "payment") {
    const change = { operation: null, paymentDeclines: intent.paymentDeclines + 1 };
    return changed(intent, change, null, now);
  }
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

function paid(operation: LedgerOperation, now: number): Partial<PaymentIntent> {
  return { status: "completed", completedBy: operation.walletId, completedAt: now, operation: null };
}

function refunded(transactionId: string): Partial<PaymentIntent> {
  return { refundStatus: "completed", refundLedgerTxId: transactionId, operation: null };
}

/** Nothing the outside could see: no change at all, or one that only the object has to remember. */
function quiet(intent: PaymentIntent): Decision {
  return { intent, events: [], refusal: null };
}

function refused(intent: PaymentIntent, refusal: IntentRefusal): Decision {
  return { intent, events: [], refusal };
}

function changed(
  intent: PaymentIntent,
  change: Partial<PaymentIntent>,
  type: EventType | null,
  now: number,
  reason: string | null = null,
): Decision {
  const eventSequence = intent.eventSequence + (type === null ? 0 : 1);
  const next = { ...intent, ...change, eventSequence, version: intent.version + 1, updatedAt: now };
  const events = type === null ? [] : [{ type, sequence: eventSequence, occurredAt: now, reason }];
  return { intent: next, events, refusal: null };
}
