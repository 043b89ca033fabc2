// Webhook deliveries and the health of the addresses they go to.
import type { EventType, WebhookEvent } from "./event.ts";

export type DeliveryStatus = "none" | "pending" | "delivered" | "failed";
export type TargetKind = "callback_url" | "counter" | "merchant";

export interface EndpointHealth {
  /** Degraded: one delivery tries it each ten minutes, the others wait. It is never switched off. */
  status: "healthy" | "degraded";
  consecutive_failures: number;
  degraded_since: string | null;
  next_probe_at: string | null;
}

export interface WebhookDelivery {
  /** Also the `webhook-id`. */
  id: string;
  type: EventType;
  payment_intent_id: string;
  sequence: number;
  /** `none`: no endpoint asks for it. */
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
  /** The first 4 KB of the answer. */
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
  /** A kind of target, or the id of a counter. */
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
  /** The id of the last event the caller has. */
  after?: string;
  limit?: number;
}

export interface EventsResponse {
  success: true;
  /** Oldest first, as their webhooks were sent. */
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
    /** The very text that was signed: `id.timestamp.body`. */
    signed_content: string;
    headers: Record<string, string>;
    /** The same request, for a terminal. */
    curl: string;
  };
}
