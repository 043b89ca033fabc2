// Reads from the archive, whose rows come from archive.ts.
import { and, eq, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { FINAL_STATUSES, type PaymentIntent } from "../../domain/payment-intent.ts";
import type { Place } from "../client.ts";
import { prepareOnce } from "../prepared-statements.ts";
import { archivedIntents, archivedMerchants } from "../schema/archive.ts";
import { type ArchivedIntent, type Columns, decodeRecord, idOf } from "./archive-record.ts";
import { endOfSearch, type Found, SEARCHED_MAX, type Search, type Source } from "./intent-search.ts";

/** Intents that have changed since then are not in the archive, or only as they were before. */
export const ARCHIVED_AFTER_MS = 30 * 24 * 60 * 60_000;

/** What D1 returns for a blob. */
type Bytes = readonly number[];

type Row = Omit<Columns, "id" | "merchantId"> & { id: Bytes; record: Bytes };

/** SQL for a Row of the archived intent `a`. */
export const ARCHIVED = sql`a.id, a.status, a.refund_status AS "refundStatus", a.counter_id AS "counterId", a.reference,
  a.created_at AS "createdAt", a.version, a.record`;

/** SQL for the text of the id of the archived intent `a`. */
export const ID_TEXT = sql.raw(
  `lower(${[
    [1, 8],
    [9, 4],
    [13, 4],
    [17, 4],
    [21, 12],
  ]
    .map(([start, length]) => `substr(hex(a.id), ${start}, ${length})`)
    .join(" || '-' || ")})`,
);

/** An intent as it was archived; null when it never was. */
export async function findArchived(db: Place, intentId: string): Promise<ArchivedIntent | null> {
  const [found] = await listArchivedByIds(db, [intentId]);
  return found ?? null;
}

/** Those of these intents that are in the archive, as they were archived. */
export async function listArchivedByIds(db: Place, intentIds: readonly string[]): Promise<ArchivedIntent[]> {
  if (intentIds.length === 0) return [];
  const rows = await db.all<Row & { merchantId: string; sample: string }>(sql`
    SELECT ${ARCHIVED}, m.merchant_id AS "merchantId", m.sample
    FROM json_each(${JSON.stringify(intentIds)}) wanted
    CROSS JOIN archived_intents a ON a.id = ${keyOf(sql`wanted.value`)}
    JOIN archived_merchants m ON m.number = a.merchant`);
  return rows.map(({ merchantId, sample, ...row }) => readRow(row, merchantId, sample));
}

export function readRow({ id, record, ...columns }: Row, merchantId: string, sample: string): ArchivedIntent {
  return decodeRecord(record, { ...columns, id: idOf(id), merchantId }, sample);
}

const selectMerchant = prepareOnce((db) => {
  const { number, sample, merchantId } = archivedMerchants;
  return db
    .select({ number, sample })
    .from(archivedMerchants)
    .where(eq(merchantId, sql.placeholder("merchantId")))
    .prepare();
});

/** The merchant's number and sample; null when it has nothing in the archive. */
export async function findArchivedMerchant(db: Place, merchantId: string) {
  return (await selectMerchant(db).get({ merchantId })) ?? null;
}

/** How many records are restored at a time. */
const SEARCHED_PER_QUERY = 500;

/** Another archived intent of the same merchant, amount and currency with this transaction of the ledger. */
export async function findArchivedWith(
  db: Place,
  { id, merchantId, amountMinor, currency }: PaymentIntent,
  transactionId: string,
): Promise<PaymentIntent | null> {
  const merchant = await findArchivedMerchant(db, merchantId);
  if (merchant === null) return null;
  let rows: (Row & { number: number })[] = [];
  let after: [createdAt: number, number: number] = [0, 0];
  do {
    rows = await db.all(sql`
      SELECT a.number, ${ARCHIVED} FROM archived_intents a
      WHERE a.merchant = ${merchant.number} AND a.status = 'completed' AND a.is_replaced IS NULL
        AND a.created_at >= ${after[0]} AND (a.created_at, a.number) > (${after[0]}, ${after[1]})
        AND (a.amount_minor IS NULL OR (a.amount_minor = ${amountMinor} AND a.currency = ${currency}))
      ORDER BY a.created_at, a.number LIMIT ${SEARCHED_PER_QUERY}`);
    for (const { number, ...row } of rows) {
      const { intent } = readRow(row, merchantId, merchant.sample);
      const recorded = [intent.paymentLedgerTxId, intent.refundLedgerTxId];
      if (intent.id !== id && recorded.includes(transactionId)) return intent;
      after = [intent.createdAt, number];
    }
  } while (rows.length === SEARCHED_PER_QUERY);
  return null;
}

/** SQL for whether this id was archived. */
export function isArchived(intentId: SQLWrapper): SQL {
  return sql`EXISTS (SELECT 1 FROM archived_intents WHERE id = ${keyOf(intentId)})`;
}

/** For the batch that writes a newer version to payment_intents. */
export function markReplaced(db: Place, intentId: string) {
  return db
    .update(archivedIntents)
    .set({ isReplaced: 1 })
    .where(and(eq(archivedIntents.id, keyOf(sql`${intentId}`)), sql`is_replaced IS NULL`));
}

/** SQL for an intent's id as the archive has it. */
export function keyOf(intentId: SQLWrapper): SQL {
  return sql`unhex(replace(${intentId}, '-', ''))`;
}

/** The archive's part of a merchant's list, with the same filters, from the archive's indexes. At most `limit` intents. */
export async function listArchived(db: Place, search: Search, limit: number): Promise<Found> {
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
