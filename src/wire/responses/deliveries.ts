import * as z from "zod";
import { DELIVERY_STATUSES, TARGET_KINDS } from "../../domain/delivery.ts";
import { documented, named } from "../published.ts";
import { integer, nullable, responseOf, text, time, uuid } from "./envelope.ts";
import { EventType } from "./payment-intents.ts";
import { WebhookEvent } from "./webhook-event.ts";

export const EndpointHealth = named(
  "EndpointHealth",
  z.object({
    status: z.enum(["healthy", "degraded"]),
    consecutive_failures: integer(),
    degraded_since: nullable(time()),
    next_probe_at: nullable(time()),
  }),
);

const deliveryFields = {
  id: uuid("The event's id, and the webhook-id of every attempt."),
  type: EventType,
  payment_intent_id: uuid(),
  sequence: integer("1, 2, 3 per intent."),
  status: documented({ description: "`none`: no address asks for it." }, z.enum(DELIVERY_STATUSES)),
  attempts: integer(),
  endpoint: nullable(z.enum(TARGET_KINDS)),
  counter_id: nullable(uuid()),
  url: nullable(z.string()),
  waiting_for_endpoint: documented(
    { description: "The address is degraded: it is probed first." },
    z.boolean(),
  ),
  next_attempt_at: nullable(time()),
  last_response_status: nullable(integer()),
  last_error: nullable(z.string()),
  created_at: time(),
  delivered_at: nullable(time()),
};

const DeliveryAttempt = named(
  "DeliveryAttempt",
  z.object({
    at: time(),
    url: z.string(),
    status: nullable(integer(), "Null when no answer came."),
    duration_ms: integer(),
    error: nullable(z.string()),
    response: nullable(z.string(), "The beginning of the answer."),
    next_attempt_at: nullable(time()),
  }),
);

export const WebhookDelivery = named("WebhookDelivery", z.object(deliveryFields));
export const WebhookDeliveryDetail = named(
  "WebhookDeliveryDetail",
  z.object({
    ...deliveryFields,
    payload: WebhookEvent,
    attempt_log: documented({ description: "Oldest first." }, z.array(DeliveryAttempt)),
  }),
);

export const WebhookDeliveriesResponse = responseOf("WebhookDeliveriesResponse", {
  deliveries: z.array(WebhookDelivery),
  limit: integer(),
  next_cursor: nullable(uuid(), "Send it as `cursor` for the next page; null at the end."),
});
export const WebhookDeliveryResponse = responseOf("WebhookDeliveryResponse", {
  delivery: WebhookDeliveryDetail,
});
export const RecoveredResponse = responseOf("RecoveredResponse", {
  recovered: integer("How many are being sent again."),
});
export const EventsResponse = responseOf("EventsResponse", {
  events: documented(
    { description: "Webhook bodies with their ids, oldest first." },
    z.array(WebhookEvent.extend({ id: uuid("The webhook-id.") })),
  ),
  next_after: nullable(uuid(), "Send it as `after` next time."),
  has_more: z.boolean(),
});

export const WebhookTestResponse = responseOf("WebhookTestResponse", {
  test: z.object({
    url: z.string(),
    delivered: z.boolean(),
    status: nullable(integer(), "Null when no answer came."),
    latency_ms: integer(),
    error: nullable(z.string()),
    response: nullable(z.string(), "The beginning of the answer."),
    signed_content: text("The very text that was signed."),
    headers: z.record(z.string(), z.string()),
    curl: text("The same request from a terminal; its timestamp is good for five minutes."),
  }),
});
