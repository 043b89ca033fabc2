// What GET /metrics shows: gauges read when it is asked for, and counters that the sweep keeps, so that a payment writes
// nothing for them.
import { countEvents, type EventCount } from "../../db/operations/count-events.ts";
import { readGauges } from "../../db/operations/gauges.ts";
import { listPositions } from "../../db/operations/sweep-positions.ts";
import { AGES_SECONDS, type EventCounts, NO_EVENTS, PAY_BOUNDS_SECONDS } from "../../domain/metrics.ts";
import type { Dependencies } from "../dependencies.ts";
import type { FloatCheck } from "../movements/sweep-movements.ts";
import { resumeSweep, type SweepRun } from "./resume-sweep.ts";

/** Old enough for a webhook to have been retried after 5 and 30 seconds, and for D1 to have every event. */
const COUNTED_AFTER_MS = 60_000;
/** Bounds one run; after an outage of the sweep, the next runs catch up. */
const COUNTED_PER_RUN_MS_MAX = 10 * 60_000;

export async function readMetrics(deps: Dependencies) {
  const now = deps.clock();
  const agesMs = AGES_SECONDS.map((seconds) => seconds * 1000);
  const [gauges, [counted], [float]] = await Promise.all([
    readGauges(deps.db, now, agesMs),
    listPositions<EventCounts>(deps.db, "counted_events", 1),
    listPositions<FloatCheck>(deps.db, "float_check", 1),
  ]);
  return {
    ...{ now, gauges, counts: counted?.position ?? NO_EVENTS, countedAt: counted?.updatedAt ?? null },
    floatMismatches: float?.position.mismatches ?? 0,
  };
}

/** Adds the events since the last run to the counters. Counting begins with the first run. */
export async function sweepEventCounts(deps: SweepRun): Promise<void> {
  const until = deps.clock() - COUNTED_AFTER_MS;
  const start = { ...NO_EVENTS, countedTo: until };
  await resumeSweep<EventCounts>(deps, "counted_events", start, async (counts) => {
    const from = counts.countedTo;
    const to = Math.min(until, from + COUNTED_PER_RUN_MS_MAX);
    if (to <= from) return counts;
    const boundsMs = PAY_BOUNDS_SECONDS.map((seconds) => seconds * 1000);
    const counted = await countEvents(deps.places.home, { from, to }, boundsMs);
    return { ...counted.reduce(added, counts), countedTo: to };
  });
}

function added(
  counts: EventCounts,
  { type, delivery, events, bucket, timeToPayMs }: EventCount,
): EventCounts {
  const plus = (of: Record<string, number>, name: string) => ({ ...of, [name]: (of[name] ?? 0) + events });
  return {
    ...counts,
    byType: plus(counts.byType, type),
    byDelivery: plus(counts.byDelivery, delivery),
    paidWithin: counts.paidWithin.map((count, index) => (index === bucket ? count + events : count)),
    timeToPayMs: counts.timeToPayMs + (timeToPayMs ?? 0),
  };
}
