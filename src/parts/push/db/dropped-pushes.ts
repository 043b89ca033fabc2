import { sql } from "drizzle-orm";
import type { Database } from "#core/db/client.ts";
import { sweepPositions } from "#core/db/schema/operations.ts";
import type { PushDrop } from "#core/domain/operations/metrics.ts";

const PART = "dropped_pushes";

/** Adds to what has been counted, in one statement. */
export async function countDroppedPushes(
  db: Database,
  dropped: readonly PushDrop[],
  now: number,
): Promise<void> {
  if (dropped.length === 0) return;
  const rows = [...Map.groupBy(dropped, (drop) => drop)].map(([key, { length: position }]) => ({
    ...({ part: PART, key, position, updatedAt: now } as const),
  }));
  await db
    .insert(sweepPositions)
    .values(rows)
    .onConflictDoUpdate({
      target: [sweepPositions.part, sweepPositions.key],
      set: { position: sql`position + excluded.position`, updatedAt: now },
    });
}
