import { getTableColumns, type SQL, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Database } from "./client.ts";

/** Belongs in a batch, too: the row is inserted only where the condition holds. */
export function insertIf<T extends SQLiteTable>(
  db: Database,
  table: T,
  row: T["$inferSelect"],
  condition: SQL,
) {
  const columns = Object.entries(getTableColumns(table));
  const values = columns.map(([field, column]) => sql`${sql.param(row[field], column)}`);
  return db.insert(table).select(sql`SELECT ${sql.join(values, sql`, `)} WHERE ${condition}`);
}
