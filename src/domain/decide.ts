// The payment intent's state machine. Pure: the clock is an argument, a refusal is a value. The rules by what they are
// about are in decide-payment.ts and decide-ledger.ts.
import type { IntentCommand } from "./commands.ts";
import { concerns, recordAnswer } from "./decide-ledger.ts";
import { approve, cancel, confirm, reject } from "./decide-payment.ts";
import { changed, type Decision, quiet, refused } from "./decision.ts";
import { isOpen, isPastDeadline, newOperation, type PaymentIntent } from "./payment-intent.ts";

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
    case "record_ledger_answer":
      return intent.operation?.key === command.key
        ? recordAnswer(intent, intent.operation, command.answer, now)
        : quiet(intent);
    case "record_ledger_event":
      return intent.operation !== null && concerns(command.event, intent.operation)
        ? recordAnswer(intent, intent.operation, command.event.answer, now)
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
