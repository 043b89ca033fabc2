// What GET /metrics shows: gauges read when it is asked for, and counters that the sweep keeps, so that a payment writes
// nothing for them. Cells report theirs to home.
import { readHead } from "../../db/audit/audit-chain.ts";
import { type Place, readSize } from "../../db/client.ts";
import { addCellReports, storeCellReport } from "../../db/operations/cell-reports.ts";
import { countEvents, type EventCount } from "../../db/operations/count-events.ts";
import { readGauges, readPlaceGauges } from "../../db/operations/gauges.ts";
import { listPositions } from "../../db/operations/sweep-positions.ts";
import { IDLE_REPORT_MS, IDLE_SWEEP_MS } from "../../domain/cells.ts";
import { type EventCounts, NO_EVENTS, PAY_BOUNDS_SECONDS } from "../../domain/metrics.ts";
import { PUSH_DROPS } from "../../domain/push.ts";
import { sha256Hex } from "../../lib/secrets.ts";
import { checkHead } from "../audit/audit-chain.ts";
import type { Dependencies } from "../dependencies.ts";
import type { FloatCheck } from "../movements/sweep-movements.ts";
import { tellOfSize } from "./database-size.ts";
import { resumeSweep, type SweepRun } from "./resume-sweep.ts";

/** Old enough for a webhook to have been retried after 5 and 30 seconds, and for D1 to have every event. */
const COUNTED_AFTER_MS = 60_000;
/** Bounds one run; after an outage of the sweep, the next runs catch up. */
const COUNTED_PER_RUN_MS_MAX = 10 * 60_000;
/** A sweep may come a little early, and the next one is much later. */
const EARLY_MS = 60_000;
const PAY_BOUNDS_MS = PAY_BOUNDS_SECONDS.map((seconds) => seconds * 1000);

export async function readMetrics(deps: Dependencies) {
  const now = deps.clock();
  const [ofHome, homeBytes, [counted], [float], dropped] = await Promise.all([
    readGauges(deps.db, now),
    readSize(deps.db),
    listPositions<EventCounts>(deps.db, "counted_events", 1),
    listPositions<FloatCheck>(deps.db, "float_check", 1),
    listPositions<number>(deps.db, "dropped_pushes", PUSH_DROPS.length),
  ]);
  const home = { gauges: ofHome, counts: counted?.position ?? NO_EVENTS };
  return {
    ...{ now, countedAt: counted?.updatedAt ?? null, homeBytes },
    ...(deps.places.hasCells
      ? await addCellReports(deps.db, home)
      : { ...home, oldestReportAt: null, largestBytes: null }),
    floatMismatches: float?.position.mismatches ?? 0,
    droppedPushes: Object.fromEntries(dropped.map(({ key, position }) => [key, position])),
  };
}

/** Adds home's events since the last run to the counters. Counting begins with the first run. */
export async function sweepEventCounts(run: SweepRun): Promise<void> {
  const until = run.clock() - COUNTED_AFTER_MS;
  const start = { ...NO_EVENTS, countedTo: until };
  await resumeSweep<EventCounts>(run, "counted_events", start, async (counts) => {
    const to = Math.min(until, counts.countedTo + COUNTED_PER_RUN_MS_MAX);
    return to > counts.countedTo ? await countTo(run.place, counts, to) : counts;
  });
}

/** Once in IDLE_SWEEP_MS, however often the cell sweeps. */
export async function isReportDue({ positions, clock }: SweepRun): Promise<boolean> {
  const reported = (await positions).find(({ part }) => part === "counted_events");
  return reported === undefined || clock() - reported.updatedAt >= IDLE_SWEEP_MS - EARLY_MS;
}

interface LastReport {
  counts: EventCounts;
  reportedAt: number;
  digest: string;
}

/**
 * Most cells have nothing new to report most of the time. A cell counts from its first event on, so what home has lost in a
 * restore is there again with the next report.
 */
export async function reportCell(run: SweepRun, sizeBytes: number): Promise<void> {
  const { place, clock } = run;
  const never = { counts: NO_EVENTS, reportedAt: 0, digest: "" };
  await resumeSweep<LastReport>(run, "counted_events", never, async (last) => {
    const now = clock();
    const eventCounts = await countTo(place, last.counts, now - COUNTED_AFTER_MS);
    const gauges = await readPlaceGauges(place, now);
    await tellOfSize(run, sizeBytes);
    const chainHead = await readHead(place);
    const { countedTo: _, ...counts } = eventCounts;
    const digest = await sha256Hex(JSON.stringify({ gauges, counts, chainHead, sizeBytes }));
    const isKnown = digest === last.digest && now - last.reportedAt < IDLE_REPORT_MS - EARLY_MS;
    if (isKnown) return { ...last, counts: eventCounts };
    const report = { cell: place.place, reportedAt: now, gauges, eventCounts, chainHead, sizeBytes };
    await checkHead(place, await storeCellReport(run.db, report));
    return { counts: eventCounts, reportedAt: now, digest };
  });
}

async function countTo(place: Place, counts: EventCounts, to: number): Promise<EventCounts> {
  const counted = await countEvents(place, { from: counts.countedTo, to }, PAY_BOUNDS_MS);
  return { ...counted.reduce(added, counts), countedTo: to };
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
