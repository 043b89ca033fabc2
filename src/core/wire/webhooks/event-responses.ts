// What webhooks carry: one schema per kind of event, which `type` distinguishes.
import * as z from "zod/mini";
import { EVENT_TYPES } from "#core/domain/payment-intents/events.ts";
import { WebhookPaymentIntent } from "#core/wire/payment-intents/responses.ts";
import { Environment } from "#core/wire/shared/enums.ts";
import { integer, nullable, text, time, uuid } from "#core/wire/shared/envelope.ts";
import { documented } from "#core/wire/shared/openapi-notes.ts";

const IntentEventType = z.enum(EVENT_TYPES.filter((type) => type !== "refund.failed"));

const intentData = {
  payment_intent: WebhookPaymentIntent,
  reference: nullable(z.string(), "Your own order or invoice id."),
  metadata: nullable(z.record(z.string(), z.unknown()), "As you sent it, byte for byte."),
  sequence: integer("1, 2, 3 per intent: order by it. Gaps are normal."),
};
export const PaymentIntentData = z.object(intentData);
export const RefundFailedData = z.object({
  ...intentData,
  reason: text("Why the ledger refused the refund."),
});
const happened = { timestamp: time(), environment: Environment };
const intentEvent = { type: IntentEventType, ...happened, data: PaymentIntentData };
const refundFailedEvent = { type: z.literal("refund.failed"), ...happened, data: RefundFailedData };
const pingEvent = {
  type: z.literal("ping"),
  ...happened,
  data: z.object({ message: z.string() }),
};

export const PaymentIntentWebhook = z.object(intentEvent);
export const RefundFailedWebhook = z.object(refundFailedEvent);
export const PingWebhook = z.object(pingEvent);

/** It has no `discriminator`, by which clients would refuse a later type; the first that fits is meant. */
export const WebhookEvent = documented(
  "The body of a webhook. Only the test operations send a `ping`.",
  z.union([RefundFailedWebhook, PingWebhook, PaymentIntentWebhook]),
);

const id = uuid("The webhook-id.");
export const StoredPaymentIntentEvent = z.object({ id, ...intentEvent });
export const StoredRefundFailedEvent = z.object({ id, ...refundFailedEvent });

export const StoredEvent = documented(
  "The body of a webhook, with its id.",
  z.union([StoredRefundFailedEvent, StoredPaymentIntentEvent]),
);
