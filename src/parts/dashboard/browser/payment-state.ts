// The one state of a payment that lists and badges show.

import { type MerchantPaymentState, merchantPaymentState } from "#pages/payment-state.ts";
import type { ListPaymentIntentsQuery } from "#sdk/index.ts";

export type PaymentState = Exclude<MerchantPaymentState, "completed"> | "paid";

export function paymentState(
  payment: Parameters<typeof merchantPaymentState>[0],
  now: number | null,
): PaymentState {
  const state = merchantPaymentState(payment, now);
  return state === "completed" ? "paid" : state;
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
