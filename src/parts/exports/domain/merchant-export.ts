import { BEFORE_ALL, type RowPosition } from "#core/domain/cursor.ts";
import { HOME } from "#core/domain/shards/cells.ts";

/** Intents only move towards the end of this list: one that changes meanwhile is perhaps exported twice, but never left out. */
const SECTIONS = [
  "account",
  "webhook_endpoints",
  "sessions",
  "counters",
  "pending",
  "pending_approval",
  "cancelled",
  "expired",
  "completed",
  "events",
  "audit_entries",
] as const;
export type OwnSection = (typeof SECTIONS)[number];
export type SectionName = OwnSection | keyof PartExportSections;

/** What parts add comes before the audit trail. */
export function sectionsWith(ofParts: object): SectionName[] {
  const names = Object.keys(ofParts) as (keyof PartExportSections)[];
  return [...SECTIONS.slice(0, -1), ...names, ...SECTIONS.slice(-1)];
}

/** Where a part of an export ended. */
export interface ExportCursor {
  section: SectionName;
  /** Each section begins at home. */
  place: string;
  after: RowPosition;
  /** When the first part was begun. */
  startedAt: number;
}

export const EXPORT_START: Omit<ExportCursor, "startedAt"> = {
  section: SECTIONS[0],
  place: HOME,
  after: BEFORE_ALL,
};
