// A merchant's intents by what people have of them, which no index has: a number, or the beginning of an id. A number, and an id
// that was made from a time, say when the intent may have been created: there, positions are read from payment_intents_list, and
// named or not. An id from a key is in a range of the primary key.
import { and, desc, inArray, type SQL, sql } from "drizzle-orm";
import type { Shard } from "#core/db/client.ts";
import { type Page, pageOf } from "#core/db/paging.ts";
import { paymentIntents } from "#core/db/schema/payment-intents.ts";
import type { Cursor } from "#core/domain/cursor.ts";
import { INTENT_STATUSES, type PaymentIntent } from "#core/domain/payment-intents/payment-intent.ts";
import { numberOf, type Times, timesOfNumber } from "#core/lib/numbers.ts";
import { newestFirst } from "#core/shards/merge-pages.ts";
import { SEARCHED_MAX, type Search } from "./intent-search.ts";

/** So many are read whole, where more have the name. */
const NAMED_MAX = 150;
/** Intents of all merchants. */
const KEYED_SEARCHED_MAX = 200;
/** In as many parts, the time that an id begins with is looked through. */
const PARTS = 32;
const TIME_DIGITS = 12;
const VERSION_AT = 14;

/** The latest first. Where it has looked through many, the page ends there, and the next one goes on. */
export async function findNamedIntents(
  db: Shard,
  search: Search,
  limit: number,
): Promise<Page<PaymentIntent>> {
  const { others, values, number, idPrefix } = search;
  const { merchantId, createdFrom, beforeTime, beforeId } = values;
  // What was created in the same millisecond as the last one shown may be still to be shown.
  const range = { from: createdFrom, to: beforeTime + 1 };
  const times = [
    ...(number === null ? [] : timesOfNumber(number, range)),
    ...(idPrefix === null ? [] : timesOfId(idPrefix, range)),
  ];
  const isNamed = (intent: Cursor) =>
    (number === null || numberOf(intent) === number) && (idPrefix === null || intent.id.startsWith(idPrefix));
  const [searched, keyed] = await Promise.all([
    listPositions(db, merchantId, times),
    idPrefix === null ? [] : listKeyedIds(db, merchantId, idPrefix),
  ]);
  const last = { createdAt: beforeTime, id: beforeId };
  const named = searched.filter((each) => isNamed(each) && newestFirst(last, each) < 0).sort(newestFirst);
  const end = (named.length > NAMED_MAX ? named[NAMED_MAX - 1] : undefined) ?? endOf(searched, times);
  const ids = [...named.slice(0, NAMED_MAX).map(({ id }) => id), ...keyed];
  if (ids.length === 0) return { rows: [], next: end };
  const { id, createdAt } = paymentIntents;
  const found = await db
    .select()
    .from(paymentIntents)
    .where(
      and(
        inArray(id, sql`(SELECT value FROM json_each(${JSON.stringify(ids)}))`),
        // Each plus keeps an index away that has more than these ids.
        sql`+${paymentIntents.merchantId} = ${merchantId}`,
        sql`(+${createdAt}, +${id}) >= (${end?.createdAt ?? createdFrom}, ${end?.id ?? ""})`,
        sql`(+${createdAt}, +${id}) < (${beforeTime}, ${beforeId})`,
        ...others,
      ),
    )
    .orderBy(desc(createdAt), desc(id))
    .limit(limit + 1);
  const { rows, next } = pageOf(found.filter(isNamed), limit);
  return { rows, next: next ?? end };
}

/** An id from a time begins with it, in hexadecimal. */
function timesOfId(idPrefix: string, { from, to }: Times): Times[] {
  if (![undefined, "7"].includes(idPrefix[VERSION_AT])) return [];
  const digits = idPrefix.replaceAll("-", "").slice(0, TIME_DIGITS);
  const first = Math.max(from, Number.parseInt(digits.padEnd(TIME_DIGITS, "0"), 16));
  const last = Math.min(to, Number.parseInt(digits.padEnd(TIME_DIGITS, "f"), 16) + 1);
  const length = Math.ceil((last - first) / PARTS);
  return Array.from({ length: PARTS }, (_, part) => {
    const end = last - part * length;
    return { from: Math.max(first, end - length), to: end };
  }).filter((each) => each.from < each.to);
}

interface Position extends Cursor {
  /** Which of the times it is in. */
  part: number;
}

/** What was created in these times, of each status: one term for each, which SQLite reads from the index without the statuses' rows. */
async function listPositions(db: Shard, merchantId: string, times: readonly Times[]): Promise<Position[]> {
  if (times.length === 0) return [];
  const ranges = INTENT_STATUSES.map(
    (status): SQL => sql`(i.merchant_id = ${merchantId} AND i.status = ${sql.raw(`'${status}'`)}
      AND i.created_at >= t.value ->> 'from' AND i.created_at < t.value ->> 'to')`,
  );
  return await db.all<Position>(sql`
    SELECT i.created_at AS "createdAt", i.id, t.key AS part FROM json_each(${JSON.stringify(times)}) t
    CROSS JOIN payment_intents i ON ${sql.join(ranges, sql` OR `)} LIMIT ${SEARCHED_MAX + 1}`);
}

/** Where the next page goes on; null when all of these times were looked through. */
function endOf(searched: readonly Position[], times: readonly Times[]): Cursor | null {
  const last = searched[SEARCHED_MAX];
  if (last === undefined) return null;
  // A part that was begun is begun again. No merchant fills the first alone.
  const createdAt = last.part === 0 ? times[0]?.from : times[last.part]?.to;
  return { createdAt: createdAt ?? 0, id: "" };
}

async function listKeyedIds(db: Shard, merchantId: string, idPrefix: string): Promise<string[]> {
  if (idPrefix[VERSION_AT] === "7") return [];
  const rows = await db.all<{ id: string }>(sql`
    SELECT id FROM (SELECT id, merchant_id FROM payment_intents
      WHERE id >= ${idPrefix} AND id < ${`${idPrefix}g`} ORDER BY id LIMIT ${KEYED_SEARCHED_MAX})
    WHERE merchant_id = ${merchantId} AND substr(id, ${VERSION_AT + 1}, 1) <> '7'`);
  return rows.map(({ id }) => id);
}
