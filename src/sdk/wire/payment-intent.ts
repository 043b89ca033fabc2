// Payment intents as the HTTP API represents them. Times are ISO 8601.

export type IntentStatus = "pending" | "pending_approval" | "completed" | "expired" | "cancelled";
export type RefundStatus = "pending" | "completed";
export type CancellationReason = "requested_by_merchant" | "rejected_by_customer";

/** The fields that anyone who knows the id may read. */
export interface PublicPaymentIntent {
  id: string;
  merchant_id: string;
  merchant_name: string;
  /** In major units: 12.5 is 12.50 USD. `amount_minor` (1250) and `amount_decimal` ("12.50") are exact. */
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
  /** A PNG as a data URI, for the `src` of an image. Present only while the intent is `pending`. */
  qr_code_url?: string;
  /** The text in the QR code. Present only while the intent is `pending`. */
  qr_data?: string;
}

/** The fields that the intent's merchant may read. */
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
  /** In major units, such as 12.5, with no more decimals than the currency has. */
  amount: number;
  /** ISO 4217. Default: USD. */
  currency?: string | null;
  description?: string | null;
  reference?: string | null;
  callback_url?: string | null;
  metadata?: Record<string, unknown> | null;
}

export interface CreatePaymentIntentBody extends NewIntent {
  /** In seconds, from 60 to 30 days. Default: 1800. */
  expires_in?: number | null;
  counter_id?: string | null;
}

export interface ScanPaymentBody extends NewIntent {
  /** The text in the customer's QR code. */
  scan_token: string;
  counter_id: string;
  /** In seconds, from 30 to 30 days. Default: 300. */
  expires_in?: number | null;
}

export interface PaymentIntentFilters {
  status?: IntentStatus;
  refund_status?: RefundStatus;
  counter_id?: string;
  reference?: string;
  /** ISO 8601, as is `created_to`. */
  created_from?: string;
  created_to?: string;
}

/** Pass either `page` or `cursor`. A cursor is equally fast at any depth; a page gets slower. */
export interface ListPaymentIntentsQuery extends PaymentIntentFilters {
  page?: number;
  cursor?: string;
  /** 1 to 100. Default: 20. */
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
  /** Always 1 when the query has a `cursor`. */
  page: number;
  limit: number;
  /** The `cursor` of the next page; null on the last page. */
  next_cursor: string | null;
}

export interface RefundResponse {
  success: true;
  refund_initiated: boolean;
  message: string;
  payment_intent: PaymentIntent;
}
