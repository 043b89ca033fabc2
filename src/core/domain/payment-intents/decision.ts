// What a command does to an intent, as a value.

import type { DeclineReason } from "#core/domain/ledger.ts";
import type { IntentRefusal } from "./commands.ts";
import type { EventType, IntentEvent } from "./events.ts";
import type { IntentState, PaymentIntent } from "./payment-intent.ts";

/** A decision can both change the intent and refuse: a late confirm expires the intent and is refused. */
export interface Decision {
  intent: PaymentIntent;
  events: IntentEvent[];
  refusal: IntentRefusal | null;
}

export function unchanged(intent: PaymentIntent): Decision {
  return { intent, events: [], refusal: null };
}

export function refused(intent: PaymentIntent, refusal: IntentRefusal): Decision {
  return { intent, events: [], refusal };
}

/** Changes nothing that callers or endpoints can see: the version stays and there is no event. */
export function changedInternally(intent: PaymentIntent, change: Partial<IntentState>): Decision {
  return unchanged({ ...intent, ...change });
}

/** A visible change: a new version, and at most one event. `reason` says why a refund failed. */
export function changed(
  intent: PaymentIntent,
  change: Partial<IntentState>,
  type: EventType | null,
  now: number,
  reason: DeclineReason | null = null,
): Decision {
  const eventSequence = intent.eventSequence + (type === null ? 0 : 1);
  const next = { ...intent, ...change, eventSequence, version: intent.version + 1, updatedAt: now };
  const events = type === null ? [] : [{ type, sequence: eventSequence, occurredAt: now, reason }];
  return { intent: next, events, refusal: null };
}

/** The second decision was made on the intent that the first one left. */
export function followedBy(first: Decision, second: Decision): Decision {
  return { ...second, events: [...first.events, ...second.events] };
}
