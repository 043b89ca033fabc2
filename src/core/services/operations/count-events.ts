// Counts events for the metrics, so that a payment writes nothing for them. Cells report theirs to home.
import { readHead } from "#core/db/audit/audit-chain.ts";
import type { Shard } from "#core/db/client.ts";
import { countEvents, type EventCount } from "#core/db/operations/count-events.ts";
import { readShardGauges } from "#core/db/operations/gauges.ts";
import { type EventCounts, NO_EVENTS, PAY_BOUNDS_SECONDS } from "#core/domain/operations/metrics.ts";
import { IDLE_REPORT_MS, IDLE_SWEEP_MS } from "#core/domain/shards/cells.ts";
import { sha256Hex } from "#core/lib/secrets.ts";
import { checkHead } from "#core/services/audit/audit-chain.ts";
import { storeCellReport } from "#core/shards/cell-reports.ts";
import { tellOfSize } from "./database-size.ts";
import { resumeSweep, type SweepRun } from "./resume-sweep.ts";
import { LIMITS } from "./sweep-limits.ts";

/** Old enough for a webhook to have been retried after 5 and 30 seconds, and for D1 to have every event. */
const COUNTED_AFTER_MS = 60_000;
/** Bounds one run; after an outage of the sweep, the next runs catch up. Longer than all merchants take. */
const COUNTED_PERIOD_MS_MAX = 60 * 60_000;
/** A sweep may come a little early, and the next one is much later. */
const EARLY_MS = 60_000;
const PAY_BOUNDS_MS = PAY_BOUNDS_SECONDS.map((seconds) => seconds * 1000);

/** The merchants are counted in chunks, each as far as the first. */
interface Counting extends EventCounts {
  /** Until when they are counted, and the last that has been; null between two rounds. */
  round: { to: number; after: string } | null;
}

const NOTHING_COUNTED: Counting = { ...NO_EVENTS, round: null };

/** Adds home's events since the last run to the counters. Counting begins with the first run. */
export async function sweepEventCounts(run: SweepRun): Promise<void> {
  const until = run.clock() - COUNTED_AFTER_MS;
  const start = { ...NOTHING_COUNTED, countedTo: until };
  await resumeSweep<Counting>(run, "counted_events", start, (counts) =>
    countOn(run.shard, counts, Math.min(until, counts.countedTo + COUNTED_PERIOD_MS_MAX)),
  );
}

/** Becomes true once in IDLE_SWEEP_MS, however often the cell sweeps. */
export async function isReportDue({ positions, clock }: SweepRun): Promise<boolean> {
  const reported = (await positions).find(({ part }) => part === "counted_events");
  return reported === undefined || clock() - reported.updatedAt >= IDLE_SWEEP_MS - EARLY_MS;
}

interface LastReport {
  counts: Counting;
  reportedAt: number;
  digest: string;
}

/**
 * Most cells have nothing new to report most of the time. A cell counts from its first event on, so what home has lost in a
 * restore is there again with the next report.
 */
export async function reportCell(run: SweepRun, sizeBytes: number): Promise<void> {
  const { shard, clock } = run;
  const never = { counts: NOTHING_COUNTED, reportedAt: 0, digest: "" };
  await resumeSweep<LastReport>(run, "counted_events", never, async (last) => {
    const now = clock();
    const counting = await countOn(shard, last.counts, now - COUNTED_AFTER_MS);
    const gauges = await readShardGauges(shard, now);
    await tellOfSize(run, sizeBytes);
    const chainHead = await readHead(shard);
    const { round: _, ...eventCounts } = counting;
    const { countedTo: __, ...counts } = eventCounts;
    const digest = await sha256Hex(JSON.stringify({ gauges, counts, chainHead, sizeBytes }));
    const isKnown = digest === last.digest && now - last.reportedAt < IDLE_REPORT_MS - EARLY_MS;
    if (isKnown) return { ...last, counts: counting };
    const report = { cell: shard.name, reportedAt: now, gauges, eventCounts, chainHead, sizeBytes };
    await checkHead(shard, await storeCellReport(run.db, report));
    return { counts: counting, reportedAt: now, digest };
  });
}

/** Counts the next chunk, of a round that has begun or of a new one. */
async function countOn(shard: Shard, counting: Counting, until: number): Promise<Counting> {
  const { to, after } = counting.round ?? { to: until, after: "" };
  if (to <= counting.countedTo) return counting;
  const period = { from: counting.countedTo, to };
  const chunk = { after, limit: LIMITS.countedMerchants };
  const { counts, last } = await countEvents(shard, period, chunk, PAY_BOUNDS_MS);
  const added = counts.reduce(plus, counting);
  return last === null ? { ...added, countedTo: to, round: null } : { ...added, round: { to, after: last } };
}

function plus(counts: Counting, { type, delivery, events, bucket, timeToPayMs }: EventCount): Counting {
  const added = (to: Record<string, number>, name: string) => ({ ...to, [name]: (to[name] ?? 0) + events });
  return {
    ...counts,
    byType: added(counts.byType, type),
    byDelivery: added(counts.byDelivery, delivery),
    paidWithin: counts.paidWithin.map((count, index) => (index === bucket ? count + events : count)),
    timeToPayMs: counts.timeToPayMs + (timeToPayMs ?? 0),
  };
}
