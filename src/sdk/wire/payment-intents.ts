// Generated from the OpenAPI document by npm run generate; do not edit.

export interface CreatePaymentIntent {
  /** In major units, with no more decimals than the currency has. Or text in JSON's form of a number, such as `"12.50"`. From 0.01 to 999,999,999.99. */
  amount: number;
  /** ISO 4217 code in either case; USD when left out. */
  currency?: string | null;
  /** At most 500 characters. */
  description?: string | null;
  /** Your own order or invoice id; the webhook returns it. At most 255 characters. */
  reference?: string | null;
  /** Where this intent's `callback_events` go. All its other events go to the counter's or the merchant's address. At most 2048 characters. */
  callback_url?: string | null;
  /** What `callback_url` takes; `payment.completed` alone when left out. An event goes to one address: the counter's and the merchant's do not get what `callback_url` takes, and `GET /events` has all. */
  callback_events?:
    | (
        | "payment.completed"
        | "payment.cancelled"
        | "payment.expired"
        | "payment.approval_requested"
        | "refund.pending"
        | "refund.completed"
        | "refund.failed"
      )[]
    | null;
  /** Where the checkout page sends the customer in the end, whatever the result. Anyone can open it, so it proves nothing. An app's own scheme is to be one of the merchant's `return_schemes`. At most 2048 characters. */
  return_url?: string | null;
  /** Any JSON object of at most 16 KB, stored and forwarded byte for byte. */
  metadata?: Record<string, unknown> | null;
  /** Seconds until it expires; 1800 when left out. From 60 to 2,592,000. */
  expires_in?: number | null;
  /** The counter that creates it; its webhook address comes after callback_url and before the merchant's. */
  counter_id?: string | null;
}

/** The payment intent. */
export interface PaymentIntentResponse {
  payment_intent: PaymentIntent;
}

export interface PaymentIntent extends WebhookPaymentIntent {
  /** The page at which the customer pays. */
  checkout_url: string;
  /** Where the checkout page sends the customer. */
  return_url: string | null;
  /** The QR code as a PNG data URI, for an image's source; null unless `pending`. */
  qr_code_url: string | null;
  /** The QR code's content, JSON text of ASCII, at most 380 bytes: a longer `merchant_name` is cut in it and ends with `…`. Null unless `pending`. */
  qr_data: string | null;
}

/** The payment intent, without QR code, `checkout_url` and `return_url`. */
export interface WebhookPaymentIntent {
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
  /** Reverse QR: the wallet whose code was scanned. */
  target_wallet_id: string | null;
  /** The wallet that paid; only when `completed`. */
  completed_by: string | null;
  cancellation_reason: CancellationReason | null;
  /** The refund's reference at the ledger. */
  refund_ledger_tx_id: string | null;
  /** The counter that created it. */
  counter_id: string | null;
  /** Your own order or invoice id. */
  reference: string | null;
  callback_url: string | null;
  /** What `callback_url` takes; `payment.completed` alone where this is absent. */
  callback_events?: EventType[];
  /** As you sent it, byte for byte. */
  metadata: Record<string, unknown> | null;
  /** The `reference` of the last refund, also one that failed. Left out where none was given. */
  refund_reference?: string;
  /** The `reason` of the last refund, also one that failed. Left out where none was given. */
  refund_reason?: string;
}

export type PaymentIntentStatus = "pending" | "pending_approval" | "completed" | "expired" | "cancelled";

/** `pending` while the refund is with the ledger, `completed` once it has settled. */
export type RefundStatus = "pending" | "completed";

/** `sandbox`: play money. */
export type Environment = "sandbox" | "live";

export type CancellationReason =
  | "requested_by_merchant"
  | "rejected_by_customer"
  | "withdrawn_by_merchant"
  | (string & {});

export type EventType =
  | "payment.completed"
  | "payment.cancelled"
  | "payment.expired"
  | "payment.approval_requested"
  | "refund.pending"
  | "refund.completed"
  | "refund.failed"
  | (string & {});

