// How far D1, an object and the ledger are from the Worker that responds here, by its Server-Timing.
import { type Check, Unseen } from "./check.ts";

/** People wait for several such ways, one after another: .github/PERFORMANCE.md says for how many. */
const FAR_MS = 20;

interface Seen {
  timings: readonly string[];
}

const distanceCheck = (name: string, entry: string, what: string, fix: string): Check<Seen> => ({
  name: `distance.${name}`,
  fault: ({ timings }) => {
    const ms = medianOf(timings.flatMap((timing) => callMs(timing, entry)));
    if (ms === null) throw new Unseen(`the Worker does not say how far ${what} is`);
    return ms <= FAR_MS ? null : `${what} is ${Math.round(ms)} ms from the Worker that responds here`;
  },
  fix,
  isAdvice: true,
});

const RUN_NEAR =
  "If customers are where this runs, the data is in the wrong place: GO-LIVE.md says where it can be.";

export const DISTANCE_CHECKS: Check<Seen>[] = [
  distanceCheck("database", "d1", "D1", RUN_NEAR),
  distanceCheck(
    "object",
    "object",
    "an object",
    `Set LOCATION to where D1 is: it is for objects that are new then. ${RUN_NEAR}`,
  ),
  distanceCheck("ledger", "ledger", "the ledger", "Run it near D1: each payment waits for it."),
];

/** What each call took, on average; nothing where there was none. */
function callMs(timing: string, entry: string): number[] {
  const [, calls, ms] = new RegExp(`(?:^|, )${entry};desc="(\\d+) calls?";dur=([\\d.]+)`).exec(timing) ?? [];
  return ms === undefined ? [] : [Number(ms) / Number(calls)];
}

function medianOf(values: number[]): number | null {
  return values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? null;
}
