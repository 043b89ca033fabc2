import { EventsQuery, ListDeliveriesQuery, RecoverBody } from "../../../wire/requests/deliveries.ts";
import {
  EventsResponse,
  RecoveredResponse,
  WebhookDeliveriesResponse,
  WebhookDeliveryResponse,
  WebhookTestResponse,
} from "../../../wire/responses/deliveries.ts";
import { DELIVERY, DELIVERY_DETAIL, EVENT, WEBHOOK_TEST } from "../examples.ts";
import type { Operation } from "../operation.ts";

const DELIVERIES = "/merchant/api/v1/webhook-deliveries";
const common = { tag: "Webhook deliveries", access: "merchant" } as const;
const LIMIT_FAULT = { field: "limit", message: "must be at most 100" };

export const webhookDeliveryOperations: readonly Operation[] = [
  {
    ...common,
    method: "get",
    path: DELIVERIES,
    operationId: "listWebhookDeliveries",
    summary: "List webhook deliveries",
    description: "Newest first.",
    query: ListDeliveriesQuery,
    responses: {
      200: {
        description: "A page of deliveries.",
        schema: WebhookDeliveriesResponse,
        examples: { page: { deliveries: [DELIVERY], limit: 20, next_cursor: null } },
      },
    },
    fault: LIMIT_FAULT,
  },
  {
    ...common,
    method: "get",
    path: `${DELIVERIES}/{deliveryID}`,
    operationId: "getWebhookDelivery",
    summary: "Read a webhook delivery",
    description: "With its payload and the log of its attempts.",
    responses: {
      200: {
        description: "The delivery.",
        schema: WebhookDeliveryResponse,
        examples: { delivered: { delivery: DELIVERY_DETAIL } },
      },
    },
    refusals: ["delivery_not_found"],
  },
  {
    ...common,
    method: "post",
    path: `${DELIVERIES}/{deliveryID}/redeliver`,
    operationId: "redeliverWebhook",
    summary: "Send a webhook again",
    description:
      "Now, and with the whole schedule of retries from its beginning; the webhook-id stays the same.",
    responses: {
      200: {
        description: "It is on its way.",
        schema: WebhookDeliveryResponse,
        examples: { delivered: { delivery: DELIVERY_DETAIL } },
      },
    },
    refusals: ["delivery_not_found", "no_webhook_target"],
  },
  {
    ...common,
    method: "post",
    path: `${DELIVERIES}/recover`,
    operationId: "recoverWebhookDeliveries",
    summary: "Send again all that failed for good",
    body: {
      schema: RecoverBody,
      examples: { outage: { since: "2026-09-01T00:00:00Z", until: "2026-09-02T00:00:00Z" } },
    },
    responses: {
      200: {
        description: "They are on their way.",
        schema: RecoveredResponse,
        examples: { outage: { recovered: 42 } },
      },
    },
    fault: { field: "until", message: "must be later than since" },
  },
  {
    ...common,
    method: "get",
    path: "/merchant/api/v1/events",
    operationId: "listEvents",
    summary: "Catch up on events",
    description: "Oldest first, of the last 30 days: for a receiver that has missed some.",
    query: EventsQuery,
    responses: {
      200: {
        description: "A page of events.",
        schema: EventsResponse,
        examples: { page: { events: [EVENT], next_after: EVENT.id, has_more: false } },
      },
    },
    fault: LIMIT_FAULT,
  },
  {
    ...common,
    method: "post",
    path: "/merchant/api/v1/webhook/test",
    operationId: "testMerchantWebhook",
    summary: "Send a test to the merchant's address",
    description: "One `ping`, now; what came back is in the answer.",
    responses: {
      200: {
        description: "What the address made of it.",
        schema: WebhookTestResponse,
        examples: { delivered: { test: WEBHOOK_TEST } },
      },
    },
    refusals: ["no_webhook_url", "merchant_not_active"],
  },
  {
    ...common,
    method: "post",
    path: "/merchant/api/v1/counters/{counterID}/test-webhook",
    operationId: "testCounterWebhook",
    summary: "Send a test to a counter's address",
    responses: {
      200: {
        description: "What the address made of it.",
        schema: WebhookTestResponse,
        examples: { delivered: { test: WEBHOOK_TEST } },
      },
    },
    refusals: ["counter_not_found", "no_webhook_url"],
  },
];
