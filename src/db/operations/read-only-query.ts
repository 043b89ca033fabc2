// Runs what an operator asks of a place, and can write nothing: within the brackets of `SELECT * FROM (…)`, SQLite takes only
// another SELECT; EXPLAIN only explains one, but would set some of what a PRAGMA sets. There is one statement, because nothing
// follows a semicolon.
import type { Place } from "../client.ts";

const STATEMENT = /^\s*((?:explain\s+(?:query\s+plan\s+)?)?(?:select|with)\b[^;]*);?\s*$/i;
const ROWS_MAX = 1_000;

export interface QueryResult {
  rows: Record<string, unknown>[];
  hasMore: boolean;
  /** Of the database; only home says it. */
  sizeBytes: number | null;
}

/** Null when it is no such statement. Throws what SQLite says of it, and when the place fails. */
export async function queryReadOnly(
  place: Place,
  text: string,
  params: readonly (string | number | null)[],
): Promise<QueryResult | null> {
  const [, statement] = STATEMENT.exec(text) ?? [];
  if (statement === undefined) return null;
  const isExplained = /^explain/i.test(statement);
  // The line and the comment end those that the statement leaves open.
  const asked = isExplained ? statement : `SELECT * FROM (${statement}\n/**/) LIMIT ${ROWS_MAX + 1}`;
  const { results, meta } = await place.$client
    .prepare(asked)
    .bind(...params)
    .all();
  return {
    rows: results.slice(0, ROWS_MAX),
    hasMore: results.length > ROWS_MAX,
    sizeBytes: meta.size_after ?? null,
  };
}
