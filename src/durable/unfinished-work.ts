// Work that an object has retried for a while has a row in D1, so that operators see it without asking every object.
import type { Place } from "../db/client.ts";
import { reportUnfinishedWork, withdrawUnfinishedWork } from "../db/reconciliation/stuck-work.ts";
import { log } from "../lib/log.ts";
import { type IntentDocument, overdueWork } from "./intent-document.ts";

/**
 * Reports or withdraws the work, and returns since when it has been reported; null when nothing is. A row that is
 * there already is not written again. Never throws: the next alarm tries again.
 */
export async function reportWork(db: Place, document: IntentDocument, now: number): Promise<number | null> {
  const work = overdueWork(document);
  const { intent, unfinishedSince } = document;
  if (work === null && unfinishedSince === null) return null;
  try {
    if (work === null) {
      await withdrawUnfinishedWork(db, intent.id);
      return null;
    }
    const since = unfinishedSince ?? now;
    await reportUnfinishedWork(db, intent, work, since);
    if (unfinishedSince === null) log("error", "work_unfinished", { intent_id: intent.id, work });
    return since;
  } catch (error) {
    log("error", "work_report_failed", { intent_id: intent.id, error });
    return unfinishedSince;
  }
}
