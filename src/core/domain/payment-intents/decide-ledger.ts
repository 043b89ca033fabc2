// What the ledger says about an intent's transfers. Money that has moved is the truth: a transfer that the intent has
// forgotten, as after a restore of the database, is adopted; one that contradicts the intent is refused, for a person.

import {
  type DeclineReason,
  isOfIntent,
  type LedgerEvent,
  type LedgerReport,
  type TransactionReport,
  type TransferResult,
} from "#core/domain/ledger.ts";
import { changed, changedInternally, type Decision, followedBy, refused, unchanged } from "./decision.ts";
import { attemptOf, expectedWallet, isAbout, isTransferOf, walletOf } from "./match-transfer.ts";
import {
  isOpen,
  type LedgerOperation,
  NO_REFUND_TEXTS,
  newOperation,
  type PaymentIntent,
  type RefundRefusal,
} from "./payment-intent.ts";
import { earlierRefusals } from "./refund-keys.ts";

/** The ledger's response to the operation in progress. Responses to earlier operations change nothing. */
export function recordTransferResult(
  intent: PaymentIntent,
  key: string,
  result: TransferResult,
  now: number,
): Decision {
  const { operation } = intent;
  return operation?.key === key ? recordResult(intent, operation, result, now) : unchanged(intent);
}

/** What the ledger reports of its own accord. */
export function recordLedgerEvent(intent: PaymentIntent, event: LedgerEvent, now: number): Decision {
  const { operation } = intent;
  if (operation !== null && isAbout(event, operation)) {
    return isTransferOf(intent, event, operation.walletId)
      ? recordResult(intent, operation, event.result, now)
      : refused(intent, "ledger_event_mismatch");
  }
  const attempt = attemptOf(intent, event);
  if (attempt === null) return recordUnkeyed(intent, event);
  return isTransferOf(intent, event, expectedWallet(intent, event))
    ? adopt(intent, event, attempt, now)
    : refused(intent, "ledger_event_mismatch");
}

/** A transaction that the ledger was asked for. Without a key it counts as the present attempt. */
export function recordTransaction(
  intent: PaymentIntent,
  transaction: TransactionReport,
  now: number,
): Decision {
  const { kind, operationKey, result } = transaction;
  const operation = intent.operation?.kind === kind ? intent.operation : null;
  const present = declinesOf(intent, kind) + 1;
  const attempt = operationKey === null ? present : attemptOf(intent, transaction);
  const wallet =
    operationKey === null && operation !== null ? operation.walletId : expectedWallet(intent, transaction);
  if (attempt === null || !isTransferOf(intent, transaction, wallet)) {
    return refused(intent, "ledger_event_mismatch");
  }
  return operation !== null && attempt === present
    ? recordResult(intent, { ...operation, walletId: walletOf(transaction) }, result, now)
    : adopt(intent, transaction, attempt, now);
}

function declinesOf(intent: PaymentIntent, kind: LedgerOperation["kind"]): number {
  return kind === "payment" ? intent.paymentDeclines : intent.refundDeclines;
}

function isSettled(intent: PaymentIntent, kind: LedgerOperation["kind"]): boolean {
  return kind === "payment" ? intent.status === "completed" : intent.refundStatus === "completed";
}

/** Names this intent without one of its keys. Only what repeats a known result needs nobody's attention. */
function recordUnkeyed(intent: PaymentIntent, event: TransactionReport): Decision {
  const isNews = event.result.outcome === "settled" && !isRepeated(intent, event);
  return isNews ? refused(intent, "ledger_report_unexpected") : unchanged(intent);
}

function isRepeated(intent: PaymentIntent, event: TransactionReport): boolean {
  if (event.operationKey !== null || !isSettled(intent, event.kind)) return false;
  const isSame = event.kind === "payment" || intent.refundLedgerTxId === event.transactionId;
  return isSame && isTransferOf(intent, event, intent.completedBy);
}

/** A transfer under one of the intent's keys that is not the operation in progress. */
function adopt(intent: PaymentIntent, event: TransactionReport, attempt: number, now: number): Decision {
  const { kind, result } = event;
  if (kind === "refund" && intent.status !== "completed") {
    const paid = recordPayment(intent, walletOf(event), null, now);
    return followedBy(paid, adopt(paid.intent, event, attempt, now));
  }
  const isKnown = attempt <= declinesOf(intent, kind);
  if (isSettled(intent, kind)) return compareWithSettled(intent, event, attempt);
  if (result.outcome === "settled") {
    const { operation } = intent;
    // The operation in progress could settle as well if it is the later one, or if the ledger has accepted it.
    const isRival = operation?.kind === kind && (isKnown || operation.transactionId !== null);
    return isRival ? refused(intent, "ledger_report_unexpected") : resume(intent, event, attempt, now);
  }
  if (isKnown || intent.operation !== null) return unchanged(intent);
  if (kind === "refund" || isOpen(intent)) return resume(intent, event, attempt, now);
  return result.outcome === "pending" ? refused(intent, "ledger_report_unexpected") : unchanged(intent);
}

