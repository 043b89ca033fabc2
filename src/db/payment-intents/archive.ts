// Moves intents that are over into the archive. Their rows and those of their events are deleted: emptied in place, they
// would leave their pages half empty.
import { and, asc, eq, getTableColumns, gt, lt, type SQL, sql } from "drizzle-orm";
import type { HistoryEvent } from "../../domain/events.ts";
import { portionsForParameter } from "../../lib/portions.ts";
import type { Place } from "../client.ts";
import { archivedIntents, archivedMerchants } from "../schema/archive.ts";
import { IS_OPEN, paymentIntents } from "../schema/payment-intents.ts";
import { events } from "../schema/webhooks.ts";
import { CLOCK_SKEW_MS } from "../webhooks/events.ts";
import { uuidSince } from "../webhooks/time-ordered-id.ts";
import {
  type ArchivedIntent,
  bytesOf,
  cutIds,
  decodeRecord,
  encodeRecord,
  textOf,
} from "./archive-record.ts";
import { listArchivedByIds } from "./archived-intents.ts";

/** How many intents a merchant's sample has. More make its records hardly smaller, and each takes time to read. */
const SAMPLED = 8;
const SAMPLE_CHARACTERS_MAX = 4_000;
/** An intent with more, as after many refused refunds, stays where it is: its record would be too long for a row. */
const ARCHIVED_EVENTS_MAX = 200;
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const IS_OVER = sql`NOT (${IS_OPEN}) AND refund_status IS NOT 'pending' AND operation IS NULL`;

const HISTORY = {
  id: events.id,
  type: events.type,
  sequence: events.sequence,
  occurredAt: events.createdAt,
  actor: events.actor,
  requestId: events.requestId,
};

/**
 * Archives the intents of a merchant whose last events are among the next `limit` emptied ones after the id `after`.
 * Returns how many, and the id to continue after; null at the end.
 */
export async function archiveIntents(
  db: Place,
  merchantId: string,
  { after, changedBefore }: { after: string; changedBefore: number },
  limit: number,
): Promise<{ archived: number; next: string | null }> {
  const found = await listFinished(db, merchantId, { after, changedBefore }, limit);
  const archived = await withWholeHistories(db, merchantId, found);
  if (archived.length > 0) {
    const { number, sample } = await merchantIn(db, merchantId, archived);
    const moves = archived.flatMap((each) => moveOf(each, sample) ?? []);
    for (const portion of portionsForParameter(moves, ({ record }) => record.length))
      await moveToArchive(db, merchantId, number, portion);
  }
  const next = found.length < limit ? null : (found.at(-1)?.history[0]?.id ?? null);
  return { archived: archived.length, next };
}

/** Intents with their last event, in the order of these. */
async function listFinished(
  db: Place,
  merchantId: string,
  { after, changedBefore }: { after: string; changedBefore: number },
  limit: number,
): Promise<ArchivedIntent[]> {
  const rows = await db
    .select({ intent: getTableColumns(paymentIntents), event: HISTORY })
    .from(events)
    .innerJoin(paymentIntents, eq(paymentIntents.id, events.intentId))
    .where(
      and(
        eq(events.merchantId, merchantId),
        gt(events.id, after),
        lt(events.id, uuidSince(changedBefore)),
        isEmptied(),
        eq(events.sequence, paymentIntents.eventSequence),
        IS_OVER,
        lt(paymentIntents.updatedAt, changedBefore),
      ),
    )
    .orderBy(asc(events.id))
    .limit(limit);
  return rows.map(({ intent, event }) => ({ intent, history: [event] }));
}

/** Its body can never be sent again. */
function isEmptied(): SQL {
  return sql`${events.payload} = '' AND ${events.nextAttemptAt} IS NULL AND ${events.busDueAt} IS NULL`;
}

/** Without those of which an earlier event is missing or not emptied yet, and those with too many. */
async function withWholeHistories(
  db: Place,
  merchantId: string,
  found: readonly ArchivedIntent[],
): Promise<ArchivedIntent[]> {
  const few = found.filter(({ intent }) => intent.eventSequence <= ARCHIVED_EVENTS_MAX);
  const longer = few.filter(({ intent }) => intent.eventSequence > 1);
  const earlier = new Map(
    (await listEarlierEvents(db, merchantId, longer)).map((row) => [row.intentId, row]),
  );
  const ids = longer.map(({ intent }) => intent.id);
  const before = new Map((await listArchivedByIds(db, ids)).map((each) => [each.intent.id, each.history]));
  return few.flatMap(({ intent, history }) => {
    const stored: HistoryEvent[] = JSON.parse(earlier.get(intent.id)?.events ?? "[]");
    const whole = [...(before.get(intent.id) ?? []), ...stored, ...history];
    return whole.length === intent.eventSequence && ID.test(intent.id) ? [{ intent, history: whole }] : [];
  });
}

