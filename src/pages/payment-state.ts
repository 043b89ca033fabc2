// What pages show of an intent: the same on the server and in the browser.

/** `underway`: the intent is being paid. */
import type { Wire } from "../core/wire/shared/wire-types.ts";

export type PaymentState =
  | "open"
  | "approval"
  | "underway"
  | "completed"
  | "refunding"
  | "refunded"
  | "cancelled"
  | "expired";

/** Its merchant sees this, and is told who has cancelled a request for approval. */
export type MerchantPaymentState = PaymentState | "declined";

type Intent = Wire<"PublicPaymentIntent">;
export type Stateful = Pick<Intent, "status" | "refund_status" | "expires_at">;

/** A response is under way for a while. */
const LATE_MS = 3_000;

/**
 * `now`: at the service; null where it is unknown. Its merchant's view does not say that an intent is being paid: one that
 * is open after its deadline is.
 */
export function paymentState(
  { status, refund_status, expires_at }: Stateful,
  now: number | null,
): PaymentState {
  switch (status) {
    case "completed":
      if (refund_status === null) return "completed";
      return refund_status === "pending" ? "refunding" : "refunded";
    case "pending":
    case "pending_approval":
      if (now !== null && now >= Date.parse(expires_at) + LATE_MS) return "underway";
      return status === "pending" ? "open" : "approval";
    default:
      return status;
  }
}

export function merchantPaymentState(
  payment: Stateful & { cancellation_reason: string | null },
  now: number | null,
): MerchantPaymentState {
  const state = paymentState(payment, now);
  return state === "cancelled" && payment.cancellation_reason === "rejected_by_customer" ? "declined" : state;
}

/** What the public view says of an intent. */
export type ShownIntent = Stateful & Pick<Intent, "is_payable" | "is_processing">;

export type ShownState = PaymentState | "unpayable";

export function shownState(intent: ShownIntent): ShownState {
  const state = paymentState(intent, null);
  if (state !== "open" && state !== "approval") return state;
  if (intent.is_processing) return "underway";
  return intent.is_payable ? state : "unpayable";
}

/** Nothing more will happen that the page would have to show by itself. */
export const FINAL_STATES: readonly ShownState[] = ["completed", "refunded", "cancelled", "expired"];

export function isFinal(state: ShownState): boolean {
  return FINAL_STATES.includes(state);
}
