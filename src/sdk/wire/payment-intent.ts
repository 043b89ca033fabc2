// Payment intents as they stand on the wire.

export type IntentStatus = "pending" | "pending_approval" | "completed" | "expired" | "cancelled";
export type RefundStatus = "pending" | "completed";
export type CancellationReason = "requested_by_merchant" | "rejected_by_customer";

/** What anyone who holds the id may see. */
export interface PublicPaymentIntent {
  id: string;
  merchant_id: string;
  merchant_name: string;
  /** In major units: 12.5 is twelve dollars fifty. `amount_minor` and `amount_decimal` are exact. */
  amount: number;
  amount_minor: number;
  amount_decimal: string;
  currency: string;
  description: string;
  status: IntentStatus;
  refund_status: RefundStatus | null;
  expires_at: string;
  created_at: string;
  updated_at: string;
  completed_at: string | null;
  cancelled_at: string | null;
  /** A PNG as a data URI, for an image's `src`. Only while the intent is `pending`. */
  qr_code_url?: string;
  /** The text in the QR code. Only while the intent is `pending`. */
  qr_data?: string;
}

/** What its merchant sees. */
export interface PaymentIntent extends PublicPaymentIntent {
  target_wallet_id: string | null;
  completed_by: string | null;
  cancellation_reason: CancellationReason | null;
  refund_ledger_tx_id: string | null;
  counter_id: string | null;
  reference: string | null;
  callback_url: string | null;
  metadata: Record<string, unknown> | null;
}

interface NewIntent {
  amount: number;
  /** ISO 4217; USD when left out. */
  currency?: string | null;
  description?: string | null;
  reference?: string | null;
  callback_url?: string | null;
  metadata?: Record<string, unknown> | null;
}

export interface CreatePaymentIntentBody extends NewIntent {
  /** Seconds, 60 to 30 days; 1800 when left out. */
  expires_in?: number | null;
  counter_id?: string | null;
}

export interface ScanPaymentBody extends NewIntent {
  /** What the customer's QR code says. */
  scan_token: string;
  counter_id: string;
  /** Seconds, 30 to 30 days; 300 when left out. */
  expires_in?: number | null;
}

export interface PaymentIntentFilters {
  status?: IntentStatus;
  refund_status?: RefundStatus;
  counter_id?: string;
  reference?: string;
  /** ISO 8601. */
  created_from?: string;
  created_to?: string;
}

/** Newest first. A `cursor` stays fast at any depth, a `page` does not; it is one or the other. */
export interface ListPaymentIntentsQuery extends PaymentIntentFilters {
  page?: number;
  cursor?: string;
  /** 1 to 100; 20 when left out. */
  limit?: number;
}

export interface PaymentIntentResponse {
  success: true;
  payment_intent: PaymentIntent;
}

export interface PublicPaymentIntentResponse {
  success: true;
  payment_intent: PublicPaymentIntent;
}

export interface PaymentIntentsResponse {
  success: true;
  payment_intents: PaymentIntent[];
  /** 1 with a `cursor`. */
  page: number;
  limit: number;
  /** For the query's `cursor`; null on the last page. */
  next_cursor: string | null;
}

export interface RefundResponse {
  success: true;
  refund_initiated: boolean;
  message: string;
  payment_intent: PaymentIntent;
}
