// The document's `webhooks`: what this service sends, and how it treats the response.
import type * as z from "zod/mini";
import { EVENT_TYPES, type EventType } from "../../domain/events.ts";
import {
  PaymentIntentWebhook,
  PingWebhook,
  RefundFailedWebhook,
} from "../../wire/webhooks/event-responses.ts";
import { PAID_INTENT, REFUNDING_INTENT, SCANNED_INTENT } from "./examples.ts";
import { PARAMETERS } from "./parameters.ts";
import { referenceTo } from "./schemas.ts";
import type { OperationObject, PathItem } from "./types.ts";

const TIME = "2026-09-01T08:30:42.118Z";

interface Occasion {
  summary: string;
  intent: { reference: string | null; metadata: object; [field: string]: unknown };
}

/** When each is sent, and with which intent. */
const EVENTS: Record<EventType, Occasion> = {
  "payment.completed": { summary: "An intent is paid", intent: PAID_INTENT },
  "payment.cancelled": {
    summary: "An intent is cancelled or withdrawn by its merchant, or rejected by the customer",
    intent: {
      ...SCANNED_INTENT,
      status: "cancelled",
      cancellation_reason: "rejected_by_customer",
      cancelled_at: TIME,
    },
  },
  "payment.expired": {
    summary: "An intent has expired",
    intent: { ...SCANNED_INTENT, status: "expired" },
  },
  "payment.approval_requested": {
    summary: "A customer is asked to approve an intent",
    intent: SCANNED_INTENT,
  },
  "refund.pending": { summary: "A refund is with the ledger", intent: REFUNDING_INTENT },
  "refund.completed": {
    summary: "A refund has settled",
    intent: { ...REFUNDING_INTENT, refund_status: "completed" },
  },
  "refund.failed": {
    summary: "The ledger refused a refund; it may be tried again",
    intent: PAID_INTENT,
  },
};

const SIGNATURE = {
  name: "webhook-signature",
  in: "header",
  required: true,
  description:
    "`v1,` and base64 of HMAC-SHA256 over `{webhook-id}.{webhook-timestamp}.{body}`; two, with a space between, while a secret is being replaced.",
  schema: { type: "string" },
} as const;

const PING = {
  type: "ping",
  timestamp: TIME,
  data: { message: "A test of this endpoint. Nothing was paid." },
};

export function webhooks(): Record<string, PathItem> {
  const events = EVENT_TYPES.map((type) => [type, { post: eventWebhook(type) }] as const);
  const ping = webhook("ping", "A test operation was called", PingWebhook, PING);
  return Object.fromEntries([...events, ["ping", { post: ping }]]);
}

function eventWebhook(type: EventType): OperationObject {
  const { summary, intent } = EVENTS[type];
  const { reference, metadata } = intent;
  const data = { payment_intent: intent, reference, metadata, sequence: 1 };
  return type === "refund.failed"
    ? webhook(type, summary, RefundFailedWebhook, {
        type,
        timestamp: TIME,
        data: { ...data, reason: "insufficient_funds" },
      })
    : webhook(type, summary, PaymentIntentWebhook, { type, timestamp: TIME, data });
}

function webhook(type: string, summary: string, schema: z.ZodMiniType, example: object): OperationObject {
  return {
    operationId: `on ${type}`.replace(/[ ._](\w)/g, (_, letter: string) => letter.toUpperCase()),
    tags: ["Webhooks"],
    summary,
    security: [],
    parameters: [PARAMETERS.WebhookId, PARAMETERS.WebhookTimestamp, SIGNATURE],
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
      "2XX": { description: "Received. Respond within 15 seconds, and process the event afterwards." },
      "410": { description: "Not wanted. This delivery is not retried." },
      default: { description: "Retried up to eleven times over about three days." },
    },
  };
}
