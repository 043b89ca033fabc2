// Where parts of the sweep ended that had more to do than one run may: the next run resumes there.

import { and, asc, eq, getTableColumns, inArray, sql } from "drizzle-orm";
import type { Database } from "#core/db/client.ts";
import { CORE_SWEEP_PARTS, type SweepPart, sweepPositions } from "#core/db/schema/operations.ts";
import { addRows } from "#core/domain/open-list.ts";

type PositionKind = "work" | "note";

const positionKinds: Partial<Record<SweepPart, PositionKind>> = {
  ...Object.fromEntries(CORE_SWEEP_PARTS.map((part) => [part, "work"])),
  database_size: "note",
};

/** Called once, where the parts are composed. A note says when something ran, or what it has counted: it is no work. */
export function addSweepPositions(ofParts: Record<keyof PartSweepPositions, PositionKind>): void {
  addRows(positionKinds, ofParts);
}

export function addSandboxSweepPositions(ofSandbox: Record<keyof SandboxSweepPositions, PositionKind>): void {
  addRows(positionKinds, ofSandbox);
}

function sweepParts(): SweepPart[] {
  return Object.keys(positionKinds) as SweepPart[];
}

/** What has work left as long as it has a position. A part that was taken out leaves rows here that nobody works on. */
export function sweepPartsWithWork(): SweepPart[] {
  return sweepParts().filter((part) => positionKinds[part] === "work");
}

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
  part: string,
  limit: number,
): Promise<SweepPosition<P>[]> {
  const rows = await db
    .select()
    .from(sweepPositions)
    .where(eq(sweepPositions.part, part as SweepPart))
    .orderBy(asc(sweepPositions.updatedAt))
    .limit(limit);
  return rows as SweepPosition<P>[];
}

/** Lists those of every part, in one query: most runs of the sweep have little to resume. */
export async function listAllPositions(
  db: Database,
  limitPerPart: number,
): Promise<SweepPosition<unknown>[]> {
  const { part, key, updatedAt } = sweepPositions;
  const parts = db
    .select({ name: sql<SweepPart>`value`.as("name") })
    .from(sql`json_each(${JSON.stringify(sweepParts())})`)
    .as("parts");
  const first = sql`(SELECT p.key FROM ${sweepPositions} p INDEXED BY sweep_positions_waiting
    WHERE p.part = ${parts.name} ORDER BY p.updated_at LIMIT ${limitPerPart})`;
  return await db
    .select(getTableColumns(sweepPositions))
    .from(parts)
    .crossJoin(sweepPositions)
    .where(and(eq(part, parts.name), inArray(key, first)))
    .orderBy(asc(updatedAt));
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
