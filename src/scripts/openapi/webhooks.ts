// The document's `webhooks`: what this service sends, and how it treats the response.
import type * as z from "zod/mini";
import { EVENT_TYPES, type EventType } from "../../core/domain/payment-intents/events.ts";
import {
  PaymentIntentWebhook,
  PingWebhook,
  RefundFailedWebhook,
} from "../../core/wire/webhooks/event-responses.ts";
import { COMPLETED, exampleOf, PAID_AT, REFUNDING, SCANNED } from "./examples.ts";
import { referenceTo } from "./schemas.ts";
import type { OperationObject, Parameter, PathItem, ResponseObject } from "./types.ts";

interface Occasion {
  summary: string;
  intent: Record<string, unknown>;
}

const EVENTS: Record<EventType, Occasion> = {
  "payment.completed": { summary: "An intent is paid", intent: COMPLETED },
  "payment.cancelled": {
    summary: "An intent is cancelled or withdrawn by its merchant, or rejected by the customer",
    intent: {
      ...SCANNED,
      status: "cancelled",
      cancellation_reason: "rejected_by_customer",
      cancelled_at: PAID_AT,
    },
  },
  "payment.expired": { summary: "An intent has expired", intent: { ...SCANNED, status: "expired" } },
  "payment.approval_requested": { summary: "A customer is asked to approve an intent", intent: SCANNED },
  "refund.pending": { summary: "A refund is with the ledger", intent: REFUNDING },
  "refund.completed": {
    summary: "A refund has settled",
    intent: { ...REFUNDING, refund_status: "completed" },
  },
  "refund.failed": { summary: "The ledger refused a refund; it may be tried again", intent: COMPLETED },
};

/**
 * They are no references: oapi-codegen has no type for a parameter that no operation has. What each holds is said once, in the
 * description of their tag.
 */
const HEADERS: Parameter[] = ["webhook-id", "webhook-timestamp", "webhook-signature"].map((name) => ({
  name,
  in: "header",
  required: true,
  schema: { type: "string" },
}));

const PING = {
  type: "ping",
  timestamp: PAID_AT,
  environment: "sandbox",
  data: { message: "A test of this endpoint. Nothing was paid." },
};

export function webhooks(): Record<string, PathItem> {
  const events = EVENT_TYPES.map((type) => [type, { post: eventWebhook(type) }] as const);
  const ping = webhook("ping", "A test operation was called", PingWebhook, PING);
  return Object.fromEntries([...events, ["ping", { post: ping }]]);
}

function eventWebhook(type: EventType): OperationObject {
  const { summary, intent } = EVENTS[type];
  const payment_intent = exampleOf("WebhookPaymentIntent", intent);
  const [schema, data] =
    type === "refund.failed"
      ? ([RefundFailedWebhook, "RefundFailedData"] as const)
      : ([PaymentIntentWebhook, "PaymentIntentData"] as const);
  return webhook(type, summary, schema, {
    type,
    timestamp: PAID_AT,
    environment: "sandbox",
    data: exampleOf(data, { payment_intent }),
  });
}

function webhook(type: string, summary: string, schema: z.ZodMiniType, example: object): OperationObject {
  return {
    operationId: `on ${type}`.replace(/[ ._](\w)/g, (_, letter: string) => letter.toUpperCase()),
    tags: ["Webhooks"],
    summary,
    security: [],
    "x-audiences": ["shop"],
    parameters: HEADERS,
    requestBody: {
      required: true,
      content: {
        "application/json": {
          schema: { allOf: [referenceTo(schema), { properties: { type: { type: "string", const: type } } }] },
          examples: { [type]: { value: example } },
        },
      },
    },
    responses: {
      "2XX": { $ref: "#/components/responses/WebhookReceived" },
      "410": { $ref: "#/components/responses/WebhookNotWanted" },
      default: { $ref: "#/components/responses/WebhookRetried" },
    },
  };
}

export const WEBHOOK_RESPONSES: Record<string, ResponseObject> = {
  WebhookReceived: {
    description: "Received. Respond within 15 seconds, and process the event afterwards.",
  },
  WebhookNotWanted: { description: "Not wanted. This delivery is not retried." },
  WebhookRetried: { description: "Retried up to eleven times over about three days." },
};
