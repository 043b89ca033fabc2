// The part of a merchant's list of intents that is in payment_intents, newest first. Each list is read from one index, in its
// order, or from ranges of payment_intents_list for each status, merged: so it reads the rows that it shows and a few more.
import { and, desc, eq, gte, lte, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { type SQLiteColumn, unionAll } from "drizzle-orm/sqlite-core";
import { INTENT_STATUSES, type IntentStatus } from "../../domain/payment-intent.ts";
import type { Database, Place } from "../client.ts";
import { prepareOnce } from "../prepared-statements.ts";
import { IS_OPEN, paymentIntents } from "../schema/payment-intents.ts";
import {
  endOfSearch,
  type Found,
  SEARCHED_MAX,
  type Search,
  type Source,
  type Values,
} from "./intent-search.ts";

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

/** At most `limit` intents. An open one past its deadline matches its stored status and `expired`. */
export async function listCurrent(db: Place, search: Search, limit: number): Promise<Found> {
  const { source, others, values } = search;
  if (others.length === 0) {
    return { intents: await STATEMENTS[source](db).all({ ...values, limit }), end: null };
  }
  // SQLite stops reading when the outer query has its rows, and keeps their order.
  const searched = rowsOf(db, source, bound(values)).limit(SEARCHED_MAX).as("searched");
  const intents = await db
    .select()
    .from(searched)
    .where(and(...others))
    .limit(limit);
  const isCutOff = intents.length < limit;
  return { intents, end: isCutOff ? await endOfSearch(db, currentPositions(search)) : null };
}

/** SELECTs of (createdAt, id), which read the index alone. */
export function currentPositions({ source, values }: Pick<Search, "source" | "values">): SQL[] {
  return rangesOf(source, bound(values)).map(
    (range) => sql`SELECT created_at AS "createdAt", id FROM payment_intents WHERE ${range}`,
  );
}
