// What `npm run places` asks of the databases.
import { noteEntries } from "../../db/cell-settings.ts";
import { outdateCopies } from "../../db/merchants/account-copies.ts";
import { type QueryResult, queryReadOnly } from "../../db/operations/read-only-query.ts";
import { DependencyError } from "../../domain/dependency-error.ts";
import { err, ok, type Result } from "../../domain/result.ts";
import { log } from "../../lib/log.ts";
import type { Dependencies } from "../dependencies.ts";
import { renewStaleCopies } from "../merchants/account-copies.ts";

/** Each takes up to eight of D1's 1,000 queries. */
const COPIED_ACCOUNTS = 50;

/** The error is what is wrong with the statement. */
export async function queryPlace(
  { places }: Dependencies,
  name: string,
  statement: string,
  params: readonly (string | number | null)[],
): Promise<Result<QueryResult, string>> {
  log("info", "place_queried", { place: name });
  try {
    const result = await queryReadOnly(places.named(name), statement, params);
    return result === null ? err("must be one SELECT, WITH or EXPLAIN") : ok(result);
  } catch (error) {
    const text = error instanceof Error ? error.message : "";
    if (/SQLITE_ERROR|not authorized|bindings/.test(text)) return err(text);
    throw new DependencyError("database", "the query failed", { cause: error });
  }
}

/** Returns the bookmark of what was there before; the error is why the cell cannot be put back. */
export async function restoreCell(
  deps: Dependencies,
  cell: string,
  to: number | string,
): Promise<Result<string, string>> {
  const restored = await deps.restoreCell(cell, to);
  log("warn", "cell_restored", { cell, to, ...restored });
  if (restored.ok) await outdateCopies(deps.db, cell);
  return restored;
}

/** After home was put back to a time when it knew neither the copies nor the entries of CELLS. */
export async function outdateAllCopies({ db, config, clock }: Dependencies): Promise<void> {
  await noteEntries(db, config.cells, clock());
  await outdateCopies(db);
}

/** A portion of the stale ones, in the order of merchants. Returns where the next one begins; null at the end. */
export async function renewCopies(deps: Dependencies, after: string): Promise<string | null> {
  return await renewStaleCopies(deps, after, COPIED_ACCOUNTS);
}
