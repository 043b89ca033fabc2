// An archived intent as bytes: its fields and events as JSON, deflated with a sample of its merchant's other intents as the
// dictionary. Ids do not deflate, so they are cut out of the text and precede it with 16 bytes each.
import { deflateSync, inflateSync } from "node:zlib";
import type { EventType, HistoryEvent } from "../../domain/events.ts";
import type { PaymentIntent } from "../../domain/payment-intent.ts";
import { utf8 } from "../../lib/utf8.ts";

export interface ArchivedIntent {
  intent: PaymentIntent;
  history: HistoryEvent[];
}

/** The fields with a column of their own. An archived intent has no operation under way. */
type Column =
  | "id"
  | "merchantId"
  | "status"
  | "refundStatus"
  | "counterId"
  | "reference"
  | "createdAt"
  | "version"
  | "operation";
export type Columns = Pick<PaymentIntent, Exclude<Column, "operation">>;
type Field = Exclude<keyof PaymentIntent, Column | "metadataJson">;

/** In the order in which records have them. New fields come last; records that lack them have null there. */
const FIELDS = Object.keys({
  merchantName: 0,
  amountMinor: 0,
  currency: 0,
  description: 0,
  callbackUrl: 0,
  targetWalletId: 0,
  completedBy: 0,
  cancellationReason: 0,
  refundLedgerTxId: 0,
  expiresAt: 0,
  updatedAt: 0,
  completedAt: 0,
  cancelledAt: 0,
  eventSequence: 0,
  paymentDeclines: 0,
  refundDeclines: 0,
  fingerprint: 0,
  refundKey: 0,
  refundRefusal: 0,
  earlierRefundRefusals: 0,
  paymentLedgerTxId: 0,
  returnUrl: 0,
  createdBy: 0,
} satisfies Record<Field, 0>) as Field[];

/** Kept as the distance from the intent's creation. */
const TIMES: ReadonlySet<Field> = new Set(["expiresAt", "updatedAt", "completedAt", "cancelledAt"]);

const FORMAT = 1;
/** An erased merchant has none. A record that was written without a sample can be read with any, as zlib marks it. */
export const NO_SAMPLE = "";
const ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
/** Control characters that stand for ids: JSON has none of them. */
const MARKS_START = 14;
const MARKS_MAX = 18;
const MARK = new RegExp(`[${mark(0)}-${mark(MARKS_MAX - 1)}]`, "g");

/** A wallet's actor, which usually paid. */
const actorOf = (intent: Pick<PaymentIntent, "completedBy">) => `wallet-${intent.completedBy}`;

/** The text that is encoded, or part of a sample: the fields and events in one line, then the metadata. */
export function textOf({ intent, history }: ArchivedIntent): string {
  const { createdAt } = intent;
  const values = FIELDS.map((field) => {
    const value = intent[field];
    return TIMES.has(field) && typeof value === "number" ? value - createdAt : value;
  });
  const events = history.map(({ id, type, sequence, occurredAt, actor, requestId }) => [
    id,
    type,
    sequence,
    occurredAt - createdAt,
    actor === actorOf(intent) ? null : actor,
    requestId,
  ]);
  return `${JSON.stringify([values, events])}\n${intent.metadataJson ?? ""}`;
}

export function encodeRecord(archived: ArchivedIntent, sample: string): Uint8Array {
  const { text, ids } = cutIds(textOf(archived));
  const deflated = deflateSync(utf8(text), dictionaryOf(sample));
  return Uint8Array.of(FORMAT, ids.length, ...ids.flatMap((id) => [...bytesOf(id)]), ...deflated);
}

function dictionaryOf(sample: string): { dictionary?: Uint8Array } {
  return sample === NO_SAMPLE ? {} : { dictionary: utf8(sample) };
}

export function decodeRecord(record: ArrayLike<number>, columns: Columns, sample: string): ArchivedIntent {
  const [format, count = 0, ...bytes] = Array.from(record);
  if (format !== FORMAT) throw new Error(`an archived intent has the unknown format ${format}`);
  const ids = Array.from({ length: count }, (_, index) => idOf(bytes.slice(index * 16, index * 16 + 16)));
  const deflated = Uint8Array.from(bytes.slice(count * 16));
  const inflated = inflateSync(deflated, dictionaryOf(sample));
  const text = new TextDecoder()
    .decode(inflated)
    .replace(MARK, (found) => ids[found.charCodeAt(0) - MARKS_START] ?? "");
  const end = text.indexOf("\n");
  const [values, events] = JSON.parse(text.slice(0, end));
  return present(columns, values, events, text.slice(end + 1));
}

type StoredEvent = [string, EventType, number, number, string | null, string | null];

function present(
  columns: Columns,
  values: unknown[],
  events: StoredEvent[],
  metadata: string,
): ArchivedIntent {
  const { createdAt } = columns;
  const fields = FIELDS.map((field, index) => {
    const value = values[index] ?? null;
    return [field, TIMES.has(field) && typeof value === "number" ? createdAt + value : value];
  });
  const intent: PaymentIntent = {
    ...columns,
    ...(Object.fromEntries(fields) as Pick<PaymentIntent, Field>),
    metadataJson: metadata === "" ? null : metadata,
    operation: null,
  };
  const history = events.map(([id, type, sequence, after, actor, requestId]) => ({
    id,
    type,
    sequence,
    occurredAt: createdAt + after,
    actor: actor ?? actorOf(intent),
    requestId,
  }));
  return { intent, history };
}

/** Each id once: its mark may stand in several places. */
export function cutIds(text: string): { text: string; ids: string[] } {
  const ids: string[] = [];
  const marked = text.replace(ID, (id) => {
    const known = ids.indexOf(id);
    if (known === -1 && ids.length === MARKS_MAX) return id;
    return mark(known === -1 ? ids.push(id) - 1 : known);
  });
  return { text: marked, ids };
}

function mark(index: number): string {
  return String.fromCharCode(MARKS_START + index);
}

export function bytesOf(id: string): Uint8Array {
  return Uint8Array.fromHex(id.replaceAll("-", ""));
}

export function idOf(bytes: Iterable<number>): string {
  const hex = Uint8Array.from(bytes).toHex();
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}
