import type { PaymentIntent } from "../../../sdk/index.ts";
import type { Texts } from "./texts/en.ts";

/** `underway`: the deadline has passed, so an intent that is still open is being paid. */
export type SaleState = keyof Texts["states"];

export function stateOf(sale: PaymentIntent): SaleState {
  switch (sale.status) {
    case "completed":
      if (sale.refund_status === null) return "completed";
      return sale.refund_status === "pending" ? "refunding" : "refunded";
    case "pending":
    case "pending_approval":
      if (Date.now() >= Date.parse(sale.expires_at)) return "underway";
      return sale.status === "pending" ? "pending" : "approval";
    default:
      return sale.status;
  }
}
