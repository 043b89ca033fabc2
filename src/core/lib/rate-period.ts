const PERIOD_MS = 60_000;

/** When the platform's rate limits start again: it counts by whole minutes. */
export function endOfPeriod(now: number): number {
  return (Math.floor(now / PERIOD_MS) + 1) * PERIOD_MS;
}
