// The periods that totals are mostly asked for. Weeks begin on Monday.
import { addDays } from "#core/lib/local-time.ts";

export interface Days {
  from: string;
  to: string;
}

interface Period extends Days {
  /** How many such periods ago it was. */
  ago: 0 | 1;
  unit: "day" | "week" | "month";
}

/** None has more than 31 days. A period that goes on ends today. */
export function periodsAt(today: string): Period[] {
  const yesterday = addDays(today, -1);
  const monday = addDays(today, -((new Date(today).getUTCDay() + 6) % 7));
  const first = firstOfMonth(today);
  const lastOfBefore = addDays(first, -1);
  return [
    { ago: 0, unit: "day", from: today, to: today },
    { ago: 1, unit: "day", from: yesterday, to: yesterday },
    { ago: 0, unit: "week", from: monday, to: today },
    { ago: 1, unit: "week", from: addDays(monday, -7), to: addDays(monday, -1) },
    { ago: 0, unit: "month", from: first, to: today },
    { ago: 1, unit: "month", from: firstOfMonth(lastOfBefore), to: lastOfBefore },
  ];
}

function firstOfMonth(date: string): string {
  return `${date.slice(0, 7)}-01`;
}
