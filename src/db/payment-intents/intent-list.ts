// A merchant's list of intents: those in payment_intents, and from the archive those that have not changed since.
import { sql } from "drizzle-orm";
import type { Cursor } from "../../domain/cursor.ts";
import type { PaymentIntent } from "../../domain/payment-intent.ts";
import type { Place } from "../client.ts";
import { mergePages, newestFirst, readPage } from "../merge-pages.ts";
import { type ListPosition, type Page, pageOf } from "../paging.ts";
import { isSpread } from "../places.ts";
import {
  ARCHIVED_AFTER_MS,
  archivedPositions,
  findArchivedMerchant,
  listArchived,
} from "./archived-intents.ts";
import { currentPositions, listCurrent } from "./current-intents.ts";
import {
  type Found,
  type IntentFilter,
  SEARCHED_MAX,
  type Search,
  searchFor,
  startingAfter,
} from "./intent-search.ts";

/**
 * Newest first. A page may be short and not be the last. Null for a page by number that begins beyond what a combination of
 * filters looks through, or a list of many places.
 */
export async function listIntents(
  places: readonly Place[],
  merchantId: string,
  filter: IntentFilter,
  { page, limit, cursor }: ListPosition,
  now: number,
): Promise<Page<PaymentIntent> | null> {
  const search = searchFor(merchantId, filter, now);
  if (cursor !== null) return await readIntents(places, startingAfter(search, cursor), limit);
  if (page === 1) return await readIntents(places, search, limit);
  const offset = (page - 1) * limit;
  if (offset > SEARCHED_MAX && isSpread(places)) return null;
  const before = search.others.length === 0 ? await positionAt(places, search, offset - 1) : undefined;
  if (before !== undefined) {
    return before === null
      ? { rows: [], next: null }
      : await readIntents(places, startingAfter(search, before), limit);
  }
  const skipped = await readIntents(places, search, offset);
  if (skipped.next === null) return { rows: [], next: null };
  return skipped.rows.length < offset
    ? null
    : await readIntents(places, startingAfter(search, skipped.next), limit);
}

export const UNFILTERED: IntentFilter = {
  ...{ status: null, refundStatus: null, counterId: null, reference: null, amount: null },
  ...{ createdFrom: null, createdTo: null },
};

/** All of the merchant's in this place, also in the archive, the newest first. Whatever changes meanwhile, none is left out. */
export async function listIntentIds(
  place: Place,
  merchantId: string,
  cursor: Cursor | null,
  limit: number,
  now: number,
): Promise<Cursor[]> {
  const all = searchFor(merchantId, UNFILTERED, now);
  return await listPositions(place, cursor === null ? all : startingAfter(all, cursor), 0, limit);
}

async function readIntents(
  places: readonly Place[],
  search: Search,
  limit: number,
): Promise<Page<PaymentIntent>> {
  return await readPage(places, (place) => readIntentsOf(place, search, limit), limit, newestFirst);
}

async function readIntentsOf(db: Place, search: Search, limit: number) {
  const current = await listCurrent(db, search, limit + 1);
  const { now, createdFrom } = search.values;
  // The archive has only older ones.
  const reachesTo = current.end ?? current.intents[limit] ?? { createdAt: createdFrom };
  const isRecent = reachesTo.createdAt > now - ARCHIVED_AFTER_MS;
  const found = isRecent ? [current] : [current, await listArchived(db, search, limit + 1)];
  return mergePages(
    found.map((each) => partialPage(each, limit)),
    limit,
    newestFirst,
  );
}

function partialPage({ intents, end }: Found, limit: number): Page<PaymentIntent> {
  const { rows, next } = pageOf(intents, limit);
  return { rows, next: next ?? end };
}

/** Of one place D1 returns the position alone; of several, all before it as well. */
async function positionAt(places: readonly Place[], search: Search, offset: number): Promise<Cursor | null> {
  const [skipped, limit] = places.length === 1 ? [offset, 1] : [0, offset + 1];
  const read = async (place: Place) => pageOf(await listPositions(place, search, skipped, limit), limit);
  const { rows } = await readPage(places, read, limit, newestFirst);
  return rows[limit - 1] ?? null;
}

/** The archive has only older intents, so it is left alone while those in payment_intents are newer. */
async function listPositions(db: Place, search: Search, skipped: number, limit: number): Promise<Cursor[]> {
  const current = sql.join(currentPositions(search), sql` UNION ALL `);
  const archived = sql.join(archivedPositions(search), sql` UNION ALL `);
  const order = sql`ORDER BY "createdAt" DESC, id DESC LIMIT`;
  const found = await db.all<Cursor>(sql`${current} ${order} ${limit} OFFSET ${skipped}`);
  const { now, createdFrom } = search.values;
  const reachesTo = found[limit - 1]?.createdAt ?? createdFrom;
  if (reachesTo > now - ARCHIVED_AFTER_MS) return found;
  if ((await findArchivedMerchant(db, search.values.merchantId)) === null) return found;
  const end = skipped + limit;
  // D1 allows five SELECTs in one.
  return await db.all<Cursor>(sql`
    SELECT * FROM (${current} ${order} ${end}) UNION ALL SELECT * FROM (${archived} ${order} ${end})
    ${order} ${limit} OFFSET ${skipped}`);
}
