import { HOME } from "./cells.ts";
import { BEFORE_ALL, type RowPosition } from "./cursor.ts";

/** Intents only move towards the end of this list: one that changes meanwhile is perhaps exported twice, but never left out. */
export const EXPORT_SECTIONS = [
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
  "movements",
  "audit_entries",
] as const;
export type ExportSection = (typeof EXPORT_SECTIONS)[number];

/** Where a part of an export ended. */
export interface ExportCursor {
  section: ExportSection;
  /** Each section begins at home. */
  place: string;
  after: RowPosition;
  /** When the first part was begun. */
  startedAt: number;
}

export const EXPORT_START: Omit<ExportCursor, "startedAt"> = {
  section: EXPORT_SECTIONS[0],
  place: HOME,
  after: BEFORE_ALL,
};
