// The states of one payment in the wallet. Pure: whether it is paid, and how much it is, only the service says.

import type { Wire } from "#core/wire/shared/wire-types.ts";

export type WalletIntent = Wire<"WalletPaymentIntent">;
export type PaymentAction = "confirm" | "approve" | "reject";
export type EndStep = "paid" | "elsewhere" | "rejected" | "cancelled" | "expired";

/** `delayed`: there was no response yet. `processing`: the ledger has not responded yet. `seen`: nor to whoever pays. */
type Phase = "sent" | "delayed" | "processing" | "seen";

export type Payment =
  /** `isDelayed`: there was no response yet. */
  | { step: "loading"; isDelayed: boolean }
  | { step: "unknown" }
  /** `refusal`: the code with which the last attempt was refused. */
  | { step: "open"; intent: WalletIntent; refusal: string | null }
  | { step: "acting"; intent: WalletIntent; action: PaymentAction; phase: Phase }
  | { step: EndStep; intent: WalletIntent };

export type PaymentEvent =
  | { type: "read"; intent: WalletIntent }
  | { type: "not_found" }
  | { type: "no_response" }
  | { type: "acts"; action: PaymentAction }
  /** The response to an action. */
  | { type: "acted"; intent: WalletIntent; isProcessing: boolean }
  | { type: "refused"; code: string };

/** The ledger's reason is not known when a payment is declined after a 202. */
const DECLINED = "not_executed";

export const LOADING: Payment = { step: "loading", isDelayed: false };

export function isEnded(payment: Payment): boolean {
  return !["loading", "open", "acting"].includes(payment.step);
}

/** The payment after the event; the same object when nothing has changed. */
export function advance(payment: Payment, event: PaymentEvent): Payment {
  switch (event.type) {
    case "read":
      return afterRead(payment, event.intent);
    case "not_found":
      return { step: "unknown" };
    case "no_response":
      if (payment.step === "loading") return payment.isDelayed ? payment : { ...payment, isDelayed: true };
      return payment.step === "acting" && payment.phase === "sent"
        ? { ...payment, phase: "delayed" }
        : payment;
    case "acts":
      return payment.step === "open"
        ? { step: "acting", intent: payment.intent, action: event.action, phase: "sent" }
        : payment;
    case "acted":
      if (payment.step !== "acting") return payment;
      return event.isProcessing
        ? { ...payment, phase: "processing" }
        : (endOf(event.intent, payment.action) ?? open(event.intent, null));
    case "refused":
      return payment.step === "acting" || payment.step === "open"
        ? open(payment.intent, event.code)
        : payment;
  }
}

function afterRead(payment: Payment, intent: WalletIntent): Payment {
  if (isEnded(payment) && payment.step !== "unknown" && !isRefundOf(payment, intent)) return payment;
  const isActing = payment.step === "acting";
  const end = endOf(intent, isActing ? payment.action : null);
  if (end !== null) return end;
  if (intent.is_processing) {
    const phase = isActing && payment.phase !== "seen" ? "processing" : "seen";
    return { step: "acting", intent, action: isActing ? payment.action : "confirm", phase };
  }
  if (!isActing) return open(intent, payment.step === "open" ? payment.refusal : null);
  // Before its response, an action says more than a read that may be older.
  if (payment.phase === "sent" || payment.phase === "delayed") return payment;
  return open(intent, payment.phase === "processing" ? DECLINED : null);
}

function open(intent: WalletIntent, refusal: string | null): Payment {
  return { step: "open", intent, refusal };
}

function isRefundOf(payment: Payment, { refund_status }: WalletIntent): boolean {
  return payment.step === "paid" && payment.intent.refund_status !== refund_status;
}

function endOf(intent: WalletIntent, action: PaymentAction | null): Payment | null {
  switch (intent.status) {
    case "completed":
      return { step: intent.completed_by === null ? "elsewhere" : "paid", intent };
    case "cancelled":
      return { step: action === "reject" ? "rejected" : "cancelled", intent };
    case "expired":
      return { step: "expired", intent };
    default:
      return null;
  }
}
