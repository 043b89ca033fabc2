// A merchant's list of intents, newest first. Each list is read from one index, in its order, or from ranges of
// payment_intents_list for each status, merged: so it reads the rows that it shows and a few more.
import { and, desc, eq, getTableColumns, gte, lte, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { type SQLiteColumn, unionAll } from "drizzle-orm/sqlite-core";
import type { Database, Shard } from "#core/db/client.ts";
import { type ListPosition, type Page, pageOf } from "#core/db/paging.ts";
import { prepareOnce } from "#core/db/prepared-statements.ts";
import { IS_OPEN, paymentIntents } from "#core/db/schema/payment-intents.ts";
import type { Cursor } from "#core/domain/cursor.ts";
import {
  INTENT_STATUSES,
  type IntentStatus,
  type PaymentIntent,
} from "#core/domain/payment-intents/payment-intent.ts";
import { newestFirst, readPage } from "#core/shards/merge-pages.ts";
import { isSpread } from "#core/shards/shards.ts";
import {
  type IntentFilter,
  isNamed,
  SEARCHED_MAX,
  type Search,
  type Source,
  searchFor,
  startingAfter,
  type Values,
  whereEndOfSearch,
} from "./intent-search.ts";
import { findNamedIntents } from "./named-intents.ts";

/**
 * Lists the newest first. A page may be short and not be the last. Returns null for a page by number that begins beyond what a
 * combination of filters looks through, or a list of many shards.
 */
export async function listIntents(
  shards: readonly Shard[],
  merchantId: string,
  filter: IntentFilter,
  { page, limit, cursor }: ListPosition,
  now: number,
): Promise<Page<PaymentIntent> | null> {
  const search = searchFor(merchantId, filter, now);
  if (cursor !== null) return await readIntents(shards, startingAfter(search, cursor), limit);
  if (page === 1) return await readIntents(shards, search, limit);
  const offset = (page - 1) * limit;
  if (offset > SEARCHED_MAX && isSpread(shards)) return null;
  const before =
    search.others.length === 0 && !isNamed(search) ? await positionAt(shards, search, offset - 1) : undefined;
  if (before !== undefined) {
    return before === null
      ? { rows: [], next: null }
      : await readIntents(shards, startingAfter(search, before), limit);
  }
  const skipped = await readIntents(shards, search, offset);
  if (skipped.next === null) return { rows: [], next: null };
  return skipped.rows.length < offset
    ? null
    : await readIntents(shards, startingAfter(search, skipped.next), limit);
}

export const UNFILTERED: IntentFilter = {
  ...{ status: null, refundStatus: null, counterId: null, reference: null, amount: null },
  ...{ createdFrom: null, createdTo: null, number: null, idPrefix: null },
};

/** All of the merchant's in this shard, the newest first. Whatever changes meanwhile, none is left out. */
export async function listIntentIds(
  shard: Shard,
  merchantId: string,
  cursor: Cursor | null,
  limit: number,
  now: number,
): Promise<Cursor[]> {
  const all = searchFor(merchantId, UNFILTERED, now);
  return await listPositions(shard, cursor === null ? all : startingAfter(all, cursor), 0, limit);
}

async function readIntents(
  shards: readonly Shard[],
  search: Search,
  limit: number,
): Promise<Page<PaymentIntent>> {
  const read = isNamed(search) ? findNamedIntents : readIntentsOf;
  return await readPage(shards, (shard) => read(shard, search, limit), limit, newestFirst);
}

/** An open one past its deadline matches its stored status and `expired`. */
async function readIntentsOf(db: Shard, search: Search, limit: number): Promise<Page<PaymentIntent>> {
  const { source, others, values } = search;
  const wanted = limit + 1;
  if (others.length === 0)
    return pageOf(await STATEMENTS[source](db).all({ ...values, limit: wanted }), limit);
  // SQLite stops reading when the query has its rows, and keeps their order: the end is read only where too few are found.
  const searched = rowsOf(db, source, bound(values)).limit(SEARCHED_MAX).as("searched");
  const found = await db
    .select({ ...columnsOf(searched), isEnd: sql<number>`0`.as("is_end") })
    .from(searched)
    .where(and(...others))
    .unionAll(
      db
        .select({ ...COLUMNS, isEnd: sql<number>`1`.as("is_end") })
        .from(paymentIntents)
        .where(whereEndOfSearch(positionsIn(search))),
    )
    .limit(wanted);
  const matching = found.filter(({ isEnd }) => isEnd === 0).map(({ isEnd: _, ...row }) => row);
  const { rows, next } = pageOf(matching, limit);
  return { rows, next: next ?? found[matching.length] ?? null };
}

const COLUMNS = getTableColumns(paymentIntents);

function columnsOf<Of extends Record<keyof typeof COLUMNS, unknown>>(
  rows: Of,
): Pick<Of, keyof typeof COLUMNS> {
  const names = Object.keys(COLUMNS) as (keyof typeof COLUMNS)[];
  return Object.fromEntries(names.map((name) => [name, rows[name]])) as Pick<Of, keyof typeof COLUMNS>;
}

/** One shard returns the position alone; several have to return all before it as well. */
async function positionAt(shards: readonly Shard[], search: Search, offset: number): Promise<Cursor | null> {
  const [skipped, limit] = shards.length === 1 ? [offset, 1] : [0, offset + 1];
  const read = async (shard: Shard) => pageOf(await listPositions(shard, search, skipped, limit), limit);
  const { rows } = await readPage(shards, read, limit, newestFirst);
  return rows[limit - 1] ?? null;
}

async function listPositions(db: Shard, search: Search, skipped: number, limit: number): Promise<Cursor[]> {
  return await db.all<Cursor>(sql`
    ${sql.join(positionsIn(search), sql` UNION ALL `)} ORDER BY "createdAt" DESC, id DESC LIMIT ${limit} OFFSET ${skipped}`);
}

/** SQL for a value, or a placeholder for it. */
type Given = (name: keyof Values) => SQLWrapper;

const NEWEST_FIRST = [desc(paymentIntents.createdAt), desc(paymentIntents.id)] as const;

/** The ranges of indexes that are merged. */
function rangesOf(source: Source, given: Given): (SQL | undefined)[] {
  const { merchantId, status, refundStatus, counterId, reference, createdAt, id } = paymentIntents;
  const isOwn = eq(merchantId, given("merchantId"));
  const withStatus = (name: IntentStatus) => and(isOwn, eq(status, sql.raw(`'${name}'`)));
  const ranges: Record<Source, () => (SQL | undefined)[]> = {
    reference: () => [
      and(isOwn, hasStart(merchantId, given("merchantId")), eq(reference, given("reference"))),
    ],
    refundStatus: () => [and(isOwn, eq(refundStatus, given("refundStatus")))],
    counterId: () => {
      // Another merchant's counter has no intents here, and none of them are read.
      const own = sql`(SELECT id FROM counters WHERE merchant_id = ${given("merchantId")} AND id = ${given("counterId")})`;
      return [and(isOwn, hasStart(counterId, own), eq(counterId, own))];
    },
    status: () => [and(isOwn, eq(status, given("status")))],
    expired: () => [withStatus("expired"), overdue(given)],
    all: () => INTENT_STATUSES.map(withStatus),
  };
  const isWithin = and(
    gte(createdAt, given("createdFrom")),
    sql`(${createdAt}, ${id}) < (${given("beforeTime")}, ${given("beforeId")})`,
  );
  return ranges[source]().map((range) => and(range, isWithin));
}

function hasStart(column: SQLiteColumn, value: SQLWrapper): SQL {
  return sql`substr(${column}, 1, 8) = substr(${value}, 1, 8)`;
}

/** The sweep closes them within a minute, so they are few. `+` keeps SQLite from reading all open intents instead. */
function overdue(given: Given): SQL | undefined {
  const { expiresAt, merchantId } = paymentIntents;
  return and(IS_OPEN, lte(expiresAt, given("now")), sql`+${merchantId} = ${given("merchantId")}`);
}

function rowsOf(db: Database, source: Source, given: Given) {
  const [first, second, ...others] = rangesOf(source, given).map((range) =>
    db.select().from(paymentIntents).where(range),
  );
  if (first === undefined) throw new Error("a source has no range");
  return (second === undefined ? first : unionAll(first, second, ...others)).orderBy(...NEWEST_FIRST);
}

const statementFor = (source: Source) =>
  prepareOnce((db) => rowsOf(db, source, sql.placeholder).limit(sql.placeholder("limit")).prepare());
const STATEMENTS = {
  reference: statementFor("reference"),
  refundStatus: statementFor("refundStatus"),
  counterId: statementFor("counterId"),
  status: statementFor("status"),
  expired: statementFor("expired"),
  all: statementFor("all"),
} satisfies Record<Source, unknown>;

const bound =
  (values: Values): Given =>
  (name) =>
    sql`${values[name]}`;

/** SELECTs of (createdAt, id), which read the index alone. */
function positionsIn({ source, values }: Pick<Search, "source" | "values">): SQL[] {
  return rangesOf(source, bound(values)).map(
    (range) => sql`SELECT created_at AS "createdAt", id FROM payment_intents WHERE ${range}`,
  );
}
