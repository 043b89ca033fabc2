import type { IntentRefusal } from "./commands.ts";
import type { EventType, IntentEvent } from "./events.ts";
import type { PaymentIntent } from "./payment-intent.ts";

/** A decision may change the intent and refuse at once: a late confirm expires the intent and is refused. */
export interface Decision {
  intent: PaymentIntent;
  events: IntentEvent[];
  refusal: IntentRefusal | null;
}

/** Nothing the outside could see: no change at all, or one that only the object has to remember. */
export function quiet(intent: PaymentIntent): Decision {
  return { intent, events: [], refusal: null };
}

export function refused(intent: PaymentIntent, refusal: IntentRefusal): Decision {
  return { intent, events: [], refusal };
}

export function changed(
  intent: PaymentIntent,
  change: Partial<PaymentIntent>,
  type: EventType | null,
  now: number,
  reason: string | null = null,
): Decision {
  const eventSequence = intent.eventSequence + (type === null ? 0 : 1);
  const next = { ...intent, ...change, eventSequence, version: intent.version + 1, updatedAt: now };
  const events = type === null ? [] : [{ type, sequence: eventSequence, occurredAt: now, reason }];
  return { intent: next, events, refusal: null };
}
