// The order in which an export reads what is stored about a merchant.
import { HOME } from "./cells.ts";
import { BEFORE_ALL, type RowPosition } from "./cursor.ts";
import type { IntentStatus } from "./payment-intent.ts";

/**
 * Intents only move towards the end of this list, and from the current tables to the archive: one that changes meanwhile is
 * perhaps exported twice, but never left out.
 */
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
  "archived_cancelled",
  "archived_expired",
  "archived_completed",
  "movements",
  "audit_entries",
] as const satisfies readonly (IntentStatus | `archived_${IntentStatus}` | string)[];
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
