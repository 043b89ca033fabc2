// What GET /metrics shows: gauges read when it is asked for, and counters that the sweep keeps.
import { readSize } from "#core/db/client.ts";
import { readGauges } from "#core/db/operations/gauges.ts";
import { listPositions } from "#core/db/operations/sweep-positions.ts";
import { type EventCounts, NO_EVENTS, PUSH_DROPS } from "#core/domain/operations/metrics.ts";
import type { Dependencies } from "#core/services/dependencies.ts";
import { addCellReports } from "#core/shards/cell-reports.ts";

export async function readMetrics(deps: Dependencies) {
  const now = deps.clock();
  const [ofHome, homeBytes, [counted], [float], dropped] = await Promise.all([
    readGauges(deps.db, now),
    readSize(deps.db),
    listPositions<EventCounts>(deps.db, "counted_events", 1),
    listPositions<{ mismatches: number }>(deps.db, "float_check", 1),
    listPositions<number>(deps.db, "dropped_pushes", PUSH_DROPS.length),
  ]);
  const home = { gauges: ofHome, counts: counted?.position ?? NO_EVENTS };
  return {
    ...{ now, countedAt: counted?.updatedAt ?? null, homeBytes },
    ...(deps.shards.hasCells
      ? await addCellReports(deps.db, home)
      : { ...home, oldestReportAt: null, largestBytes: null }),
    floatMismatches: float?.position.mismatches ?? 0,
    droppedPushes: Object.fromEntries(dropped.map(({ key, position }) => [key, position])),
  };
}
