// Generated from the OpenAPI document by npm run generate; do not edit.
import type { Environment, PaymentIntentStatus, RefundStatus } from "./payment-intents.ts";

/** What anyone who holds the id may see. */
export interface PublicPaymentIntentResponse {
  payment_intent: PublicPaymentIntent;
}

export interface PublicPaymentIntent {
  id: string;
  /** What people call it, such as `#9S9WCE`. Two may have the same. */
  number: string;
  merchant_id: string;
  merchant_name: string;
  /** In major units: 12.5 is twelve dollars fifty. */
  amount: number;
  /** The exact amount in the currency's smallest unit. */
  amount_minor: number;
  /** The exact amount as decimal text. */
  amount_decimal: string;
  /** ISO 4217 code. */
  currency: string;
  description: string;
  status: PaymentIntentStatus;
  /** Null when no refund was issued. */
  refund_status: RefundStatus | null;
  /** ISO 8601. */
  expires_at: string;
  /** ISO 8601. */
  created_at: string;
  /** ISO 8601. */
  updated_at: string;
  /** ISO 8601. */
  completed_at: string | null;
  /** ISO 8601. */
  cancelled_at: string | null;
  environment: Environment;
  /** A PNG image; null without one. */
  logo_url: string | null;
  /** False when the intent is no longer open, or its merchant takes no payments at the moment. */
  is_payable: boolean;
  /** True while a wallet is paying, and the ledger has not said yet whether it succeeds. */
  is_processing: boolean;
  /** The QR code as a PNG data URI, for an image's source; null unless `pending`. */
  qr_code_url: string | null;
  /** The QR code's content, JSON text of ASCII, at most 380 bytes: a longer `merchant_name` is cut in it and ends with `…`. Null unless `pending`. */
  qr_data: string | null;
}

export interface ListPublicMerchantsQuery {
  /** The page must begin within the first 100,000 rows of the list; beyond that, use `cursor`. From 1 to 1,000,000. */
  page?: number;
  /** From 1 to 100. */
  limit?: number;
  /** The next_cursor of the previous page. Use it instead of `page`; it is equally fast at any depth. At most 100 characters. */
  cursor?: string;
}

/** A page of active merchants. */
export interface PublicMerchantsResponse {
  merchants: PublicMerchant[];
  page: number;
  limit: number;
  /** Over all pages. */
  total: number;
  total_pages: number;
  /** Send it as `cursor` for the next page; null on the last. */
  next_cursor: string | null;
}

export interface PublicMerchant {
  id: string;
  business_name: string;
  /** A PNG image; null without one. */
  logo_url: string | null;
}
