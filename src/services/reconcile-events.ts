// Intents against their events in D1: the event about each final state, and that event's webhook.
import { type FoundEvent, type IntentEvents, listIntentEvents } from "../db/reconciled-intents.ts";
import type { Finding } from "../domain/reconciliation.ts";
import { type Check, pageOf } from "./reconciliation-check.ts";

const INTENTS_PER_PAGE = 100;

export const checkIntentEvents: Check = async ({ deps, from, to, stuckBefore, room }, after) => {
  const { intents, next } = await listIntentEvents(deps.db, { from, to, after }, INTENTS_PER_PAGE);
  const examined = intents.map((intent) => ({
    position: { at: intent.createdAt, key: intent.merchantId, id: intent.id },
    finding: intent.updatedAt > stuckBefore ? null : judgeEvents(intent),
  }));
  return pageOf(examined, room, next);
};

function judgeEvents(intent: IntentEvents): Finding | null {
  const { ending, endedAt, endingEvent, isRefunded, refundEvent, updatedAt } = intent;
  const aboutEnding = ending === null ? null : judgeEvent(intent, ending, endedAt ?? updatedAt, endingEvent);
  if (aboutEnding !== null || isRefunded === 0) return aboutEnding;
  return judgeEvent(intent, "refund.completed", updatedAt, refundEvent);
}

function judgeEvent(
  intent: IntentEvents,
  type: string,
  happenedAt: number,
  json: string | null,
): Finding | null {
  const about = { merchantId: intent.merchantId, paymentIntentId: intent.id };
  if (json === null) {
    return { ...about, kind: "event_missing", since: happenedAt, found: `there is no event ${type}` };
  }
  const event: FoundEvent = JSON.parse(json);
  if (event.lacksDelivery === 0) return null;
  const found = `the event ${type} has no webhook planned, although an endpoint is subscribed`;
  return { ...about, kind: "delivery_missing", since: event.createdAt, found, eventId: event.id };
}
