import type { Database } from "#core/db/client.ts";
import type { Cursor, RowPosition } from "#core/domain/cursor.ts";
import { addRows } from "#core/domain/open-list.ts";
import { stringify } from "#core/lib/raw-json.ts";
import { isoTime } from "#core/lib/time.ts";

declare global {
  /** The sections that parts add to a merchant's export. */
  interface PartExportSections {}
}

/** A section that is at home alone, in the order of its rows' times and ids. */
export interface ExportSection {
  /** What its records are called. */
  type: string;
  list: (db: Database, merchantId: string, after: RowPosition, limit: number) => Promise<Cursor[]>;
  present: (row: never) => object;
}

/** Their keys are their names, which cursors hold. */
export const PART_SECTIONS: Partial<Record<string, ExportSection>> = {};

/** Called once, where the parts are composed. */
export function addExportSections(ofParts: Record<keyof PartExportSections, ExportSection>): void {
  addRows(PART_SECTIONS, ofParts);
}

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
