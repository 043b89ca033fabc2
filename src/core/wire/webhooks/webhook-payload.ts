import type { Environment } from "#core/domain/environment.ts";
import type { IntentEvent } from "#core/domain/payment-intents/events.ts";
import type { PaymentIntent } from "#core/domain/payment-intents/payment-intent.ts";
import { stringify } from "#core/lib/raw-json.ts";
import { isoTime } from "#core/lib/time.ts";
import { presentIntent, presentMetadata } from "#core/wire/payment-intents/present-intent.ts";
import type { Wire, WithRaw } from "#core/wire/shared/wire-types.ts";

/** The body of the event's webhook. Stored with the event, so that every attempt sends the same bytes. */
export function webhookPayload(event: IntentEvent, intent: PaymentIntent, environment: Environment): string {
  const data: WithRaw<Wire<"PaymentIntentData">, "metadata"> = {
    payment_intent: presentIntent(intent, environment),
    reference: intent.reference,
    metadata: presentMetadata(intent),
    sequence: event.sequence,
    ...(event.reason === null ? {} : { reason: event.reason }),
  };
  return stringify({ type: event.type, timestamp: isoTime(event.occurredAt), environment, data });
}
