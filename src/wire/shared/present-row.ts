// A row of an export that is shown as it is stored, under the names of its columns.
import { isoTime } from "../../lib/time.ts";

/** Columns whose numbers are epoch milliseconds. */
const TIME = /^until$|_(at|since)$/;

export function presentRow(row: Record<string, unknown>) {
  const entries = Object.entries(row).map(([name, value]) => [
    name,
    TIME.test(name) && typeof value === "number" ? isoTime(value) : value,
  ]);
  return Object.fromEntries(entries);
}
