import * as z from "zod";
import { documented, named } from "../published.ts";
import { integer, nullable, text, time } from "./envelope.ts";
import { EventType, PaymentIntent } from "./payment-intents.ts";

/** The body of a webhook. Its intent is the merchant's view without the QR code. */
export const WebhookEvent = named(
  "WebhookEvent",
  z.object({
    type: EventType,
    timestamp: time(),
    data: z.object({
      payment_intent: PaymentIntent,
      reference: nullable(z.string(), "Your own order or invoice id."),
      metadata: nullable(z.record(z.string(), z.unknown()), "As you sent it, byte for byte."),
      sequence: integer("1, 2, 3 per intent: order by it. Gaps are normal."),
      reason: documented({ description: "Why a refund failed." }, text().optional()),
    }),
  }),
);
