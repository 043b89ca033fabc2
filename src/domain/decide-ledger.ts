// What the ledger's answers and reports do to the operation under way.
import { changed, type Decision, quiet } from "./decision.ts";
import type { DeclineReason, LedgerAnswer, LedgerEvent } from "./ledger.ts";
import type { LedgerOperation, PaymentIntent, RefundRefusal } from "./payment-intent.ts";

/** A ledger's own report may overtake its reply, so it counts for an operation whose id is not known yet. */
export function concerns(event: LedgerEvent, operation: LedgerOperation): boolean {
  if (event.kind !== operation.kind) return false;
  if (event.operationKey !== null) return event.operationKey === operation.key;
  // Without key and id, a decline may be old news of an earlier attempt; only that nothing settles twice is sure.
  if (operation.transactionId === null) return event.answer.outcome === "settled";
  return operation.transactionId === event.transactionId;
}

export function recordAnswer(
  intent: PaymentIntent,
  operation: LedgerOperation,
  answer: LedgerAnswer,
  now: number,
): Decision {
  switch (answer.outcome) {
    case "unknown":
      return quiet({ ...intent, operation: { ...operation, attempts: operation.attempts + 1 } });
    case "pending":
      return recordAccepted(intent, operation, answer.transactionId, now);
    case "settled":
      return operation.kind === "payment"
        ? changed(intent, paid(operation, now), "payment.completed", now)
        : changed(intent, refunded(answer.transactionId), "refund.completed", now);
    case "declined":
      return recordDecline(intent, operation, answer.reason, now);
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
