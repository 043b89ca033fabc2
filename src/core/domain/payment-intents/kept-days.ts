// Sums of days that are kept, so that no day is added up twice. All kept days of a merchant hold exactly what has its place in the
// feed of events before one time, `until`. What comes later is added to its day, or its day is added up anew.
import { addUp, type StatementSum } from "./totals.ts";

/** `to` is exclusive. */
export interface DayRange {
  day: string;
  from: number;
  to: number;
}

export interface KeptDays {
  /** Null before any day was kept. */
  until: number | null;
  days: ReadonlyMap<string, readonly StatementSum[]>;
}

/** What the events of a place in the feed, from `since` on, add up to. */
export interface Arrival extends StatementSum {
  /** Null where its day is none of those that were asked for. */
  day: string | null;
  at: number;
  /** It is not before the next `until`. */
  isNew: boolean;
  /** It has reached the database more than a minute after it happened. */
  isLate: boolean;
}

export interface DaySum extends StatementSum {
  day: string;
}

export interface ReadingPlan {
  /** The kept days are brought up to this time. */
  until: number;
  /** From here on, events are read in the order of the feed. */
  since: number;
  /** The same for those that came late. */
  lateSince: number;
  missing: readonly DayRange[];
  /** The kept days of these times are given up, because they were not over. */
  discards: readonly number[];
}

/** An event's time may differ from that of its id, and clocks differ. */
const CLOSED_AFTER_MS = 3_600_000;

/**
 * What has to be read. `readable`: everything with a place before it is in the database. `stale`: kept days that are added up
 * anew.
 */
export function planReading(
  { until, days }: KeptDays,
  wanted: readonly DayRange[],
  readable: number,
  stale: ReadonlySet<string>,
): ReadingPlan {
  const isClosed = ({ to }: DayRange) => until !== null && to + CLOSED_AFTER_MS <= until;
  const today = wanted.find(({ from, to }) => from <= readable && readable < to);
  const goesOn = until !== null && today !== undefined && today.from <= until;
  const missing = wanted.filter(
    (range) => !days.has(range.day) || stale.has(range.day) || !(goesOn || isClosed(range)),
  );
  const advances = until === null || today !== undefined || stale.size > 0 || !missing.every(isClosed);
  const next = advances ? Math.max(until ?? 0, readable) : until;
  return {
    until: next,
    // Closed days need none of the new events: what concerns them arrives late.
    since: goesOn ? until : Math.max(until ?? 0, readable),
    lateSince: until ?? next,
    missing,
    discards: advances && !goesOn && until !== null ? [until - CLOSED_AFTER_MS, until + CLOSED_AFTER_MS] : [],
  };
}

/** Kept days that no sum is added to: what came long after it happened may have been counted before a database was restored. */
export function staleDays({ days }: KeptDays, plan: ReadingPlan, arrivals: readonly Arrival[]): Set<string> {
  const isMissing = new Set(plan.missing.map(({ day }) => day));
  const late = arrivals.flatMap(({ day, isLate }) => (isLate && day !== null ? day : []));
  return new Set(late.filter((day) => days.has(day) && !isMissing.has(day)));
}

export interface SummedDay {
  day: string;
  /** All that the database has. */
  sums: StatementSum[];
  /** What is before the next `until`, if that is not what is kept. */
  toKeep: StatementSum[] | null;
}

export interface Found {
  lines: readonly DaySum[];
  arrivals: readonly Arrival[];
}

/** What several databases have. */
export function mergeFound(found: readonly Found[]): Found {
  const lines = found.flatMap((each) => each.lines);
  const arrivals = found.flatMap((each) => each.arrivals);
  return {
    lines: addUp(lines, ({ day }) => day),
    arrivals: addUp(arrivals, ({ day, at, isNew, isLate }) => [day ?? at, isNew, isLate].join(" ")),
  };
}

export function sumDays(
  { days }: KeptDays,
  wanted: readonly DayRange[],
  { missing }: ReadingPlan,
  { lines, arrivals }: Found,
): SummedDay[] {
  const isMissing = new Set(missing.map(({ day }) => day));
  return wanted.map(({ day }) => {
    const arrived = arrivals.filter((arrival) => arrival.day === day);
    const held = arrived.filter(({ isNew }) => !isNew);
    if (isMissing.has(day)) {
      const sums = addUp(lines.filter((line) => line.day === day).map(plain));
      const added = arrived.filter(({ isNew }) => isNew);
      return { day, sums, toKeep: addUp([...sums, ...added.map(negative)]) };
    }
    const kept = days.get(day) ?? [];
    const sums = addUp([...kept, ...arrived.map(plain)]);
    return { day, sums, toKeep: held.length === 0 ? null : addUp([...kept, ...held.map(plain)]) };
  });
}

/** Without what else a row says. */
function plain({ kind, counterId, currency, count, amountMinor }: StatementSum): StatementSum {
  return { kind, counterId, currency, count, amountMinor };
}

function negative(sum: StatementSum): StatementSum {
  return { ...plain(sum), count: -sum.count, amountMinor: -sum.amountMinor };
}
