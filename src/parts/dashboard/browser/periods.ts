// The periods that totals are mostly asked for. Weeks begin on Monday.
import { addDays } from "#core/lib/local-time.ts";

export type Period = "today" | "yesterday" | "thisWeek" | "lastWeek" | "thisMonth" | "lastMonth";

export interface Days {
  from: string;
  to: string;
}

/** None has more than 31 days. A period that goes on ends today. */
export function periodsAt(today: string): Record<Period, Days> {
  const yesterday = addDays(today, -1);
  const monday = addDays(today, -((new Date(today).getUTCDay() + 6) % 7));
  const first = firstOfMonth(today);
  const lastOfBefore = addDays(first, -1);
  return {
    today: { from: today, to: today },
    yesterday: { from: yesterday, to: yesterday },
    thisWeek: { from: monday, to: today },
    lastWeek: { from: addDays(monday, -7), to: addDays(monday, -1) },
    thisMonth: { from: first, to: today },
    lastMonth: { from: firstOfMonth(lastOfBefore), to: lastOfBefore },
  };
}

function firstOfMonth(date: string): string {
  return `${date.slice(0, 7)}-01`;
}
