import type { IntentEvent } from "../../domain/events.ts";
import type { PaymentIntent } from "../../domain/payment-intent.ts";
import { stringify } from "../../lib/raw-json.ts";
import { isoTime } from "../../lib/time.ts";
import { presentIntent, presentMetadata } from "../payment-intents/present-intent.ts";
import type { Wire, WithRaw } from "../shared/wire-types.ts";

/** The body of the event's webhook. Stored with the event, so that every attempt sends the same bytes. */
export function webhookPayload(event: IntentEvent, intent: PaymentIntent): string {
  const data: WithRaw<Wire<"PaymentIntentData">, "metadata"> = {
    payment_intent: presentIntent(intent),
    reference: intent.reference,
    metadata: presentMetadata(intent),
    sequence: event.sequence,
    ...(event.reason === null ? {} : { reason: event.reason }),
  };
  return stringify({ type: event.type, timestamp: isoTime(event.occurredAt), data });
}
