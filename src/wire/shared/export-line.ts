import { stringify } from "../../lib/raw-json.ts";

/** A line of newline-delimited JSON. */
export function exportLine(value: object): string {
  return `${stringify(value)}\n`;
}
