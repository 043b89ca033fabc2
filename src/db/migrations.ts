import { sql } from "drizzle-orm";
import type { Database } from "./client.ts";

/** By file name, in the order in which wrangler applied them; none where it has never been asked to. */
export async function listAppliedMigrations(db: Database): Promise<string[]> {
  const tables = await db.all(
    sql`SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'd1_migrations'`,
  );
  if (tables.length === 0) return [];
  const rows = await db.all<{ name: string }>(sql`SELECT name FROM d1_migrations ORDER BY id`);
  return rows.map(({ name }) => name);
}
