// The ids of payment intents, of their events and of tills' sessions say where their rows are, so that there is no directory.
// An id's last twelve digits are
//
//     3 random | 3 bucket: random, an event's is its intent's | 5 slot: the same digits of the merchant's id | 1 shard
//
// The shard is 0 for home, or says how many digits name a cell: the first of slot and bucket. The slot alone is one cell, the
// same for all payments of a merchant; with one to three digits of the bucket, they are spread over 16, 256 or 4,096. What
// makes ids follow each other within a millisecond is before these digits and in the random ones. An id that comes from an
// `Idempotency-Key` can name no shard, because it never changes: it has the merchant's slot, and its row is looked for in the
// merchant's shards. All of its other digits are derived from the key, also the bucket.
import { type Cells, HOME, SLOT_DIGITS } from "./cells.ts";

/** An object's clock may be behind that of the Worker that has made its intent. */
export const CLOCK_SKEW_MS = 60_000;
/** Ids that a ledger has from others may be any text. */
const HEXADECIMAL = /^[0-9a-f]+$/;

/** `id`: a new UUIDv7. `digits`: as many as the name of the intent's cell has; 0 at home. */
export function placedId(id: string, intent: { id: string; merchantId: string }, digits: number): string {
  return id.slice(0, -9) + bucketOf(intent.id) + slotOf(intent.merchantId) + digits.toString(16);
}

/** `id`: derived from an `Idempotency-Key`. */
export function slottedId(id: string, merchantId: string): string {
  return id.slice(0, -6) + slotOf(merchantId) + id.slice(-1);
}

/** The shard for an intent that is new at that time, which decides only for an id that comes from an `Idempotency-Key`. */
export function shardOfNew(id: string, cells: Cells, now: number): string {
  const digits = isKeyed(id) ? digitsAt(id, cells, now) : Number.parseInt(id.slice(-1), 16);
  return keyOf(id).slice(0, digits) || HOME;
}

/** With how many digits the cell of a payment that is new at that time is named; 0 at home. `id`: the merchant's, or one with its slot. */
export function digitsAt(id: string, cells: Cells, now: number): number {
  return settingsFor(slotOf(id), cells).findLast(({ since }) => since <= now)?.digits ?? 0;
}

/** A merchant's cells, if their names have so many digits. */
export function cellsOfEach(digits: number): number {
  return 16 ** Math.max(0, digits - SLOT_DIGITS);
}

/** `id`: a new UUIDv7. It leads to where the other one does. */
export function besideId(id: string, other: string): string {
  return id.slice(0, -9) + other.slice(-9);
}

/** The shards that may have an intent or an event, the likeliest first. An id that nobody has made may lead nowhere. */
export function shardsOf(id: string, cells: Cells): string[] {
  const [first] = cells;
  if (first === undefined) return [HOME];
  const key = keyOf(id);
  if (!HEXADECIMAL.test(key)) return [HOME];
  const settings = settingsFor(slotOf(id), cells);
  if (isKeyed(id)) return [...settings.map(({ digits }) => key.slice(0, digits)).reverse(), HOME];
  const digits = Number.parseInt(id.slice(-1), 16);
  if (digits === 0 || timeOf(id) < first.since - CLOCK_SKEW_MS) return [HOME];
  return settings.some((each) => each.digits === digits) ? [key.slice(0, digits)] : [];
}

/** Whether it comes from an `Idempotency-Key`. */
export function isKeyed(id: string): boolean {
  return id[14] !== "7";
}

/** The shards that may have payments of a merchant, the newest first. */
export function shardsOfMerchant(merchantId: string, cells: Cells): string[] {
  const slot = slotOf(merchantId);
  if (!HEXADECIMAL.test(slot)) return [HOME];
  return [
    ...settingsFor(slot, cells)
      .toReversed()
      .flatMap(({ digits }) => namesOf(slot, digits)),
    HOME,
  ];
}

/** Whether the shard is among those of a merchant. */
export function mayHavePaymentsOf(merchantId: string, shard: string): boolean {
  const slot = slotOf(merchantId);
  return shard === HOME || shard.startsWith(slot) || slot.startsWith(shard);
}

function namesOf(slot: string, digits: number): string[] {
  const added = digits - SLOT_DIGITS;
  if (added <= 0) return [slot.slice(0, digits)];
  return Array.from({ length: cellsOfEach(digits) }, (_, n) => slot + n.toString(16).padStart(added, "0"));
}

/** Lists them in order of time. A general one leaves a merchant alone that is spread already. */
function settingsFor(slot: string, cells: Cells): Cells {
  const applicable = cells.filter((each) => each.slot === undefined || each.slot === slot);
  return applicable.filter(({ digits }, at) =>
    applicable.slice(0, at).every((before) => before.digits < digits),
  );
}

/** Three random digits, the same in an intent and its events. */
export function bucketOf(id: string): string {
  return id.slice(-9, -6);
}

/** Five digits, the same in a merchant, its intents and their events. */
export function slotOf(id: string): string {
  return id.slice(-6, -1);
}

/** Its first digits name a cell: slot, then bucket. */
function keyOf(id: string): string {
  return slotOf(id) + bucketOf(id);
}

/** Reads the time of a UUIDv7, in epoch milliseconds. */
export function timeOf(id: string): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
}
