/** Queries that name no day or days, and the field that is to blame. */
export const REFUSED_DAYS = [
  ["?date=2026-02-30", "date"],
  ["?date=2026-02-01&from=2026-02-01", "date"],
  ["?from=2026-02-01", "to"],
  ["?to=2026-02-01", "from"],
  ["?from=2026-02-02&to=2026-02-01", "to"],
  ["?from=2026-01-01&to=2026-02-01", "to"],
  ["?day=2026-01-01", "day"],
] as const;
