// A merchant's list of intents: those in payment_intents, and from the archive those that have not changed since.
import { sql } from "drizzle-orm";
import type { Cursor } from "../../domain/cursor.ts";
import type { PaymentIntent } from "../../domain/payment-intent.ts";
import type { Database } from "../client.ts";
import { type ListPosition, pageOf } from "../paging.ts";
import {
  ARCHIVED_AFTER_MS,
  archivedPositions,
  findArchivedMerchant,
  listArchived,
} from "./archived-intents.ts";
import { currentPositions, listCurrent } from "./current-intents.ts";
import { type Found, type IntentFilter, type Search, searchFor, startingAfter } from "./intent-search.ts";

export interface IntentPage {
  intents: PaymentIntent[];
  /** Where the next page begins; null at the end of the list. A page may be short and not be the last. */
  next: Cursor | null;
}

/** Newest first. Null for a page by number that begins beyond what a combination of filters looks through. */
export async function listIntents(
  db: Database,
  merchantId: string,
  filter: IntentFilter,
  { page, limit, cursor }: ListPosition,
  now: number,
): Promise<IntentPage | null> {
  const search = searchFor(merchantId, filter, now);
  if (cursor !== null) return await readPage(db, startingAfter(search, cursor), limit);
  if (page === 1) return await readPage(db, search, limit);
  const offset = (page - 1) * limit;
  const before = search.others.length === 0 ? await positionAt(db, search, offset - 1) : undefined;
  if (before !== undefined) {
    return before === null
      ? { intents: [], next: null }
      : await readPage(db, startingAfter(search, before), limit);
  }
  const skipped = await readPage(db, search, offset);
  if (skipped.next === null) return { intents: [], next: null };
  return skipped.intents.length < offset
    ? null
    : await readPage(db, startingAfter(search, skipped.next), limit);
}

async function readPage(db: Database, search: Search, limit: number): Promise<IntentPage> {
  const current = await listCurrent(db, search, limit + 1);
  const { now, createdFrom } = search.values;
  // The archive has only older ones.
  const reachesTo = current.end ?? current.intents[limit] ?? { createdAt: createdFrom };
  const isRecent = reachesTo.createdAt > now - ARCHIVED_AFTER_MS;
  const archived = isRecent ? null : await listArchived(db, search, limit + 1);
  const found = archived === null ? current : merged(current, archived);
  const { rows: intents, next } = pageOf(found.intents, limit);
  return { intents, next: next ?? found.end };
}

/** Up to the point to which both were looked through. */
function merged(one: Found, other: Found): Found {
  const [end = null] = [one.end, other.end].filter((each) => each !== null).sort(newestFirst);
  const intents = [...one.intents, ...other.intents].sort(newestFirst);
  return { intents: end === null ? intents : intents.filter((each) => newestFirst(each, end) <= 0), end };
}

function newestFirst(one: Cursor, other: Cursor): number {
  return other.createdAt - one.createdAt || (one.id < other.id ? 1 : one.id > other.id ? -1 : 0);
}

/** The archive has only older intents, so it is left alone while those in payment_intents are newer. */
async function positionAt(db: Database, search: Search, offset: number): Promise<Cursor | null> {
  const current = sql.join(currentPositions(search), sql` UNION ALL `);
  const archived = sql.join(archivedPositions(search), sql` UNION ALL `);
  const order = sql`ORDER BY "createdAt" DESC, id DESC LIMIT`;
  const found = await db.get<Cursor | undefined>(sql`${current} ${order} 1 OFFSET ${offset}`);
  const { now, createdFrom } = search.values;
  const reachesTo = found?.createdAt ?? createdFrom;
  if (reachesTo > now - ARCHIVED_AFTER_MS) return found ?? null;
  if ((await findArchivedMerchant(db, search.values.merchantId)) === null) return found ?? null;
  // D1 allows five SELECTs in one.
  const row = await db.get<Cursor | undefined>(sql`
    SELECT * FROM (${current} ${order} ${offset + 1}) UNION ALL SELECT * FROM (${archived} ${order} ${offset + 1})
    ${order} 1 OFFSET ${offset}`);
  return row ?? null;
}
