// What an object keeps of its intent: one JSON document, because every table of an object is billed per intent.

import type { NewEvent } from "../db/events.ts";
import type { Decision } from "../domain/decide.ts";
import { isOpen, type PaymentIntent } from "../domain/payment-intent.ts";
import type { Cause, WalletEventMessage } from "../domain/ports.ts";
import { balanceUpdated } from "../wire/cloud-events.ts";
import { webhookPayload } from "../wire/webhook-payload.ts";

export interface IntentDocument {
  intent: PaymentIntent;
  /** Events that D1 or the queue may not have yet. */
  outbox: NewEvent[];
  /** The version of the intent that D1 has for certain. */
  projectedVersion: number;
  /** When the object's one alarm rings; null when none is set. */
  alarmAt: number | null;
  /** Alarms in a row after which D1 or the queue still did not have everything; absent for none. */
  drainFailures?: number;
}

/** Long enough for a ledger call to time out and the drain behind it, short enough not to be noticed. */
const UNFINISHED_DELAY_MS = 10_000;
const UNFINISHED_DELAY_MS_MAX = 5 * 60_000;

export function newDocument(intent: PaymentIntent): IntentDocument {
  return { intent, outbox: [], projectedVersion: intent.version, alarmAt: null };
}

/** The document after a decision; `newId` gives time-ordered event ids. */
export function applyDecision(
  document: IntentDocument,
  decision: Decision,
  cause: Cause,
  newId: () => string,
): IntentDocument {
  const added = decision.events.map((event) => ({
    id: newId(),
    type: event.type,
    sequence: event.sequence,
    occurredAt: event.occurredAt,
    actor: cause.actor,
    requestId: cause.requestId,
    payload: webhookPayload(event, decision.intent),
  }));
  return { ...document, intent: decision.intent, outbox: [...document.outbox, ...added] };
}

/** D1 has this version, and D1 and the queue have every event. */
export function isDrained(document: IntentDocument): boolean {
  return document.projectedVersion >= document.intent.version && document.outbox.length === 0;
}

/** What is left after everything in `drained`, an earlier state of the document, has reached D1 and the queue. */
export function withoutDrained(document: IntentDocument, drained: IntentDocument): IntentDocument {
  const sent = new Set(drained.outbox.map((event) => event.id));
  return {
    ...document,
    outbox: document.outbox.filter((event) => !sent.has(event.id)),
    projectedVersion: Math.max(document.projectedVersion, drained.intent.version),
    drainFailures: 0,
  };
}

/** After an alarm: what is not drained by now waits longer every time, so that an outage does not end in a stampede. */
export function afterAlarm(document: IntentDocument): IntentDocument {
  if (isDrained(document)) return document;
  return { ...document, drainFailures: (document.drainFailures ?? 0) + 1 };
}

const SETTLES: Partial<Record<string, "payment" | "refund">> = {
  "payment.completed": "payment",
  "refund.completed": "refund",
};

/** What the paying wallet is told of the events in the outbox. */
export function balanceUpdates({ intent, outbox }: IntentDocument, publicUrl: string): WalletEventMessage[] {
  return outbox.flatMap(({ id, type, occurredAt }) => {
    const settled = SETTLES[type];
    if (settled === undefined || intent.completedBy === null) return [];
    return [balanceUpdated(intent, intent.completedBy, settled, { eventId: id, occurredAt, publicUrl })];
  });
}

/** Nothing is pending and nothing can happen by itself any more: D1 has all there is. */
export function isAtRest(document: IntentDocument): boolean {
  return isDrained(document) && document.intent.operation === null && !isOpen(document.intent);
}

/** When the object must wake by itself: the earliest of unfinished work, the deadline, and being collected. */
export function wakeAt(document: IntentDocument, now: number): number {
  const { intent } = document;
  const due = [];
  if (intent.operation !== null) due.push(now + unfinishedDelayMs(intent.operation.attempts));
  // A deadline that has passed and could not be recorded is unfinished work, too, and must not spin.
  if (isOpen(intent) && now < intent.expiresAt) due.push(intent.expiresAt);
  if (!isDrained(document) || due.length === 0)
    due.push(now + unfinishedDelayMs(document.drainFailures ?? 0));
  return Math.min(...due);
}

/** Ten seconds, doubled with every failure after the first. */
function unfinishedDelayMs(failures: number): number {
  return Math.min(UNFINISHED_DELAY_MS * 2 ** Math.max(0, failures - 1), UNFINISHED_DELAY_MS_MAX);
}
