// Webhook deliveries and the health of their endpoints. Times are ISO 8601.
import type { EventType, WebhookEvent } from "./event.ts";

export type DeliveryStatus = "none" | "pending" | "delivered" | "failed";
export type TargetKind = "callback_url" | "counter" | "merchant";

export interface EndpointHealth {
  /** A degraded endpoint gets one delivery every ten minutes; the others wait. It is never disabled. */
  status: "healthy" | "degraded";
  consecutive_failures: number;
  degraded_since: string | null;
  next_probe_at: string | null;
}

export interface WebhookDelivery {
  /** The same as the `webhook-id`. */
  id: string;
  type: EventType;
  payment_intent_id: string;
  sequence: number;
  /** `none` means that no endpoint subscribes to this event. */
  status: DeliveryStatus;
  attempts: number;
  endpoint: TargetKind | null;
  counter_id: string | null;
  url: string | null;
  waiting_for_endpoint: boolean;
  next_attempt_at: string | null;
  last_response_status: number | null;
  last_error: string | null;
  created_at: string;
  delivered_at: string | null;
}

export interface WebhookAttempt {
  at: string;
  url: string;
  status: number | null;
  duration_ms: number;
  error: string | null;
  /** The first 4 KB of the response body. */
  response: string | null;
  next_attempt_at: string | null;
}

export interface WebhookDeliveryDetail extends WebhookDelivery {
  payload: Omit<WebhookEvent, "id">;
  attempt_log: WebhookAttempt[];
}

export interface ListDeliveriesQuery {
  status?: DeliveryStatus;
  payment_intent_id?: string;
  /** A kind of endpoint, or the id of a counter. */
  endpoint?: string;
  created_from?: string;
  created_to?: string;
  cursor?: string;
  limit?: number;
}

export interface DeliveriesResponse {
  success: true;
  deliveries: WebhookDelivery[];
  limit: number;
  next_cursor: string | null;
}

export interface DeliveryResponse {
  success: true;
  delivery: WebhookDeliveryDetail;
}

export interface RecoverResponse {
  success: true;
  recovered: number;
}

export interface EventsQuery {
  /** The id of the last event that the receiver has. */
  after?: string;
  limit?: number;
}

export interface EventsResponse {
  success: true;
  /** Oldest first, with the payloads of their webhooks. */
  events: WebhookEvent[];
  next_after: string | null;
  has_more: boolean;
}

export interface WebhookTestResponse {
  success: true;
  test: {
    url: string;
    delivered: boolean;
    status: number | null;
    latency_ms: number;
    error: string | null;
    response: string | null;
    /** The exact text that was signed: `id.timestamp.body`. */
    signed_content: string;
    headers: Record<string, string>;
    /** A curl command that sends the same request. */
    curl: string;
  };
}
