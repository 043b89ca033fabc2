import type { Shard } from "#core/db/client.ts";
import {
  advancePosition,
  listAllPositions,
  type SweepPosition,
  savePosition,
} from "#core/db/operations/sweep-positions.ts";
import type { SweepPart } from "#core/db/schema/operations.ts";
import { cellOf } from "#core/domain/shards/cells.ts";
import { log } from "#core/lib/log.ts";
import type { Dependencies } from "#core/services/dependencies.ts";
import { LIMITS } from "./sweep-limits.ts";

/** One run of the sweep of a shard. Its parts share one read of where they are to resume. */
export interface SweepRun extends Dependencies {
  shard: Shard;
  positions: Promise<SweepPosition<unknown>[]>;
}

export function beginSweep(deps: Dependencies, shard: Shard = deps.shards.home): SweepRun {
  return { ...deps, shard, positions: listAllPositions(shard, LIMITS.resumedPositions) };
}

/** Runs from where the last run ended; from the start when that one reached the end. */
export async function resumeSweep<P>(
  deps: SweepRun,
  part: SweepPart,
  start: P,
  run: (from: P) => Promise<P | null>,
): Promise<void> {
  const [ended] = await positionsOf<P>(deps, part);
  const next = await run(ended?.position ?? start);
  if (ended !== undefined) await advancePosition(deps.shard, ended, next, deps.clock());
  else if (next !== null) {
    await savePosition(deps.shard, { part, key: "", position: next, updatedAt: deps.clock() });
  }
}

/**
 * Runs from each position of a part where work was left; there may be one per merchant. One failure stops no other: what
 * failed waits behind all others, or a limited run would get to nothing else.
 * `limit`: the most positions of one run. `restMs`: how long a position is left alone after each run.
 */
export async function resumeEach<P>(
  deps: SweepRun,
  part: SweepPart,
  run: (from: P) => Promise<P | null>,
  { limit, restMs = 0 }: { limit?: number; restMs?: number } = {},
): Promise<void> {
  const restedSince = deps.clock() - restMs;
  const rested = (await positionsOf<P>(deps, part)).filter(({ updatedAt }) => updatedAt <= restedSince);
  for (const ended of rested.slice(0, limit)) {
    const report = (error: unknown) => {
      log("error", "sweep_failed", { part, key: ended.key, cell: cellOf(deps.shard), error });
      return ended.position;
    };
    await run(ended.position)
      .catch(report)
      .then((next) => advancePosition(deps.shard, ended, next, deps.clock()))
      .catch(report);
  }
}

/** The one that has waited longest first. */
async function positionsOf<P>({ positions }: SweepRun, part: SweepPart): Promise<SweepPosition<P>[]> {
  return (await positions).filter((each) => each.part === part) as SweepPosition<P>[];
}
