// What a Durable Object stores of its intent: a single value, because every row it writes is billed.
import type { NewEvent } from "../db/events.ts";
import type { Decision } from "../domain/decide.ts";
import { isOpen, type PaymentIntent } from "../domain/payment-intent.ts";
import type { Cause, WalletEventMessage } from "../domain/ports.ts";
import { balanceUpdated } from "../wire/cloud-events.ts";
import { webhookPayload } from "../wire/webhook-payload.ts";

export interface IntentDocument {
  intent: PaymentIntent;
  /** Events that D1 or the queues may not have yet. */
  outbox: NewEvent[];
  /** The last version of the intent that is known to be in D1. */
  projectedVersion: number;
  /** When the object's alarm is due; null when none is set. */
  alarmAt: number | null;
  /** Consecutive alarms that did not get everything to D1 and the queues; absent means none. */
  drainFailures?: number;
}

/** Long enough for a ledger call to time out and the result to be drained, short enough to go unnoticed. */
const UNFINISHED_DELAY_MS = 10_000;
const UNFINISHED_DELAY_MS_MAX = 5 * 60_000;

export function newDocument(intent: PaymentIntent): IntentDocument {
  return { intent, outbox: [], projectedVersion: intent.version, alarmAt: null };
}

/** The document after a decision. `newId` returns time-ordered event ids. */
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

/** D1 has this version, and D1 and the queues have every event. */
export function isDrained(document: IntentDocument): boolean {
  return document.projectedVersion >= document.intent.version && document.outbox.length === 0;
}

/** The document without what D1 and the queues now have: everything in `drained`, an earlier state of it. */
export function withoutDrained(document: IntentDocument, drained: IntentDocument): IntentDocument {
  const sent = new Set(drained.outbox.map((event) => event.id));
  return {
    ...document,
    outbox: document.outbox.filter((event) => !sent.has(event.id)),
    projectedVersion: Math.max(document.projectedVersion, drained.intent.version),
    drainFailures: 0,
  };
}

/** Counts an alarm after which the document is not drained: retries slow down, so an outage does not end in a rush. */
export function afterAlarm(document: IntentDocument): IntentDocument {
  if (isDrained(document)) return document;
  return { ...document, drainFailures: (document.drainFailures ?? 0) + 1 };
}

const SETTLED_KIND: Partial<Record<string, "payment" | "refund">> = {
  "payment.completed": "payment",
  "refund.completed": "refund",
};

/** The messages that tell the paying wallet about settled events in the outbox. */
export function balanceUpdates({ intent, outbox }: IntentDocument, publicUrl: string): WalletEventMessage[] {
  return outbox.flatMap(({ id, type, occurredAt }) => {
    const settled = SETTLED_KIND[type];
    if (settled === undefined || intent.completedBy === null) return [];
    return [balanceUpdated(intent, intent.completedBy, settled, { eventId: id, occurredAt, publicUrl })];
  });
}

/** D1 has everything, no transfer is in progress and there is no deadline to wait for. */
export function isAtRest(document: IntentDocument): boolean {
  return isDrained(document) && document.intent.operation === null && !isOpen(document.intent);
}

/** When the alarm is due: at the earliest of unfinished work, the deadline, and the deletion of what is at rest. */
export function wakeAt(document: IntentDocument, now: number): number {
  const { intent } = document;
  const due = [];
  if (intent.operation !== null) due.push(now + unfinishedDelayMs(intent.operation.attempts));
  // A deadline that has passed but could not be recorded is retried as unfinished work, not in a tight loop.
  if (isOpen(intent) && now < intent.expiresAt) due.push(intent.expiresAt);
  if (!isDrained(document) || due.length === 0)
    due.push(now + unfinishedDelayMs(document.drainFailures ?? 0));
  return Math.min(...due);
}

/** Ten seconds, doubled with every failure after the first, up to the maximum. */
function unfinishedDelayMs(failures: number): number {
  return Math.min(UNFINISHED_DELAY_MS * 2 ** Math.max(0, failures - 1), UNFINISHED_DELAY_MS_MAX);
}