/** The attempt that settled has the key after those of all declines. */
function compareWithSettled(intent: PaymentIntent, event: TransactionReport, attempt: number): Decision {
  const { kind, result } = event;
  const isSame = attempt === declinesOf(intent, kind) + 1 && walletOf(event) === intent.completedBy;
  const isContradiction = isSame ? result.outcome === "declined" : result.outcome === "settled";
  return isContradiction ? refused(intent, "ledger_report_unexpected") : unchanged(intent);
}

/** Decides as if the intent had been waiting for this transfer. */
function resume(intent: PaymentIntent, event: TransactionReport, attempt: number, now: number): Decision {
  const operation = newOperation(event.kind, intent, walletOf(event), attempt - 1);
  const waiting: PaymentIntent =
    event.kind === "payment"
      ? { ...intent, operation, paymentDeclines: attempt - 1 }
      : {
          ...intent,
          operation,
          refundDeclines: attempt - 1,
          refundStatus: "pending",
          refundKey: null,
          refundRefusal: null,
          earlierRefundRefusals: earlierRefusals(intent),
          ...NO_REFUND_TEXTS,
        };
  return recordResult(waiting, operation, event.result, now);
}

function recordResult(
  intent: PaymentIntent,
  operation: LedgerOperation,
  result: TransferResult,
  now: number,
): Decision {
  switch (result.outcome) {
    case "unknown":
      return changedInternally(intent, { operation: afterAttempt(operation) });
    case "rejected":
      return changedInternally(intent, { operation: { ...afterAttempt(operation), isRejected: true } });
    case "key_taken":
      return recordTakenKey(intent, operation, result.transaction, now);
    case "pending":
      return recordAccepted(intent, operation, result.transactionId, now);
    case "settled":
      return operation.kind === "payment"
        ? recordPayment(intent, operation.walletId, result.transactionId, now)
        : recordRefund(intent, result.transactionId, now);
    case "declined":
      return operation.kind === "payment"
        ? recordPaymentDecline(intent)
        : recordRefundDecline(intent, result.reason, now);
  }
}

function afterAttempt({ isRejected, ...operation }: LedgerOperation): LedgerOperation {
  return { ...operation, attempts: operation.attempts + 1 };
}

/** The ledger has another transfer under this key: one that the intent has forgotten, such as another wallet's. */
function recordTakenKey(
  intent: PaymentIntent,
  operation: LedgerOperation,
  transaction: LedgerReport | null,
  now: number,
): Decision {
  const isKnown = transaction !== null && isOfIntent(transaction);
  const recorded = isKnown ? recordTransaction(intent, transaction, now) : null;
  if (recorded === null || recorded.refusal !== null) {
    return recordResult(intent, operation, { outcome: "rejected" }, now);
  }
  const isFree = recorded.intent.operation === null && isOpen(recorded.intent) && now < intent.expiresAt;
  if (!isFree) return recorded;
  // That transfer was declined, so this wallet's payment begins under the next key.
  const { paymentDeclines } = recorded.intent;
  const next = newOperation("payment", intent, operation.walletId, paymentDeclines);
  return followedBy(recorded, changedInternally(recorded.intent, { operation: next }));
}

/** The ledger has the transfer but has not settled it. The id of a refund's transaction is public. */
function recordAccepted(
  intent: PaymentIntent,
  operation: LedgerOperation,
  transactionId: string,
  now: number,
): Decision {
  const next = { ...afterAttempt(operation), transactionId };
  if (operation.kind === "payment" || intent.refundLedgerTxId === transactionId) {
    return changedInternally(intent, { operation: next });
  }
  return changed(intent, { refundLedgerTxId: transactionId, operation: next }, null, now);
}

/**
 * The intent may have expired or been cancelled while its payment was forgotten. The transaction's id is null where
 * only the payment's refund was reported.
 */
function recordPayment(
  intent: PaymentIntent,
  walletId: string,
  paymentLedgerTxId: string | null,
  now: number,
): Decision {
  const completed = { status: "completed", completedBy: walletId, completedAt: now } as const;
  const ended = { cancelledAt: null, cancellationReason: null, operation: null };
  return changed(intent, { ...completed, ...ended, paymentLedgerTxId }, "payment.completed", now);
}

function recordRefund(intent: PaymentIntent, transactionId: string, now: number): Decision {
  const change = { refundStatus: "completed", refundLedgerTxId: transactionId, operation: null } as const;
  return changed(intent, change, "refund.completed", now);
}

/** The intent stays open, for another wallet or the same one, who are not to see that there was a decline. */
function recordPaymentDecline(intent: PaymentIntent): Decision {
  const change = { operation: null, paymentDeclines: intent.paymentDeclines + 1 };
  return changed(intent, change, null, intent.updatedAt);
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
