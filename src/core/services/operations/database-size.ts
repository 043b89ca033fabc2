// Tells operators that a database is filling: at 60 % of what it can hold, and at each further tenth, once.
import { readSize } from "#core/db/client.ts";
import { savePosition } from "#core/db/operations/sweep-positions.ts";
import { DATABASE_BYTES_MAX, HOME } from "#core/domain/shards/cells.ts";
import { uuidOf } from "#core/lib/derived-uuid.ts";
import { log } from "#core/lib/log.ts";
import { isoTime } from "#core/lib/time.ts";
import type { SweepRun } from "./resume-sweep.ts";
import { tell } from "./tell-operators.ts";

const FIRST_TENTH = 6;
const MINUTE_MS = 60_000;

/** Runs in the first minute of each hour. */
export async function sweepHomeSize(run: SweepRun): Promise<void> {
  if (run.clock() % (60 * MINUTE_MS) >= MINUTE_MS) return;
  await tellOfSize(run, (await readSize(run.db)) ?? 0);
}

export async function tellOfSize(run: SweepRun, sizeBytes: number): Promise<void> {
  const tenths = Math.floor((10 * sizeBytes) / DATABASE_BYTES_MAX);
  const told = (await run.positions).find(({ part }) => part === "database_size")?.position ?? 0;
  if (tenths < FIRST_TENTH || tenths <= Number(told)) return;
  const { name: shard } = run.shard;
  const data = { database: shard, size_bytes: sizeBytes, percent: 10 * tenths, next_step: nextStep(run) };
  log("error", "database_filling", data);
  const now = run.clock();
  const id = await uuidOf(`database.filling ${shard} ${tenths}`);
  if (!(await tell(run, { id, type: "database.filling", timestamp: isoTime(now), data }))) return;
  await savePosition(run.shard, { part: "database_size", key: "", position: tenths, updatedAt: now });
}

function nextStep({ shard: { name: shard }, shards }: SweepRun): string {
  if (shard !== HOME)
    return "add an entry with more digits to CELLS, or spread the largest merchant of this cell";
  return shards.hasCells
    ? "check what grows: new payments go to cells"
    : "set CELLS: new payments then go to cells";
}
