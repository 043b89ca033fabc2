// What a Durable Object stores of its intent: usually a single value, because every row it writes is billed.
import type { NewEvent } from "#core/db/webhooks/events.ts";
import type { Actor } from "#core/domain/audit/actor.ts";
import type { Environment } from "#core/domain/environment.ts";
import type { Decision } from "#core/domain/payment-intents/decide.ts";
import {
  isOpen,
  type PaymentIntent,
  type UnfinishedWork,
} from "#core/domain/payment-intents/payment-intent.ts";
import type { WalletEventMessage } from "#core/domain/ports/wallet.ts";
import { HOME } from "#core/domain/shards/cells.ts";
import { type Sender, walletMessage } from "#core/wire/wallet/cloud-events.ts";
import { webhookPayload } from "#core/wire/webhooks/webhook-payload.ts";

/**
 * Raised only by a change that earlier code would misunderstand, one release after the code that can read it. A field that
 * earlier code may ignore does not raise it.
 */
export const DOCUMENT_SCHEMA = 1;

export interface IntentDocument {
  schema: number;
  intent: PaymentIntent;
  /** The cell that has its row; absent at home. */
  place?: string;
  /** Events that the database or the queues may not have yet. */
  outbox: NewEvent[];
  /** Events that the database and the queues have, in case it is restored. */
  sent: NewEvent[];
  /**
   * Older events have keys of their own, as far as there was no room: up to the sequence number `to`. The database and the queues
   * have those up to `drainedTo`. Absent without any.
   */
  overflow?: { to: number; drainedTo: number };
  /** When the database and the queues last got something of it, where that was long after the change; absent otherwise. */
  drainedAt?: number;
  /** The last version of the intent that is known to be in the database. */
  projectedVersion: number;
  /** When the object's alarm is due; null when none is set. */
  alarmAt: number | null;
  /** Consecutive alarms that did not get everything to the database and the queues. */
  drainFailures: number;
  /** The age of the operation in progress. */
  operationAge: OperationAge | null;
  /** Since when the database knows that the object has unfinished work; null while it does not. */
  unfinishedSince: number | null;
}

export interface OperationAge {
  key: string;
  since: number;
  reportedAt: number | null;
  /** When the ledger was last called, or was about to be. */
  attemptedAt: number;
  /** An operator ends it: the ledger is not called any more. Absent means no. */
  isEnding?: true;
}

/** Long enough for a ledger call to time out and the result to be published, short enough to go unnoticed. */
const UNFINISHED_DELAY_MS = 10_000;
const UNFINISHED_DELAY_MS_MAX = 5 * 60_000;
/** A request that the ledger rejects waits longer: a person has to mend something first. */
const REJECTED_DELAY_MS_MAX = 60 * 60_000;
/** How long an intent at rest stays in its object: a database that is restored within this time gets all of it back. */
export const RECOVERY_WINDOW_MS = 24 * 60 * 60_000;
/** What the database gets later than that after the change is kept as long after it got there. */
const PUBLISHED_LATE_MS = 10 * 60_000;
/** With the delays above, retries have then gone on for about half a minute. */
const REPORTED_AFTER_FAILURES = 3;
/** Alarms may be late, and clocks differ. An alarm that is further off than this is lost. */
const ALARM_LATE_MS = 60_000;
/** One that fires early by more was not set for the deadline. */
const ALARM_EARLY_MS_MAX = 60_000;

export function newDocument(intent: PaymentIntent, shard = HOME): IntentDocument {
  return {
    schema: DOCUMENT_SCHEMA,
    intent,
    ...(shard === HOME ? {} : { place: shard }),
    outbox: [],
    sent: [],
    projectedVersion: intent.version,
    alarmAt: null,
    drainFailures: 0,
    operationAge: null,
    unfinishedSince: null,
  };
}

/** The document after a decision. `newId` returns time-ordered event ids. */
export function applyDecision(
  document: IntentDocument,
  decision: Decision,
  actor: Actor,
  { environment, newId }: { environment: Environment; newId: () => string },
): IntentDocument {
  const added = decision.events.map((event) => ({
    id: newId(),
    type: event.type,
    sequence: event.sequence,
    occurredAt: event.occurredAt,
    actor: actor.person ?? actor.client,
    requestId: actor.requestId,
    payload: webhookPayload(event, decision.intent, environment),
    ...(event.type === "refund.pending" ? refundActor(actor) : {}),
  }));
  return { ...document, intent: decision.intent, outbox: [...document.outbox, ...added] };
}

function refundActor({ origin, client, reason }: Actor): Pick<NewEvent, "origin" | "client" | "reason"> {
  const why = reason === undefined ? {} : { reason };
  return origin === undefined ? why : { origin, client, ...why };
}

/** The database has this version and, like the queues, every event. */
export function isPublished(document: IntentDocument): boolean {
  const { projectedVersion, intent, outbox } = document;
  return projectedVersion >= intent.version && outbox.length === 0 && !isBehind(document);
}

/** Whether events under keys of their own wait. */
export function isBehind({ overflow }: IntentDocument): boolean {
  return overflow !== undefined && overflow.drainedTo < overflow.to;
}

/**
 * The document without what the database and the queues now have: everything in `published`, which `nextToPublish` has made of
 * an earlier state of it.
 */
