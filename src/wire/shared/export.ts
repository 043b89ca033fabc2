import { stringify } from "../../lib/raw-json.ts";
import { isoTime } from "../../lib/time.ts";

export function exportLine(value: object): string {
  return `${stringify(value)}\n`;
}

/** Columns whose numbers are epoch milliseconds. */
const TIME = /^until$|_(at|since)$/;

/** A row that is shown as it is stored, under the names of its columns. */
export function presentRow(row: Record<string, unknown>) {
  const entries = Object.entries(row).map(([name, value]) => [
    name,
    TIME.test(name) && typeof value === "number" ? isoTime(value) : value,
  ]);
  return Object.fromEntries(entries);
}
