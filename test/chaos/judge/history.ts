// Compares each intent in D1 with its events there: nothing is stuck, and the history is whole.
import type { EventType } from "#core/domain/payment-intents/events.ts";
import type { IntentStatus } from "#core/domain/payment-intents/payment-intent.ts";
import type { Disagreement, Evidence, StoredEvent, StoredIntent } from "./evidence.ts";

export function compareHistory({ stored }: Evidence): Disagreement[] {
  const byIntent = Map.groupBy(stored.events, ({ intentId }) => intentId);
  const known = new Set(stored.intents.map(({ id }) => id));
  const orphans = stored.events
    .filter(({ intentId }) => !known.has(intentId))
    .map(({ intentId, id }) => ({ intentId, fault: `event ${id} has no intent` }));
  const faults = stored.intents.flatMap((intent) => {
    const events = byIntent.get(intent.id) ?? [];
    return [
      ...findStuck(intent, stored.readAt),
      ...findGaps(intent, events),
      ...compareTypes(intent, events),
      ...events.flatMap((event) => findUndelivered(event)),
    ].map((fault) => ({ intentId: intent.id, fault }));
  });
  return [...orphans, ...faults];
}

function findStuck({ status, expiresAt, operation, refundStatus }: StoredIntent, now: number): string[] {
  const isOpen = status === "pending" || status === "pending_approval";
  const overdueMs = now - expiresAt;
  return [
    ...(isOpen && overdueMs >= 0
      ? [`still ${status} ${Math.ceil(overdueMs / 1000)} s after its deadline`]
      : []),
    ...(operation === null ? [] : [`an operation is unfinished: ${operation}`]),
    ...(refundStatus === "pending" ? ["its refund is still pending"] : []),
  ];
}

/** 1, 2, 3 and so on, each once, up to the number the intent has counted. */
function findGaps({ eventSequence }: StoredIntent, events: readonly StoredEvent[]): string[] {
  const found = events.map(({ sequence }) => sequence).sort((a, b) => a - b);
  const isWhole = found.length === eventSequence && found.every((sequence, index) => sequence === index + 1);
  return isWhole
    ? []
    : [`counted ${eventSequence} events, D1 has those with sequence ${found.join(", ") || "none"}`];
}

const EVENT_OF_STATUS: Partial<Record<IntentStatus, EventType>> = {
  completed: "payment.completed",
  cancelled: "payment.cancelled",
  expired: "payment.expired",
};

/** Each state has been told once, and no other has. */
function compareTypes(intent: StoredIntent, events: readonly StoredEvent[]): string[] {
  const expected: Partial<Record<EventType, number>> = {
    "payment.approval_requested": intent.targetWalletId === null ? 0 : 1,
    "payment.completed": 0,
    "payment.cancelled": 0,
    "payment.expired": 0,
    "refund.completed": intent.refundStatus === "completed" ? 1 : 0,
  };
  const ended = EVENT_OF_STATUS[intent.status];
  if (ended !== undefined) expected[ended] = 1;
  return Object.entries(expected).flatMap(([type, count]) => {
    const found = events.filter((event) => event.type === type).length;
    if (found === count) return [];
    return [`has ${found} events ${type} while it is ${intent.status}, refund_status ${intent.refundStatus}`];
  });
}

/** Each merchant's endpoint subscribes to every event. */
function findUndelivered({ id, type, deliveryStatus, busDueAt }: StoredEvent): string[] {
  return [
    ...(deliveryStatus === "delivered"
      ? []
      : [`the delivery of ${type} ${id} is ${deliveryStatus}, not delivered`]),
    ...(busDueAt === null ? [] : [`${type} ${id} has not been sent to the message bus`]),
  ];
}
