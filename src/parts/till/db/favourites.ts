import { and, eq, sql } from "drizzle-orm";
import { type NewAuditEntry, withAuditEntry } from "#core/db/audit/audit-trail.ts";
import type { Database } from "#core/db/client.ts";
import type { Cursor, RowPosition } from "#core/domain/cursor.ts";
import type { Favourites, StoredFavourites } from "../domain/favourites.ts";
import { counterFavourites } from "./schema/favourites.ts";

interface CounterKey {
  merchantId: string;
  counterId: string;
}

export async function findFavourites(
  db: Database,
  { merchantId, counterId }: CounterKey,
): Promise<StoredFavourites | null> {
  const { currency, items, updatedAt } = counterFavourites;
  const isIt = and(eq(counterFavourites.merchantId, merchantId), eq(counterFavourites.counterId, counterId));
  return (await db.select({ currency, items, updatedAt }).from(counterFavourites).where(isIt).get()) ?? null;
}

/** Replaces them all. `updatedAt` goes up with each change, also of two within one millisecond. */
export async function saveFavourites(
  db: Database,
  key: CounterKey,
  favourites: Favourites,
  now: number,
  entry: NewAuditEntry | null,
): Promise<StoredFavourites> {
  const save = db
    .insert(counterFavourites)
    .values({ ...key, ...favourites, updatedAt: now })
    .onConflictDoUpdate({
      target: [counterFavourites.merchantId, counterFavourites.counterId],
      set: { ...favourites, updatedAt: sql`max(${now}, ${counterFavourites.updatedAt} + 1)` },
    })
    .returning();
  const saved = await withAuditEntry(db, save, entry);
  if (saved === null) throw new Error("an upsert returns its row");
  return saved;
}

/** Its other fields have the names of the columns. */
export type StoredRow = Cursor & Record<string, unknown>;

/** Lists a merchant's, the counter whose favourites have not changed for longest first. */
export async function listFavouritesAfter(
  db: Database,
  merchantId: string,
  { at, id }: RowPosition,
  limit: number,
): Promise<StoredRow[]> {
  const rows = await db.all<StoredRow & { items: string }>(sql`
    SELECT *, counter_id AS id, updated_at AS "createdAt" FROM counter_favourites
    WHERE merchant_id = ${merchantId} AND (updated_at, counter_id) > (${at}, ${id})
    ORDER BY updated_at, counter_id LIMIT ${limit}`);
  return rows.map((row) => ({ ...row, items: JSON.parse(row.items) }));
}
