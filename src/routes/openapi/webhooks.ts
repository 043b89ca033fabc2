// The document's `webhooks`: what this service sends, and what it makes of the answer.
import { EVENT_TYPES, type EventType } from "../../domain/events.ts";
import { WebhookEvent } from "../../wire/responses/webhook-event.ts";
import { PAID_INTENT, REFUNDING_INTENT, SCANNED_INTENT } from "./examples.ts";
import { PARAMETERS } from "./headers.ts";
import { referenceTo } from "./schemas.ts";
import type { OperationObject, PathItem } from "./types.ts";

const TIME = "2026-09-01T08:30:42.118Z";

interface Moment {
  summary: string;
  intent: { reference: string | null; metadata: object; [field: string]: unknown };
}

/** When each is sent, and with which intent. */
const EVENTS: Record<EventType, Moment> = {
  "payment.completed": { summary: "An intent is paid", intent: PAID_INTENT },
  "payment.cancelled": {
    summary: "An intent is cancelled by its merchant or rejected by the customer",
    intent: {
      ...SCANNED_INTENT,
      status: "cancelled",
      cancellation_reason: "rejected_by_customer",
      cancelled_at: TIME,
    },
  },
  "payment.expired": {
    summary: "An intent is past its deadline",
    intent: { ...SCANNED_INTENT, status: "expired" },
  },
  "payment.approval_requested": { summary: "A customer is asked to approve", intent: SCANNED_INTENT },
  "refund.pending": { summary: "A refund is with the ledger", intent: REFUNDING_INTENT },
  "refund.completed": {
    summary: "A refund has settled",
    intent: { ...REFUNDING_INTENT, refund_status: "completed" },
  },
  "refund.failed": {
    summary: "A refund was refused by the ledger, and may be tried again",
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

export function webhooks(): Record<string, PathItem> {
  return Object.fromEntries(EVENT_TYPES.map((type) => [type, { post: webhook(type) }]));
}

function webhook(type: EventType): OperationObject {
  const { summary, intent } = EVENTS[type];
  const data = {
    payment_intent: intent,
    reference: intent.reference,
    metadata: intent.metadata,
    sequence: 1,
    ...(type === "refund.failed" ? { reason: "insufficient_funds" } : {}),
  };
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
          schema: { allOf: [referenceTo(WebhookEvent), { properties: { type: { const: type } } }] },
          examples: { [type]: { value: { type, timestamp: TIME, data } } },
        },
      },
    },
    responses: {
      "2XX": { description: "You have it. Answer within 15 seconds, and do the work afterwards." },
      "410": { description: "You do not want it: it is not tried again." },
      default: { description: "Tried again, up to eleven times in about three days." },
    },
  };
}
