// What customers and merchants do to an open intent: pay, approve, reject, cancel.
import type { IntentRefusal } from "./commands.ts";
import { changed, type Decision, quiet, refused } from "./decision.ts";
import { newOperation, type PaymentIntent } from "./payment-intent.ts";

export function cancel(intent: PaymentIntent, merchantId: string, now: number): Decision {
  if (intent.merchantId !== merchantId) return refused(intent, "not_found");
  if (intent.status !== "pending") return refused(intent, "not_pending");
  if (intent.operation !== null) return refused(intent, "payment_in_progress");
  return cancelled(intent, "requested_by_merchant", now);
}

export function confirm(intent: PaymentIntent, walletId: string): Decision {
  if (intent.status === "pending_approval") return refused(intent, "approval_required");
  return pay(intent, walletId);
}

export function approve(intent: PaymentIntent, walletId: string): Decision {
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

export function reject(intent: PaymentIntent, walletId: string, now: number): Decision {
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
