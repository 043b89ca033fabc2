// Generated from the OpenAPI document by npm run generate; do not edit.
import type { CancellationReason, EventType, PaymentIntentStatus, RefundStatus } from "./payment-intents.ts";

export interface ListWebhookDeliveriesQuery {
  status?: DeliveryStatus;
  payment_intent_id?: string;
  endpoint?: WebhookEndpoint | (string & {});
  /** ISO 8601. */
  created_from?: string;
  /** ISO 8601. */
  created_to?: string;
  cursor?: string;
  /** From 1 to 100. */
  limit?: number;
}

/** `none`: no endpoint subscribes to the event. */
export type DeliveryStatus = "none" | "pending" | "delivered" | "failed";

/** Whose address the webhook goes to. */
export type WebhookEndpoint = "callback_url" | "counter" | "merchant";

/** A page of deliveries, newest first. */
export interface WebhookDeliveriesResponse {
  deliveries: WebhookDelivery[];
  limit: number;
  /** Send it as `cursor` for the next page; null on the last. */
  next_cursor: string | null;
}

export interface WebhookDelivery {
  /** The event's id, and the webhook-id of every attempt. */
  id: string;
  type: EventType;
  payment_intent_id: string;
  /** 1, 2, 3 per intent. */
  sequence: number;
  status: DeliveryStatus;
  attempts: number;
  endpoint: WebhookEndpoint | null;
  counter_id: string | null;
  url: string | null;
  /** The host is degraded: this delivery waits until a probe succeeds. */
  waiting_for_endpoint: boolean;
  /** ISO 8601. */
  next_attempt_at: string | null;
  last_response_status: number | null;
  last_error: string | null;
  /** ISO 8601. */
  created_at: string;
  /** ISO 8601. */
  delivered_at: string | null;
}

export interface RecoverDeliveries {
  /** ISO 8601. */
  since: string;
  /** ISO 8601. */
  until: string;
}

/** The deliveries are being sent again. */
export interface RecoveredResponse {
  /** How many. */
  recovered: number;
}

/** The delivery as it now stands. */
export interface WebhookDeliveryResponse {
  delivery: WebhookDeliveryDetail;
}

export interface WebhookDeliveryDetail {
  /** The event's id, and the webhook-id of every attempt. */
  id: string;
  type: EventType;
  payment_intent_id: string;
  /** 1, 2, 3 per intent. */
  sequence: number;
  status: DeliveryStatus;
  attempts: number;
  endpoint: WebhookEndpoint | null;
  counter_id: string | null;
  url: string | null;
  /** The host is degraded: this delivery waits until a probe succeeds. */
  waiting_for_endpoint: boolean;
  /** ISO 8601. */
  next_attempt_at: string | null;
  last_response_status: number | null;
  last_error: string | null;
  /** ISO 8601. */
  created_at: string;
  /** ISO 8601. */
  delivered_at: string | null;
  payload: WebhookEvent;
  /** Oldest first. */
  attempt_log: DeliveryAttempt[];
}

/** The body of a webhook. Only the test operations send a `ping`. */
export type WebhookEvent = PaymentIntentWebhook | RefundFailedWebhook | PingWebhook;

export interface PaymentIntentWebhook {
  type:
    | "payment.completed"
    | "payment.cancelled"
    | "payment.expired"
    | "payment.approval_requested"
    | "refund.pending"
    | "refund.completed";
  /** ISO 8601. */
  timestamp: string;
  data: PaymentIntentData;
}

export interface PaymentIntentData {
  payment_intent: WebhookPaymentIntent;
  /** Your own order or invoice id. */
  reference: string | null;
  /** As you sent it, byte for byte. */
  metadata: Record<string, unknown> | null;
  /** 1, 2, 3 per intent: order by it. Gaps are normal. */
  sequence: number;
}

/** The payment intent, without QR code, `checkout_url` and `return_url`. */
export interface WebhookPaymentIntent {
  id: string;
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
  /** As you sent it, byte for byte. */
  metadata: Record<string, unknown> | null;
}

export interface RefundFailedWebhook {
  type: "refund.failed";
  /** ISO 8601. */
  timestamp: string;
  data: RefundFailedData;
}

export interface RefundFailedData {
  payment_intent: WebhookPaymentIntent;
  /** Your own order or invoice id. */
  reference: string | null;
  /** As you sent it, byte for byte. */
  metadata: Record<string, unknown> | null;
  /** 1, 2, 3 per intent: order by it. Gaps are normal. */
  sequence: number;
  /** Why the ledger refused the refund. */
  reason: string;
}

export interface PingWebhook {
  type: "ping";
  /** ISO 8601. */
  timestamp: string;
  data: {
    message: string;
  };
}

export interface DeliveryAttempt {
  /** ISO 8601. */
  at: string;
  url: string;
  /** Null when there was no response. */
  status: number | null;
  duration_ms: number;
  error: string | null;
  /** The beginning of the response body. */
  response: string | null;
  /** ISO 8601. */
  next_attempt_at: string | null;
}

export interface ListEventsQuery {
  after?: string;
  /** From 1 to 100. */
  limit?: number;
}

/** A page of events, oldest first. */
export interface EventsResponse {
  events: StoredEvent[];
  /** Send it as `after` next time. */
  next_after: string | null;
  has_more: boolean;
}

/** The body of a webhook, with its id. */
export type StoredEvent = StoredPaymentIntentEvent | StoredRefundFailedEvent;

export interface StoredPaymentIntentEvent {
  /** The webhook-id. */
  id: string;
  type:
    | "payment.completed"
    | "payment.cancelled"
    | "payment.expired"
    | "payment.approval_requested"
    | "refund.pending"
    | "refund.completed";
  /** ISO 8601. */
  timestamp: string;
  data: PaymentIntentData;
}

export interface StoredRefundFailedEvent {
  /** The webhook-id. */
  id: string;
  type: "refund.failed";
  /** ISO 8601. */
  timestamp: string;
  data: RefundFailedData;
}
