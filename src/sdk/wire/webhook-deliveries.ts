// Generated from the OpenAPI document by npm run generate; do not edit.
import type { Environment, EventType, WebhookPaymentIntent } from "./payment-intents.ts";

export interface ListWebhookDeliveriesQuery {
  status?: "none" | "pending" | "delivered" | "failed";
  payment_intent_id?: string;
  /** A kind of endpoint, or the id of a counter. */
  endpoint?: WebhookEndpoint;
  /** ISO 8601. */
  created_from?: string;
  /** ISO 8601. */
  created_to?: string;
  cursor?: string;
  /** From 1 to 100. */
  limit?: number;
}

/** Whose address the webhook goes to. */
export type WebhookEndpoint = "callback_url" | "counter" | "merchant" | (string & {});

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

/** `none`: no endpoint subscribes to the event. */
export type DeliveryStatus = "none" | "pending" | "delivered" | "failed" | (string & {});

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

export interface WebhookDeliveryDetail extends WebhookDelivery {
  /** Null once it has been deleted. */
  payload: WebhookEvent | null;
  /** Oldest first; empty once they have been deleted. */
  attempt_log: DeliveryAttempt[];
}

/** The body of a webhook. Only the test operations send a `ping`. */
export type WebhookEvent = RefundFailedWebhook | PingWebhook | PaymentIntentWebhook;

export interface RefundFailedWebhook {
  type: "refund.failed";
  /** ISO 8601. */
  timestamp: string;
  environment: Environment;
  data: RefundFailedData;
}

export interface RefundFailedData extends PaymentIntentData {
  /** Why the ledger refused the refund. */
  reason: string;
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

export interface PingWebhook {
  type: "ping";
  /** ISO 8601. */
  timestamp: string;
  environment: Environment;
  data: {
    message: string;
  };
}

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
  environment: Environment;
  data: PaymentIntentData;
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
export type StoredEvent = StoredRefundFailedEvent | StoredPaymentIntentEvent;

export interface StoredRefundFailedEvent extends RefundFailedWebhook {
  /** The webhook-id. */
  id: string;
}

export interface StoredPaymentIntentEvent {
  type:
    | "payment.completed"
    | "payment.cancelled"
    | "payment.expired"
    | "payment.approval_requested"
    | "refund.pending"
    | "refund.completed";
  /** The webhook-id. */
  id: string;
  /** ISO 8601. */
  timestamp: string;
  environment: Environment;
  data: PaymentIntentData;
}
