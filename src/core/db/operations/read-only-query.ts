// Runs what an operator asks of a shard, and can write nothing, nor go on without end by itself: within the brackets of
// `SELECT * FROM (…)`, SQLite takes only another SELECT; EXPLAIN only explains one, but would set some of what a PRAGMA sets.
// There is one statement, because nothing follows a semicolon.

import type { Shard } from "#core/db/client.ts";
import { err, ok, type Result } from "#core/domain/result.ts";

const STATEMENT = /^\s*((?:explain\s+(?:query\s+plan\s+)?)?(?:select|with)\b[^;]*);?\s*$/i;
const ROWS_MAX = 1_000;

type Row = Record<string, unknown>;

export interface QueryResult {
  rows: Row[];
  hasMore: boolean;
  /** Only home says how large its database is. */
  sizeBytes: number | null;
}

/**
 * Refuses what is no such statement, and what is recursive, which SQLite's plan tells without the word. Throws what SQLite
 * says of it, and when the shard fails.
 */
export async function queryReadOnly(
  shard: Shard,
  text: string,
  params: readonly (string | number | null)[],
): Promise<Result<QueryResult, "no_query" | "recursive">> {
  const [, statement] = STATEMENT.exec(text) ?? [];
  if (statement === undefined) return err("no_query");
  const isExplained = /^explain/i.test(statement);
  // The line and the comment end those that the statement leaves open.
  const asked = isExplained ? statement : `SELECT * FROM (${statement}\n/**/) LIMIT ${ROWS_MAX + 1}`;
  const all = async (sql: string) =>
    await shard.$client
      .prepare(sql)
      .bind(...params)
      .all<Row>();
  if (!isExplained) {
    const plan = await all(`EXPLAIN QUERY PLAN ${asked}`);
    if (plan.results.some(({ detail }) => detail === "RECURSIVE STEP")) return err("recursive");
  }
  const { results, meta } = await all(asked);
  return ok({
    rows: results.slice(0, ROWS_MAX),
    hasMore: results.length > ROWS_MAX,
    sizeBytes: meta.size_after ?? null,
  });
}
