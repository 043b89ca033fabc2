// The order in which an export reads what is stored about a merchant.
import type { IntentStatus } from "./payment-intent.ts";

/**
 * Intents only move towards the end of this list, and from the current tables to the archive: one that changes meanwhile is
 * perhaps exported twice, but never left out.
 */
export const EXPORT_SECTIONS = [
  "account",
  "counters",
  "pending",
  "pending_approval",
  "cancelled",
  "expired",
  "completed",
  "events",
  "archived_cancelled",
  "archived_expired",
  "archived_completed",
  "audit_entries",
] as const satisfies readonly (IntentStatus | `archived_${IntentStatus}` | string)[];
export type ExportSection = (typeof EXPORT_SECTIONS)[number];

/** Of a row in its section. */
export interface ExportPosition {
  /** 0 where the id alone gives the order. */
  at: number;
  id: string;
}

/** Before the first row of any section. */
export const SECTION_START: ExportPosition = { at: -1, id: "" };

/** Where a part of an export ended. */
export interface ExportCursor {
  section: ExportSection;
  after: ExportPosition;
  /** When the first part was begun. */
  startedAt: number;
}

export const EXPORT_START: Omit<ExportCursor, "startedAt"> = {
  section: EXPORT_SECTIONS[0],
  after: SECTION_START,
};
