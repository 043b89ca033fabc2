import type { SweepPart } from "../db/schema.ts";
import { advancePosition, listPositions, savePosition } from "../db/sweep-positions.ts";
import { log } from "../lib/log.ts";
import type { Dependencies } from "./dependencies.ts";
import { LIMITS } from "./sweep-limits.ts";

/** Runs from where the last run ended; from the start when that one reached the end. */
export async function resumeSweep<P>(
  deps: Dependencies,
  part: SweepPart,
  start: P,
  run: (from: P) => Promise<P | null>,
): Promise<void> {
  const [ended] = await listPositions<P>(deps.db, part, 1);
  const next = await run(ended?.position ?? start);
  if (ended !== undefined) await advancePosition(deps.db, ended, next, deps.clock());
  else if (next !== null) {
    await savePosition(deps.db, { part, key: "", position: next, updatedAt: deps.clock() });
  }
}

/**
 * Runs from each position of a part where work was left; there may be one per merchant. One failure stops no other.
 * `restMs`: how long a position is left alone after each run.
 */
export async function resumeEach<P>(
  deps: Dependencies,
  part: SweepPart,
  run: (from: P) => Promise<P | null>,
  { limit = LIMITS.resumedPositions, restMs = 0 }: { limit?: number; restMs?: number } = {},
): Promise<void> {
  for (const ended of await listPositions<P>(deps.db, part, limit, deps.clock() - restMs)) {
    try {
      await advancePosition(deps.db, ended, await run(ended.position), deps.clock());
    } catch (error) {
      log("error", "sweep_failed", { part, key: ended.key, error });
    }
  }
}