/** Returns them as JSON, in their order. */
async function listEarlierEvents(
  db: Place,
  merchantId: string,
  found: readonly ArchivedIntent[],
): Promise<{ intentId: string; events: string }[]> {
  if (found.length === 0) return [];
  const wanted = found.map(({ intent: { id, createdAt, updatedAt, eventSequence } }) => ({
    id,
    since: uuidSince(createdAt - CLOCK_SKEW_MS),
    until: uuidSince(updatedAt + CLOCK_SKEW_MS),
    last: eventSequence,
  }));
  return await db.all(sql`
    SELECT e.intent_id AS "intentId", json_group_array(json_object('id', e.id, 'type', e.type, 'sequence', e.sequence,
             'occurredAt', e.created_at, 'actor', e.actor, 'requestId', e.request_id) ORDER BY e.sequence) AS events
    FROM json_each(${JSON.stringify(wanted)}) wanted
    CROSS JOIN events e ON e.merchant_id = ${merchantId} AND e.id >= wanted.value ->> 'since'
      AND e.id < wanted.value ->> 'until' AND e.intent_id = wanted.value ->> 'id'
    WHERE e.payload = '' AND e.sequence < wanted.value ->> 'last' GROUP BY e.intent_id`);
}

/** What to store, as hexadecimal text, and what to delete. */
interface Move {
  id: string;
  version: number;
  key: string;
  record: string;
  eventIds: string[];
}

/** Null for an intent that could not be restored exactly: nothing may be lost. */
function moveOf(archived: ArchivedIntent, sample: string): Move | null {
  const { intent, history } = archived;
  const record = encodeRecord(archived, sample);
  if (!isSame(decodeRecord(record, intent, sample), archived)) return null;
  const eventIds = history.map((event) => event.id);
  return {
    id: intent.id,
    version: intent.version,
    key: bytesOf(intent.id).toHex(),
    record: record.toHex(),
    eventIds,
  };
}

function isSame(one: ArchivedIntent, other: ArchivedIntent): boolean {
  const sorted = (fields: object) => JSON.stringify(Object.entries(fields).sort());
  return (
    sorted(one.intent) === sorted(other.intent) &&
    one.history.map(sorted).join() === other.history.map(sorted).join()
  );
}

/** In one transaction, and only those that have not changed since they were read. */
async function moveToArchive(
  db: Place,
  merchantId: string,
  number: number,
  moves: readonly Move[],
): Promise<void> {
  const json = JSON.stringify(moves);
  const unchanged = sql`json_each(${json}) move CROSS JOIN payment_intents i
    ON i.id = move.value ->> 'id' AND i.version = move.value ->> 'version'`;
  await db.batch([
    db
      .insert(archivedIntents)
      .select(sql`
        SELECT NULL, unhex(move.value ->> 'key'), ${number}, i.status, i.refund_status, i.counter_id, i.reference,
               i.created_at, i.version, unhex(move.value ->> 'record'), NULL,
               i.amount_minor, i.currency, i.completed_at
        FROM ${unchanged} WHERE TRUE`)
      .onConflictDoUpdate({
        target: archivedIntents.id,
        set: {
          status: sql`excluded.status`,
          refundStatus: sql`excluded.refund_status`,
          version: sql`excluded.version`,
          record: sql`excluded.record`,
          isReplaced: null,
          amountMinor: sql`excluded.amount_minor`,
          currency: sql`excluded.currency`,
          completedAt: sql`excluded.completed_at`,
        },
      }),
    db.delete(events).where(sql`${events.merchantId} = ${merchantId} AND ${events.id} IN (
      SELECT event.value FROM ${unchanged} CROSS JOIN json_each(move.value, '$.eventIds') event)`),
    db.delete(paymentIntents).where(sql`${paymentIntents.id} IN (SELECT i.id FROM ${unchanged})`),
  ]);
}

/** Gives the merchant a number and a sample if it has none yet. */
async function merchantIn(db: Place, merchantId: string, archived: readonly ArchivedIntent[]) {
  const sample = archived
    .slice(0, SAMPLED)
    .map((each) => cutIds(textOf(each)).text)
    .join("\n")
    .slice(0, SAMPLE_CHARACTERS_MAX);
  const [, [known]] = await db.batch([
    db.insert(archivedMerchants).values({ merchantId, sample }).onConflictDoNothing(),
    db.select().from(archivedMerchants).where(eq(archivedMerchants.merchantId, merchantId)),
  ]);
  if (known === undefined) throw new Error("the merchant has no number in the archive");
  return known;
}
