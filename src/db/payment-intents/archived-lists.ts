// The archive's part of a merchant's list of intents: the same filters, from the archive's indexes.
import { type SQL, sql } from "drizzle-orm";
import { FINAL_STATUSES } from "../../domain/payment-intent.ts";
import type { Database } from "../client.ts";
import { ARCHIVED, findArchivedMerchant, ID_TEXT, readRow } from "./archived-intents.ts";
import { endOfSearch, type Found, SEARCHED_MAX, type Search, type Source } from "./intent-search.ts";

/** At most `limit` intents. */
export async function listArchived(db: Database, search: Search, limit: number): Promise<Found> {
  const { others, values } = search;
  const merchant = await findArchivedMerchant(db, values.merchantId);
  if (merchant === null) return { intents: [], end: null };
  const isCombined = others.length > 0;
  const candidates = sql.join(
    rangesOf(search).map((range) => sql`SELECT a.*, 0 AS expires_at, ${ID_TEXT} AS id_text ${range}`),
    sql` UNION ALL `,
  );
  // SQLite stops reading when the outer query has its rows, and keeps their order.
  const rows = await db.all<Parameters<typeof readRow>[0]>(sql`
    SELECT ${ARCHIVED} FROM (
      ${candidates} ORDER BY created_at DESC, id_text DESC LIMIT ${isCombined ? SEARCHED_MAX : limit}) a
    WHERE ${isCombined ? sql.join(others, sql` AND `) : sql`TRUE`} LIMIT ${limit}`);
  const intents = rows.map((row) => readRow(row, values.merchantId, merchant.sample).intent);
  const isCutOff = isCombined && rows.length < limit;
  return { intents, end: isCutOff ? await endOfSearch(db, archivedPositions(search)) : null };
}

/** SELECTs of (createdAt, id). */
export function archivedPositions(search: Pick<Search, "source" | "values">): SQL[] {
  return rangesOf(search).map((range) => sql`SELECT a.created_at AS "createdAt", ${ID_TEXT} AS id ${range}`);
}

/** FROM and WHERE of what an index of the archive gives. */
function rangesOf({ source, values }: Pick<Search, "source" | "values">): SQL[] {
  const { merchantId, createdFrom, beforeTime, beforeId } = values;
  const merchant = sql`(SELECT number FROM archived_merchants WHERE merchant_id = ${merchantId})`;
  // Another merchant's counter has no intents here, and none of them are read.
  const counter = sql`(SELECT id FROM counters WHERE merchant_id = ${merchantId} AND id = ${values.counterId})`;
  const withStatus = (status: string | null) => sql`a.merchant = ${merchant} AND a.status = ${status}`;
  const ranges = {
    reference: () => [sql`a.merchant = ${merchant} AND a.reference = ${values.reference}`],
    refundStatus: () => [sql`a.merchant = ${merchant} AND a.refund_status = ${values.refundStatus}`],
    counterId: () => [sql`+a.merchant = ${merchant} AND a.counter_id = ${counter}`],
    status: () => [withStatus(values.status)],
    expired: () => [withStatus("expired")],
    all: () => FINAL_STATUSES.map(withStatus),
  } satisfies Record<Source, () => SQL[]>;
  return ranges[source]().map(
    (range) => sql`FROM archived_intents a WHERE ${range} AND a.is_replaced IS NULL
      AND a.created_at >= ${createdFrom} AND a.created_at <= ${beforeTime}
      AND (a.created_at < ${beforeTime} OR ${ID_TEXT} < ${beforeId})`,
  );
}
