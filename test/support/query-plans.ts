// What D1 reads for a query: SQLite's plans, and the rows that the platform bills.
import { env } from "cloudflare:workers";
import { vi } from "vitest";

/** SQLite's plans for the statements that `run` prepares: with a database that another test has used, some may be prepared. */
export async function plansOf(run: () => Promise<unknown>): Promise<string[]> {
  const prepare = env.DB.prepare.bind(env.DB);
  const statements: string[] = [];
  vi.spyOn(env.DB, "prepare").mockImplementation((sql) => {
    statements.push(sql);
    return prepare(sql);
  });
  await run();
  vi.restoreAllMocks();
  if (statements.length === 0) throw new Error("all was prepared before");
  const plans: string[] = [];
  for (const sql of statements) {
    const bound = Array.from({ length: sql.split("?").length - 1 }, () => 1);
    const { results } = await prepare(`EXPLAIN QUERY PLAN ${sql}`)
      .bind(...bound)
      .all<{ detail: string }>();
    plans.push(...results.map(({ detail }) => detail));
  }
  return plans;
}

/** The rows that D1 reads for `run`, in all of its statements. */
export async function rowsReadBy(run: () => Promise<unknown>): Promise<number> {
  let rows = 0;
  const prototype = Object.getPrototypeOf(env.DB.prepare("SELECT 1"));
  const all = prototype.all;
  const counted = async function (this: unknown): Promise<D1Result> {
    const result = await all.call(this);
    rows += result.meta.rows_read;
    return result;
  };
  vi.spyOn(prototype, "all").mockImplementation(counted);
  // `raw` returns no meta, so `all` is called in its place.
  vi.spyOn(prototype, "raw").mockImplementation(async function (this: unknown) {
    const { results } = await counted.call(this);
    return results.map((row) => Object.values(row as object));
  });
  const batch = env.DB.batch.bind(env.DB);
  vi.spyOn(env.DB, "batch").mockImplementation(async (statements) => {
    const results = await batch(statements);
    for (const { meta } of results) rows += meta.rows_read;
    return results as never;
  });
  await run();
  vi.restoreAllMocks();
  return rows;
}