export function withoutPublished(
  document: IntentDocument,
  published: IntentDocument,
  now: number,
): IntentDocument {
  const sent = new Set(published.outbox.map((event) => event.id));
  const { overflow } = document;
  const hasMoved = overflow !== undefined && overflow.drainedTo === published.overflow?.drainedTo;
  return {
    ...document,
    ...(now > document.intent.updatedAt + PUBLISHED_LATE_MS && { drainedAt: now }),
    ...(hasMoved && { overflow: { ...overflow, drainedTo: published.overflow?.to ?? 0 } }),
    outbox: document.outbox.filter((event) => !sent.has(event.id)),
    sent: [...document.sent, ...document.outbox.filter((event) => sent.has(event.id))],
    projectedVersion: Math.max(document.projectedVersion, published.intent.version),
    drainFailures: 0,
  };
}

/** Counts an alarm after which the document is not published: retries slow down, so an outage does not end in a rush. */
export function afterAlarm(document: IntentDocument): IntentDocument {
  if (isPublished(document)) return document;
  return { ...document, drainFailures: document.drainFailures + 1 };
}

export function walletMessages(
  { intent, outbox }: IntentDocument,
  { publicUrl, environment }: Sender,
): WalletEventMessage[] {
  return outbox.flatMap(({ id, type, occurredAt }) => {
    return walletMessage(type, intent, { eventId: id, occurredAt, publicUrl, environment }) ?? [];
  });
}

/** The database has everything, no transfer is in progress and there is no deadline to wait for. */
export function isAtRest(document: IntentDocument): boolean {
  const isReported = document.unfinishedSince !== null;
  return (
    isPublished(document) && document.intent.operation === null && !isOpen(document.intent) && !isReported
  );
}

/** What alarms have retried so often that an operator should see it; null when there is no such work. */
export function overdueWork({ intent, drainFailures }: IntentDocument): UnfinishedWork | null {
  if (drainFailures >= REPORTED_AFTER_FAILURES) return "outbox";
  const { operation } = intent;
  // An unfinished refund is in the database anyway, as pending.
  return operation?.kind === "payment" && operation.attempts >= REPORTED_AFTER_FAILURES ? "payment" : null;
}

/**
 * The document as it was before anything reached the database: for one that no longer has what it once had, and that may have a
 * row again of work that has ended.
 */
export function toBeProjectedAgain(document: IntentDocument): IntentDocument {
  return {
    ...document,
    ...(document.overflow && { overflow: { ...document.overflow, drainedTo: 0 } }),
    unfinishedSince: document.intent.updatedAt,
    outbox: [...document.sent, ...document.outbox],
    sent: [],
    projectedVersion: 0,
  };
}

/** Whether it has been at rest for so long that no restored database is expected to need it. */
export function isDeletable(document: IntentDocument, now: number): boolean {
  return isAtRest(document) && now >= deletableAt(document);
}

/** The database may be restored to a time before it had what readers have seen, however late it got that. */
export function deletableAt({ intent, drainedAt = 0 }: IntentDocument): number {
  return Math.max(intent.updatedAt, drainedAt) + RECOVERY_WINDOW_MS;
}

/** Whether its alarm should have fired long ago, was never set, or was set while the clock was ahead. */
export function hasLostAlarm(document: IntentDocument, now: number): boolean {
  const { alarmAt } = document;
  if (alarmAt === null || alarmAt < now - ALARM_LATE_MS) return true;
  return alarmAt > wakeAt(document, now, 0) + ALARM_LATE_MS;
}

/** How far the clock that fires alarms is ahead of `now`, as an alarm shows that comes early. */
export function alarmLeadMs({ alarmAt }: IntentDocument, now: number): number {
  const leadMs = (alarmAt ?? now) - now;
  return leadMs > 0 && leadMs <= ALARM_EARLY_MS_MAX ? leadMs : 0;
}

/** The document with an alarm: the one that is set if it is early enough, else a new one. `leadMs`: see alarmLeadMs. */
export function withAlarm(
  document: IntentDocument,
  now: number,
  leadMs = 0,
): IntentDocument & { alarmAt: number } {
  const wake = wakeAt(document, now, leadMs);
  const { alarmAt } = document;
  const isEarlyEnough = alarmAt !== null && alarmAt > now && alarmAt <= wake && !isAtRest(document);
  return { ...document, alarmAt: isEarlyEnough ? alarmAt : wake };
}

/** When the alarm is due: at the earliest of unfinished work, the deadline, and the deletion of what is at rest. */
function wakeAt(document: IntentDocument, now: number, leadMs: number): number {
  const { intent } = document;
  if (isAtRest(document)) return Math.max(now + UNFINISHED_DELAY_MS_MAX, deletableAt(document));
  const due = [];
  if (intent.operation !== null) {
    const { attempts, isRejected } = intent.operation;
    due.push(now + unfinishedDelayMs(attempts, isRejected ? REJECTED_DELAY_MS_MAX : UNFINISHED_DELAY_MS_MAX));
  }
  // A deadline that has passed but could not be recorded is retried as unfinished work, not in a tight loop.
  if (isOpen(intent) && now < intent.expiresAt) due.push(intent.expiresAt + leadMs);
  if (!isPublished(document) || due.length === 0) due.push(now + unfinishedDelayMs(document.drainFailures));
  return Math.min(...due);
}

/** Ten seconds, doubled with every failure after the first, up to the maximum. */
function unfinishedDelayMs(failures: number, maxMs = UNFINISHED_DELAY_MS_MAX): number {
  return Math.min(UNFINISHED_DELAY_MS * 2 ** Math.max(0, failures - 1), maxMs);
}
