// What `npm run places` asks of the databases.

import { countStaleCopies, markCopiesStale } from "#core/db/merchants/account-copies.ts";
import { type QueryResult, queryReadOnly } from "#core/db/operations/read-only-query.ts";
import { DependencyError } from "#core/domain/dependency-error.ts";
import { err, type Result } from "#core/domain/result.ts";
import { log } from "#core/lib/log.ts";
import type { Dependencies } from "#core/services/dependencies.ts";
import { renewStaleCopies } from "#core/services/merchants/account-copies.ts";
import { noteEntries } from "#core/shards/lasting-settings.ts";

const QUERY_FAULTS = {
  no_query: "must be one SELECT, WITH or EXPLAIN",
  recursive: "must not be recursive: the database would respond to nobody meanwhile",
};
/** Each takes up to nine of D1's 1,000 queries. */
const COPIED_ACCOUNTS = 50;

/** The error is what is wrong with the statement. */
export async function queryShard(
  { shards }: Dependencies,
  name: string,
  statement: string,
  params: readonly (string | number | null)[],
): Promise<Result<QueryResult, string>> {
  log("info", "place_queried", { place: name });
  try {
    const result = await queryReadOnly(shards.named(name), statement, params);
    return result.ok ? result : err(QUERY_FAULTS[result.error]);
  } catch (error) {
    const text = error instanceof Error ? error.message : "";
    if (/SQLITE_ERROR|not authorized|bindings/.test(text)) return err(text);
    throw new DependencyError("database", "the query failed", { cause: error });
  }
}

/** Returns the bookmark of what was there before; the error is why the cell cannot be put back. Throws DependencyError. */
export async function restoreCell(
  deps: Dependencies,
  cell: string,
  to: number | string,
): Promise<Result<string, string>> {
  const restored = await deps.restoreCell(cell, to).catch((error: unknown) => {
    log("warn", "cell_restored", { cell, to, ok: false, error });
    throw error;
  });
  log("warn", "cell_restored", { cell, to, ...restored });
  if (!restored.ok) return restored;
  await markCopiesStale(deps.db, cell).catch((error: unknown) => {
    const message = `the cell is restored; now run npm run places -- renew-copies ${cell}; its bookmark before is ${restored.value}`;
    throw new DependencyError("database", message, { cause: error });
  });
  return restored;
}

/** Outdates those in a cell that was put back; all, once home was, to a time when it knew neither them nor CELLS' entries. */
export async function outdateAccountCopies(
  { db, config, clock }: Dependencies,
  cell: string | undefined,
): Promise<void> {
  if (cell === undefined) await noteEntries(db, config.cells, clock());
  await markCopiesStale(db, cell);
}

/**
 * A chunk of the stale ones, in the order of merchants. `next` is where the next one begins, null at the end. Some are left
 * there: those that failed, and most of a merchant with many cells.
 */
export async function renewStaleChunk(
  deps: Dependencies,
  after: string,
): Promise<{ next: string | null; stale: number }> {
  const next = await renewStaleCopies(deps, after, COPIED_ACCOUNTS);
  return { next, stale: await countStaleCopies(deps.db) };
}
