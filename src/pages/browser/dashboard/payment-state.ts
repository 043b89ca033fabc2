// The one state of a payment that lists and badges show.
import type { ListPaymentIntentsQuery, PaymentIntent } from "../../../sdk/index.ts";

const PAYMENT_STATES = [
  "open",
  "approval",
  "underway",
  "paid",
  "refunding",
  "refunded",
  "cancelled",
  "expired",
] as const;
/** `underway`: still open after its deadline, so it is being paid. */
export type PaymentState = (typeof PAYMENT_STATES)[number];

type Stateful = Pick<PaymentIntent, "status" | "refund_status" | "expires_at">;

export function paymentState({ status, refund_status, expires_at }: Stateful, now: number): PaymentState {
  switch (status) {
    case "completed":
      if (refund_status === null) return "paid";
      return refund_status === "pending" ? "refunding" : "refunded";
    case "pending":
    case "pending_approval":
      if (now >= Date.parse(expires_at)) return "underway";
      return status === "pending" ? "open" : "approval";
    default:
      return status;
  }
}

/** It changes without anyone at the dashboard doing anything. */
export function isMoving(state: PaymentState): boolean {
  return ["open", "approval", "underway", "refunding"].includes(state);
}

type Filter = Pick<ListPaymentIntentsQuery, "status" | "refund_status">;

/** What the list can be asked for. A payment that was refunded stays a paid one. */
export const STATE_FILTERS = {
  open: { status: "pending" },
  approval: { status: "pending_approval" },
  paid: { status: "completed" },
  refunding: { refund_status: "pending" },
  refunded: { refund_status: "completed" },
  cancelled: { status: "cancelled" },
  expired: { status: "expired" },
} satisfies Partial<Record<PaymentState, Filter>>;

export type StateFilter = keyof typeof STATE_FILTERS;

export function isStateFilter(value: string | null): value is StateFilter {
  return value !== null && value in STATE_FILTERS;
}
