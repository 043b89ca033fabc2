// The states of one sale at the till. Pure: a sale is paid only when a view that was read from the service says `completed`.
import type { PaymentIntent, PublicPaymentIntent } from "../../../sdk/index.ts";
import type { Sold } from "./amount-entry.ts";

export interface Draft extends Sold {
  /** The Idempotency-Key: whatever is lost and repeated, the sale has one intent. */
  key: string;
  currency: string;
  /** The customer's code has it; null when the customer scans the till's code. */
  scanToken: string | null;
}

type InBoth =
  | "id"
  | "number"
  | "description"
  | "merchant_name"
  | "amount_decimal"
  | "currency"
  | "status"
  | "refund_status"
  | "created_at"
  | "completed_at"
  | "expires_at"
  | "qr_code_url";

/** What the merchant's view and the public one say of a sale: the first alone who cancelled, the second what is under way. */
export type SaleIntent = Pick<PublicPaymentIntent, InBoth> &
  Partial<
    Pick<PublicPaymentIntent, "environment" | "is_processing"> & Pick<PaymentIntent, "cancellation_reason">
  >;

export type EndStep = "paid" | "declined" | "cancelled" | "expired";
type OpenStep = "open" | "approval" | "underway";

/** `removed`: the till's session has ended, so it cannot cancel any more. `code`: why the service refused. */
type Cancellation = "none" | "asked" | "in_progress" | "unknown" | "removed" | { code: string };

export type Sale =
  /** `isResumed`: the intent exists, and its state has not been read yet. `isDelayed`: there was no response yet. */
  | { step: "creating"; draft: Draft; isResumed: boolean; isDelayed: boolean }
  | { step: "refused"; draft: Draft; code: string }
  | {
      step: OpenStep;
      draft: Draft;
      intent: SaleIntent;
      cancellation: Cancellation;
      /** It is by the clock of `advance`: until then a payment that stood in a cancellation's way is shown as under way. */
      underwayUntil: number;
      /** The payment was processed, and the intent is open again. */
      isDeclined: boolean;
    }
  | { step: EndStep; draft: Draft; intent: SaleIntent };

export type SaleEvent =
  | { type: "delayed" }
  | { type: "refused"; code: string }
  | { type: "read"; intent: SaleIntent }
  | { type: "cancel_asked" }
  | { type: "cancelled" }
  /** `code` of the refusal; null when there was no response. */
  | { type: "cancel_failed"; code: string | null }
  | { type: "removed" }
  | { type: "tick" };

const UNDERWAY_SHOWN_MS = 10_000;
/** The sale has ended otherwise, which is read. */
const ENDED_CODES = ["not_pending", "not_awaiting_approval", "already_paid", "expired"];

export function begin(draft: Draft, { isResumed = false } = {}): Sale {
  return { step: "creating", draft, isResumed, isDelayed: false };
}

export function isEnded(sale: Sale): boolean {
  return sale.step === "refused" || isEnd(sale.step);
}

function isEnd(step: Sale["step"]): step is EndStep {
  return step === "paid" || step === "declined" || step === "cancelled" || step === "expired";
}

/** The payment that was tried last. */
export function isDeclined(sale: Sale): boolean {
  return "isDeclined" in sale && sale.isDeclined && sale.step !== "underway";
}

/** The sale after the event; the same object when nothing has changed. `now`: milliseconds of any clock that never steps. */
export function advance(sale: Sale, event: SaleEvent, now: number): Sale {
  if (event.type === "read") return read(sale, event.intent, now);
  if (sale.step === "creating") return whileCreating(sale, event);
  if (sale.step === "refused" || isEnd(sale.step)) return sale;
  return whileOpen(sale as OpenSale, event, now);
}

type OpenSale = Extract<Sale, { step: OpenStep }>;

function whileCreating(sale: Extract<Sale, { step: "creating" }>, event: SaleEvent): Sale {
  if (event.type === "delayed") return sale.isDelayed ? sale : { ...sale, isDelayed: true };
  return event.type === "refused" ? { step: "refused", draft: sale.draft, code: event.code } : sale;
}

function whileOpen(sale: OpenSale, event: SaleEvent, now: number): Sale {
  const { draft, intent } = sale;
  switch (event.type) {
    case "cancel_asked":
      return { ...sale, cancellation: "asked" };
    case "cancelled":
      return { step: "cancelled", draft, intent };
    case "cancel_failed": {
      if (event.code === null) return { ...sale, cancellation: "unknown" };
      if (event.code !== "payment_in_progress")
        return { ...sale, cancellation: ENDED_CODES.includes(event.code) ? "none" : { code: event.code } };
      const underwayUntil = now + UNDERWAY_SHOWN_MS;
      return { ...sale, step: "underway", cancellation: "in_progress", underwayUntil };
    }
    case "removed":
      return { ...sale, cancellation: "removed" };
    default:
      return withStep(sale, now);
  }
}

const NOTHING_YET = { cancellation: "none", underwayUntil: 0, isDeclined: false } as const;

function read(sale: Sale, seen: SaleIntent, now: number): Sale {
  const { draft } = sale;
  if (seen.status === "completed") return sale.step === "paid" ? sale : { step: "paid", draft, intent: seen };
  if (isEnd(sale.step)) return sale;
  if (seen.status === "expired") return { step: "expired", draft, intent: seen };
  if (seen.status === "cancelled") {
    // Whoever was asked has declined, unless the merchant has withdrawn the request.
    const isDeclined = draft.scanToken !== null && seen.cancellation_reason !== "withdrawn_by_merchant";
    return { step: isDeclined ? "declined" : "cancelled", draft, intent: seen };
  }
  const earlier = "cancellation" in sale ? sale : NOTHING_YET;
  const { cancellation, underwayUntil } = earlier;
  const wasProcessing = "intent" in sale && sale.intent.is_processing === true;
  const isDeclined = seen.is_processing !== true && (earlier.isDeclined || wasProcessing);
  return withStep({ step: "open", draft, intent: seen, cancellation, underwayUntil, isDeclined }, now);
}

function withStep(sale: OpenSale, now: number): OpenSale {
  const waiting = sale.intent.status === "pending" ? "open" : "approval";
  const isUnderway = now < sale.underwayUntil || sale.intent.is_processing === true;
  const step = isUnderway ? "underway" : waiting;
  const isOver = sale.cancellation === "in_progress" && step !== "underway";
  return step === sale.step && !isOver
    ? sale
    : { ...sale, step, cancellation: isOver ? "none" : sale.cancellation };
}
