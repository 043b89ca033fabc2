// Event ids are UUIDv7: their first twelve hexadecimal digits are the time.
import { type SQL, type SQLWrapper, sql } from "drizzle-orm";

/** Sorts before every UUIDv7 of that millisecond and after every earlier one, so a range of ids is a range of time. */
export function uuidSince(epochMs: number): string {
  const hex = epochMs.toString(16).padStart(12, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8)}`;
}

export function uuidSinceSql(epochMs: SQL): SQL {
  return sql`printf('%08x-%04x', (${epochMs}) / 65536, (${epochMs}) % 65536)`;
}

/** SQL for the id with its time replaced by the one that the SQL `epochMs` gives. */
export function atSqlTime(id: SQLWrapper, epochMs: SQL): SQL {
  const timeLength = uuidSince(0).length;
  return sql`${uuidSinceSql(epochMs)} || substr(${id}, ${sql.raw(String(timeLength + 1))})`;
}
