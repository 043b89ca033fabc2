// Intents against their events in D1: the event about each final state, and that event's webhook.

import { FINAL_STATUSES, type FinalStatus } from "#core/domain/payment-intents/payment-intent.ts";
import { CHECK_START, type CheckPosition, type Finding } from "#core/domain/reconciliation/reconciliation.ts";
import { type Check, pageOf } from "#core/services/reconciliation/reconciliation-check.ts";
import { type FoundEvent, type IntentEvents, listIntentEvents } from "../db/reconciled-intents.ts";

const INTENTS_PER_PAGE = 100;

/** One status after the other. The position's key is the status and the merchant. */
export const checkIntentEvents: Check = async ({ shard, from, to, stuckBefore, room }, after) => {
  const { status, merchantId } = readKey(after.key);
  const range = { from, to, after: { ...after, key: merchantId } };
  const { intents, next } = await listIntentEvents(shard, status, range, INTENTS_PER_PAGE);
  const examined = intents.map((intent) => ({
    position: { at: intent.createdAt, key: `${status} ${intent.merchantId}`, id: intent.id },
    finding: intent.updatedAt > stuckBefore ? null : judgeEvents(intent),
  }));
  return pageOf(
    examined,
    room,
    next === null ? startAfter(status) : { ...next, key: `${status} ${next.key}` },
  );
};

/** The first position has an empty one. */
function readKey(key: string): { status: FinalStatus; merchantId: string } {
  const [name, merchantId = ""] = key.split(" ");
  const status = FINAL_STATUSES.find((each) => each === name);
  return status === undefined ? { status: FINAL_STATUSES[0], merchantId } : { status, merchantId };
}

function startAfter(status: FinalStatus): CheckPosition | null {
  const next = FINAL_STATUSES[FINAL_STATUSES.indexOf(status) + 1];
  return next === undefined ? null : { ...CHECK_START, key: `${next} ` };
}

function judgeEvents(intent: IntentEvents): Finding | null {
  const { ending, endedAt, endingEvent, isRefunded, refundEvent, updatedAt } = intent;
  const aboutEnding = judgeEvent(intent, ending, endedAt ?? updatedAt, endingEvent);
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
