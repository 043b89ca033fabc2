// What the rounds of a route say, and whether that reaches its goal.
import { type Round, SIDES, type Side } from "./rounds.ts";
import type { Route } from "./routes.ts";
import { median, medianInterval, percentile } from "./statistics.ts";

/** The rounds count as this many runs, each with a 99th percentile of its own. */
const RUNS = 3;
/** Of the service's 99th percentile to the baseline's, in the best run. */
const P99_GOAL = 1.5;
/** Of the time. A load generator with more to do would be part of what is measured. */
const GENERATOR_BUSY_MAX = 0.85;

export interface Figures {
  perSecond: number;
  /** In milliseconds; null where nobody waits for a response. */
  p50: number | null;
  p99: number | null;
  cpuMicros: number | null;
}

export interface Result extends Record<Side, Figures> {
  name: string;
  goal: number | null;
  /** The service's rate as a share of the baseline's: the median of the rounds, and where it lies with 95 % confidence. */
  ratio: number;
  interval: [number, number];
  /** The same of all rounds taken as one. Unlike the median, it counts the few that a garbage collection has stopped. */
  wholeRatio: number;
  /** The service's 99th percentile, as a multiple of the baseline's, in each run. */
  p99Ratios: number[];
  /** The median of the rounds, on the side where it is higher. */
  generatorBusy: number;
  rounds: Record<Side, number>[];
  /** Null when the figures count, and every goal that was set is reached. */
  failure: string | null;
}

/** `p99Goal` is null where both sides are the service. */
export function resultOf(
  { name, goal }: Pick<Route, "name" | "goal">,
  rounds: readonly Round[],
  p99Goal: number | null = P99_GOAL,
): Result {
  const ratios = rounds.map(({ service, baseline }) => service.perSecond / baseline.perSecond);
  const measured = {
    name,
    goal,
    service: figuresOf(rounds, "service"),
    baseline: figuresOf(rounds, "baseline"),
    ratio: median(ratios),
    interval: medianInterval(ratios),
    wholeRatio: wholeRate(rounds, "service") / wholeRate(rounds, "baseline"),
    p99Ratios: runsOf(rounds).flatMap((run) => {
      const [service, baseline] = SIDES.map((side) => latencyOf(run, side, 99));
      return typeof service === "number" && typeof baseline === "number" ? [service / baseline] : [];
    }),
    generatorBusy: Math.max(...SIDES.map((side) => median(rounds.map((round) => round[side].generatorBusy)))),
    rounds: rounds.map(({ service, baseline }) => ({
      service: service.perSecond,
      baseline: baseline.perSecond,
    })),
  };
  return { ...measured, failure: failureOf(measured, p99Goal) };
}

function failureOf(
  { goal, ratio, p99Ratios, generatorBusy }: Omit<Result, "failure">,
  p99Goal: number | null,
): string | null {
  if (generatorBusy > GENERATOR_BUSY_MAX) return "the load generator was the bottleneck";
  if (goal === null) return null;
  // NaN reaches no goal.
  if (!(ratio >= goal)) return `ratio ${ratio.toFixed(3)} is below ${goal}`;
  const best = Math.min(...p99Ratios);
  if (p99Goal !== null && p99Ratios.length > 0 && !(best <= p99Goal))
    return `p99 is ${best.toFixed(2)} times the baseline's, more than ${p99Goal}`;
  return null;
}

function figuresOf(rounds: readonly Round[], side: Side): Figures {
  const samples = rounds.map((round) => round[side]);
  const cpu = samples.flatMap(({ cpuMs, responses }) => (cpuMs === null ? [] : [{ cpuMs, responses }]));
  return {
    perSecond: median(samples.map(({ perSecond }) => perSecond)),
    p50: latencyOf(rounds, side, 50),
    p99: latencyOf(rounds, side, 99),
    // Of all rounds: one of them may be shorter than the ticks in which the system counts.
    cpuMicros: cpu.length === 0 ? null : (sum(cpu, "cpuMs") * 1000) / sum(cpu, "responses"),
  };
}

function wholeRate(rounds: readonly Round[], side: Side): number {
  const samples = rounds.map((round) => round[side]);
  return sum(samples, "responses") / sum(samples, "elapsedMs");
}

function sum<Name extends string>(items: readonly Record<Name, number>[], name: Name): number {
  return items.reduce((total, item) => total + item[name], 0);
}

function latencyOf(rounds: readonly Round[], side: Side, percent: number): number | null {
  const latencies = rounds.flatMap((round) => [...round[side].latencies]);
  return latencies.length === 0 ? null : percentile(latencies, percent);
}

/** Consecutive rounds, about as many in each run. */
function runsOf(rounds: readonly Round[]): Round[][] {
  const runs = Array.from({ length: Math.min(RUNS, rounds.length) }, (): Round[] => []);
  for (const [index, round] of rounds.entries())
    runs[Math.floor((index * runs.length) / rounds.length)]?.push(round);
  return runs;
}
