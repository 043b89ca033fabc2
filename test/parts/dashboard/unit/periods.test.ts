import { expect, it } from "vitest";
import { daysBetween } from "#core/lib/local-time.ts";
import { periodsAt } from "#parts/dashboard/browser/periods.ts";

it.each([
  // A Monday, a Sunday, and the first day of a year.
  ["2026-11-30", "2026-11-29", "2026-11-30", "2026-11-23 2026-11-29", "2026-11-01", "2026-10-01 2026-10-31"],
  ["2026-03-01", "2026-02-28", "2026-02-23", "2026-02-16 2026-02-22", "2026-03-01", "2026-02-01 2026-02-28"],
  ["2027-01-01", "2026-12-31", "2026-12-28", "2026-12-21 2026-12-27", "2027-01-01", "2026-12-01 2026-12-31"],
])("periods on %s end today or before, and are no longer than totals may be", (today, ...expected) => {
  const [yesterday, monday, lastWeek, first, lastMonth] = expected;
  const periods = periodsAt(today);
  expect(periods.map(({ from, to, ago, unit }) => `${ago} ${unit}: ${from} ${to}`)).toEqual([
    `0 day: ${today} ${today}`,
    `1 day: ${yesterday} ${yesterday}`,
    `0 week: ${monday} ${today}`,
    `1 week: ${lastWeek}`,
    `0 month: ${first} ${today}`,
    `1 month: ${lastMonth}`,
  ]);
  for (const { from, to } of periods) expect(daysBetween(from, to)).toBeLessThanOrEqual(31);
});
