// Where parts of the sweep ended that had more to do than one run may: the next run resumes there.
import { and, asc, eq, getTableColumns, lte, sql } from "drizzle-orm";
import type { Database } from "../client.ts";
import { prepareOnce } from "../prepared-statements.ts";
import { type SweepPart, sweepPositions } from "../schema/operations.ts";

export interface SweepPosition<P> {
  part: SweepPart;
  /** Tells a part's positions apart. */
  key: string;
  position: P;
  updatedAt: number;
}

/** The part's positions, the one that has waited longest first. */
export async function listPositions<P>(
  db: Database,
  part: SweepPart,
  limit: number,
): Promise<SweepPosition<P>[]> {
  const rows = await db
    .select()
    .from(sweepPositions)
    .where(eq(sweepPositions.part, part))
    .orderBy(asc(sweepPositions.updatedAt))
    .limit(limit);
  return rows as SweepPosition<P>[];
}

const selectRanked = prepareOnce((db) => {
  const { part, updatedAt } = sweepPositions;
  const rank = sql<number>`row_number() OVER (PARTITION BY ${part} ORDER BY ${updatedAt})`.as("rank");
  const ranked = db
    .select({ ...getTableColumns(sweepPositions), rank })
    .from(sweepPositions)
    .as("ranked");
  return db
    .select()
    .from(ranked)
    .where(lte(ranked.rank, sql.placeholder("limit")))
    .orderBy(asc(ranked.rank))
    .prepare();
});

/** The same of every part, in one query: most runs of the sweep have little to resume. */
export async function listAllPositions(
  db: Database,
  limitPerPart: number,
): Promise<SweepPosition<unknown>[]> {
  return await selectRanked(db).all({ limit: limitPerPart });
}

/** Replaces the position of the same part and key. */
export async function savePosition<P>(db: Database, saved: SweepPosition<P>): Promise<void> {
  const { position, updatedAt } = saved;
  await db
    .insert(sweepPositions)
    .values(saved)
    .onConflictDoUpdate({
      target: [sweepPositions.part, sweepPositions.key],
      set: { position, updatedAt },
    });
}

/** Leaves a position that there is already. */
export async function startPosition<P>(db: Database, saved: SweepPosition<P>): Promise<void> {
  await db.insert(sweepPositions).values(saved).onConflictDoNothing();
}

export async function deletePosition(db: Database, part: SweepPart, key: string): Promise<void> {
  await db.delete(sweepPositions).where(and(eq(sweepPositions.part, part), eq(sweepPositions.key, key)));
}

/** Moves on to `next`, or ends when it is null. Does nothing when the position was replaced meanwhile. */
export async function advancePosition<P>(
  db: Database,
  { part, key, updatedAt }: SweepPosition<P>,
  next: P | null,
  now: number,
): Promise<void> {
  const isSame = and(
    eq(sweepPositions.part, part),
    eq(sweepPositions.key, key),
    eq(sweepPositions.updatedAt, updatedAt),
  );
  if (next === null) await db.delete(sweepPositions).where(isSame);
  else await db.update(sweepPositions).set({ position: next, updatedAt: now }).where(isSame);
}
