import { expect, it } from "vitest";
import { daysBetween } from "#core/lib/local-time.ts";
import { type Days, periodsAt } from "#parts/dashboard/browser/periods.ts";

const on = ({ from, to }: Days) => `${from} ${to}`;

it.each([
  // A Monday, a Sunday, and the first day of a year.
  ["2026-11-30", "2026-11-30", "2026-11-23 2026-11-29", "2026-11-01", "2026-10-01 2026-10-31"],
  ["2026-03-01", "2026-02-23", "2026-02-16 2026-02-22", "2026-03-01", "2026-02-01 2026-02-28"],
  ["2027-01-01", "2026-12-28", "2026-12-21 2026-12-27", "2027-01-01", "2026-12-01 2026-12-31"],
])(
  "periods on %s end today or before, and are no longer than totals may be",
  (today, monday, lastWeek, first, lastMonth) => {
    const periods = periodsAt(today);
    expect(on(periods.thisWeek)).toBe(`${monday} ${today}`);
    expect(on(periods.lastWeek)).toBe(lastWeek);
    expect(on(periods.thisMonth)).toBe(`${first} ${today}`);
    expect(on(periods.lastMonth)).toBe(lastMonth);
    expect(on(periods.today)).toBe(`${today} ${today}`);
    for (const { from, to } of Object.values(periods)) expect(daysBetween(from, to)).toBeLessThanOrEqual(31);
  },
);
