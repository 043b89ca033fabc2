import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";

export type Database = ReturnType<typeof openDatabase>;

export function openDatabase(binding: D1Database) {
  return drizzle(binding);
}

/** Reads one row, so that it fails where the migrations are missing as well. */
export async function pingDatabase(db: Database): Promise<void> {
  await db.run(sql`SELECT 1 FROM merchants LIMIT 1`);
}
