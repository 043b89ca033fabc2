import * as z from "zod/mini";
import { daysBetween } from "../../lib/local-time.ts";
import { documented } from "../shared/published.ts";

const DAYS_MAX = 31;

const day = (description: string) =>
  documented(
    { description, format: "date" },
    z.optional(z.iso.date({ error: "must be a date, such as 2026-11-22" })),
  );

/** Days of the merchant's time zone: one, or a range of at most 31; null for today. */
export const DaysQuery = z.pipe(
  z.object({
    date: day("A day in the merchant's time zone; today when no day is named."),
    from: day("The first day of a range, instead of `date`."),
    to: day("The last day of the range, at most 31 days in all."),
  }),
  z.transform(({ date, from, to }, { value, issues }) => {
    const report = (field: string, message: string) =>
      issues.push({ code: "custom", input: value, path: [field], message });
    if (date !== undefined) {
      if (from !== undefined || to !== undefined) report("date", "must not come with from or to");
      return { from: date, to: date };
    }
    if (from === undefined && to === undefined) return null;
    if (from === undefined || to === undefined) {
      report(from === undefined ? "from" : "to", "is required: a range has from and to");
      return null;
    }
    const days = daysBetween(from, to);
    if (days < 1) report("to", "must not be before from");
    if (days > DAYS_MAX) report("to", `must be at most ${DAYS_MAX} days from the first`);
    return { from, to };
  }),
);
