import * as z from "zod/mini";
import { DeliveryStatus, EventType, WebhookEndpoint } from "#core/wire/shared/enums.ts";
import { integer, nullable, responseOf, text, time, uuid } from "#core/wire/shared/envelope.ts";
import { documented } from "#core/wire/shared/openapi-notes.ts";
import { StoredEvent, WebhookEvent } from "./event-responses.ts";

export const EndpointHealth = z.object({
  status: z.enum(["healthy", "degraded"]),
  consecutive_failures: integer(),
  degraded_since: nullable(time()),
  next_probe_at: nullable(time()),
});

const deliveryFields = {
  id: uuid("The event's id, and the webhook-id of every attempt."),
  type: EventType,
  payment_intent_id: uuid(),
  sequence: integer("1, 2, 3 per intent."),
  status: DeliveryStatus,
  attempts: integer(),
  endpoint: nullable(WebhookEndpoint),
  counter_id: nullable(uuid()),
  url: nullable(z.string()),
  waiting_for_endpoint: documented(
    "The host is degraded: this delivery waits until a probe succeeds.",
    z.boolean(),
  ),
  next_attempt_at: nullable(time()),
  last_response_status: nullable(integer()),
  last_error: nullable(z.string()),
  created_at: time(),
  delivered_at: nullable(time()),
};

export const DeliveryAttempt = z.object({
  at: time(),
  url: z.string(),
  status: nullable(integer(), "Null when there was no response."),
  duration_ms: integer(),
  error: nullable(z.string()),
  response: nullable(z.string(), "The beginning of the response body."),
  next_attempt_at: nullable(time()),
});

export const WebhookDelivery = z.object(deliveryFields);
export const WebhookDeliveryDetail = z.object({
  ...deliveryFields,
  payload: nullable(WebhookEvent, "Null once it has been deleted."),
  attempt_log: documented("Oldest first; empty once they have been deleted.", z.array(DeliveryAttempt)),
});

export const WebhookDeliveriesResponse = responseOf("A page of deliveries, newest first.", {
  deliveries: z.array(WebhookDelivery),
  limit: integer(),
  next_cursor: nullable(uuid(), "Send it as `cursor` for the next page; null on the last."),
});
export const WebhookDeliveryResponse = responseOf("The delivery as it now stands.", {
  delivery: WebhookDeliveryDetail,
});
export const RecoveredResponse = responseOf("The deliveries are being sent again.", {
  recovered: integer("How many."),
});
export const EventsResponse = responseOf("A page of events, oldest first.", {
  events: z.array(StoredEvent),
  next_after: nullable(uuid(), "Send it as `after` next time."),
  has_more: z.boolean(),
});

export const WebhookTestResponse = responseOf("What was sent, and what came back.", {
  test: z.object({
    url: z.string(),
    delivered: z.boolean(),
    status: nullable(integer(), "Null when there was no response."),
    latency_ms: integer(),
    error: nullable(z.string()),
    response: nullable(z.string(), "The beginning of the response body."),
    signed_content: text("The exact text that was signed."),
    headers: z.record(z.string(), z.string()),
    curl: text("The same request for a terminal; its timestamp is valid for five minutes."),
  }),
});
