// Work that an object has retried for a while has a row in the database, so that operators see it without asking every object.
import { reportUnfinishedWork, withdrawUnfinishedWork } from "#core/db/operations/unfinished-work.ts";
import { log } from "#core/lib/log.ts";
import type { DocumentStore } from "./document-store.ts";
import { overdueWork } from "./intent-document.ts";

/**
 * Reports or withdraws the work, and notes since when it is reported. A row that is there already is not written again.
 * Never throws: the next alarm tries again.
 */
export async function reportWork(store: DocumentStore, now: number): Promise<void> {
  const { document, shard } = store;
  if (document === null) return;
  const work = overdueWork(document);
  const { intent, unfinishedSince } = document;
  if (work === null && unfinishedSince === null) return;
  try {
    if (work === null) {
      await withdrawUnfinishedWork(shard, intent.id);
      // The document may have changed meanwhile.
      if (store.document !== null) store.amend({ ...store.document, unfinishedSince: null });
      return;
    }
    const since = unfinishedSince ?? now;
    // It is stored before the database has the row: whether it has stored one whose reply is lost, nobody knows.
    if (unfinishedSince === null) store.commit(document, { ...document, unfinishedSince: since });
    const isNews = await reportUnfinishedWork(shard, intent, work, since);
    if (isNews) log("error", "work_unfinished", { intent_id: intent.id, work });
  } catch (error) {
    log("error", "work_report_failed", { intent_id: intent.id, error });
  }
}
