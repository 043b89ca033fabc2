// Events for which the document has no room. Each has a key of its own, because the platform stores at most 2 MB under one,
// and there they wait, or are kept for a database that is restored, like those in the document.
import { deflateSync, inflateSync } from "node:zlib";
import type { NewEvent } from "#core/db/webhooks/events.ts";
import type { PaymentIntent } from "#core/domain/payment-intents/payment-intent.ts";
import { utf8 } from "#core/lib/utf8.ts";
import { type IntentDocument, isBehind } from "./intent-document.ts";

type Storage = DurableObjectStorage["kv"];

/** All events in the document have at most this. A payment and its refund fit, even with the largest metadata. */
const BYTES_MAX = 128_000;
/** What an event has beside its payload, at most. */
const OTHER_BYTES = 1_000;
/** How many of them go to the database at once. */
const CHUNK = 25;
const PREFIX = "event:";

/** The document without its oldest events, as far as there are too many for it, and these. */
export function splitEvents<Document extends IntentDocument>(
  document: Document,
): { document: Document; moved: readonly NewEvent[] } {
  const { sent, outbox, overflow = { to: 0, drainedTo: 0 } } = document;
  const events = [...sent, ...outbox];
  let bytes = events.reduce((sum, event) => sum + bytesOf(event), 0);
  const stays = events.findIndex((event) => {
    const fits = bytes <= BYTES_MAX;
    bytes -= bytesOf(event);
    return fits;
  });
  const moved = stays < 0 ? events : events.slice(0, stays);
  const last = moved.at(-1);
  if (last === undefined) return { document, moved };
  // What waits is published in order, and after it, if need be, some that is sent already.
  const lastSent = isBehind(document) ? undefined : sent[Math.min(moved.length, sent.length) - 1];
  const rest = {
    sent: sent.slice(moved.length),
    outbox: outbox.slice(Math.max(0, moved.length - sent.length)),
    overflow: { to: last.sequence, drainedTo: lastSent?.sequence ?? overflow.drainedTo },
  };
  return { document: { ...document, ...rest }, moved };
}

export function storeEvents(kv: Storage, events: readonly NewEvent[], intent: PaymentIntent): void {
  for (const { payload, ...event } of events) {
    const deflated = deflateSync(utf8(payload), { dictionary: dictionaryOf(intent) });
    kv.put(keyOf(event.sequence), { ...event, deflated: new Uint8Array(deflated).toBase64() });
  }
}

/** The document with what is to be published next: those under keys of their own first, some at a time. */
export function nextToPublish(kv: Storage, document: IntentDocument): IntentDocument {
  const { overflow, intent, outbox } = document;
  if (overflow === undefined || !isBehind(document)) return document;
  const options = { prefix: PREFIX, start: keyOf(overflow.drainedTo + 1), limit: CHUNK };
  const events = [...kv.list<StoredEvent>(options)].map(([, { deflated, ...event }]) => {
    const payload = inflateSync(Uint8Array.fromBase64(deflated), { dictionary: dictionaryOf(intent) });
    return { ...event, payload: new TextDecoder().decode(payload) };
  });
  const last = events.at(-1)?.sequence ?? overflow.to;
  if (events.length === CHUNK && last < overflow.to)
    return { ...document, outbox: events, overflow: { ...overflow, to: last } };
  return { ...document, outbox: [...events, ...outbox] };
}

/** The ids of all events that the database is to have. */
export function sentIds(kv: Storage, { sent, overflow }: IntentDocument): string[] {
  const stored = overflow === undefined ? [] : kv.list<StoredEvent>({ prefix: PREFIX });
  return [...[...stored].map(([, { id }]) => id), ...sent.map(({ id }) => id)];
}

type StoredEvent = Omit<NewEvent, "payload"> & { deflated: string };

/** Keys are in the order of the events. */
function keyOf(sequence: number): string {
  return `${PREFIX}${String(sequence).padStart(12, "0")}`;
}

/** Payloads repeat the metadata, which never changes. */
function dictionaryOf({ metadataJson }: PaymentIntent): Uint8Array {
  return utf8(metadataJson ?? "{}");
}

/** Storage counts two bytes for each character of a text once one of them needs two. */
function bytesOf({ payload }: NewEvent): number {
  const bytesPerCharacter = /[^\0-\xff]/.test(payload) ? 2 : 1;
  return payload.length * bytesPerCharacter + OTHER_BYTES;
}