export interface ListPaymentIntentsQuery {
  /** The page must begin within the first 100,000 rows of the list; beyond that, use `cursor`. From 1 to 1,000,000. */
  page?: number;
  /** From 1 to 100. */
  limit?: number;
  /** The next_cursor of the previous page. Use it instead of `page`; it is equally fast at any depth. At most 100 characters. */
  cursor?: string;
  status?: PaymentIntentStatus;
  refund_status?: RefundStatus;
  counter_id?: string;
  /** At most 255 characters. */
  reference?: string;
  /** Exactly this amount in major units, whatever the currency. From 0.01 to 999,999,999.99. */
  amount?: number;
  /** ISO 8601. */
  created_from?: string;
  /** ISO 8601. */
  created_to?: string;
  /** Looks through the 31 days before `created_to`, or else from `created_from` on or the last. */
  number?: string;
  /** At least the first six digits of an id. */
  id_prefix?: string;
}

/** A page of payment intents. */
export interface PaymentIntentsResponse {
  payment_intents: PaymentIntent[];
  page: number;
  limit: number;
  /** Send it as `cursor` for the next page; null on the last. */
  next_cursor: string | null;
}

/** The intent's events, oldest first. */
export interface PaymentIntentEventsResponse {
  /** A user (`sub`) or another maker by name; null when a client did. */
  created_by: string | null;
  events: PaymentIntentEvent[];
}

export interface PaymentIntentEvent {
  /** Also the webhook-id of its webhook. */
  id: string;
  /** 1, 2, 3 per intent. */
  sequence: number;
  type: EventType;
  /** ISO 8601. */
  created_at: string;
  /** The user (`sub`), wallet or OAuth client that caused it, or the platform. */
  actor: string;
  /** The request that caused it; null when no request did. */
  request_id: string | null;
}

/** Success, with a message for people. */
export interface MessageResponse {
  message: string;
}

export interface RefundPaymentIntent {
  /** Your own id of the refund, such as that of a credit note. At most 255 characters. */
  reference?: string | null;
  /** Why you refund. The customer does not see it. At most 255 characters. */
  reason?: string | null;
}

/** The refund is with the ledger. */
export interface RefundResponse {
  /** Always true. */
  refund_initiated: boolean;
  message: string;
  payment_intent: PaymentIntent;
}

export interface ScanPayment {
  /** In major units, with no more decimals than the currency has. Or text in JSON's form of a number, such as `"12.50"`. From 0.01 to 999,999,999.99. */
  amount: number;
  /** ISO 4217 code in either case; USD when left out. */
  currency?: string | null;
  /** At most 500 characters. */
  description?: string | null;
  /** Your own order or invoice id; the webhook returns it. At most 255 characters. */
  reference?: string | null;
  /** Where this intent's `callback_events` go. All its other events go to the counter's or the merchant's address. At most 2048 characters. */
  callback_url?: string | null;
  /** What `callback_url` takes; `payment.completed` alone when left out. An event goes to one address: the counter's and the merchant's do not get what `callback_url` takes, and `GET /events` has all. */
  callback_events?:
    | (
        | "payment.completed"
        | "payment.cancelled"
        | "payment.expired"
        | "payment.approval_requested"
        | "refund.pending"
        | "refund.completed"
        | "refund.failed"
      )[]
    | null;
  /** Where the checkout page sends the customer in the end, whatever the result. Anyone can open it, so it proves nothing. An app's own scheme is to be one of the merchant's `return_schemes`. At most 2048 characters. */
  return_url?: string | null;
  /** Any JSON object of at most 16 KB, stored and forwarded byte for byte. */
  metadata?: Record<string, unknown> | null;
  /** Read from the customer's QR code: a scan token, or the customer's wallet id. */
  scan_token: string;
  /** Seconds until it expires; 300 when left out. From 30 to 2,592,000. */
  expires_in?: number | null;
  /** An active counter of this merchant. */
  counter_id: string;
}
