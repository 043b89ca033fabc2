// Lists by creation and id, newest first, of which a page is read by number or by cursor. A page reads one row more than it
// shows: so it knows whether it is the last.
import { and, eq, inArray, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { Cursor } from "#core/domain/cursor.ts";
import type { Database } from "./client.ts";
import { type CountedList, rowCounts } from "./schema/row-counts.ts";

export interface ListPosition {
  page: number;
  limit: number;
  /** Takes precedence over `page`: what comes after this position. Costs the same at any depth. */
  cursor: Cursor | null;
}

export interface Page<Row, Position = Cursor> {
  rows: Row[];
  /** Where the next page begins; null at the end of the list. */
  next: Position | null;
}

export type CountedPage<Row> = Page<Row> & { /** On all pages. */ total: number };

export function whereAfter(
  { createdAt, id }: Record<keyof Cursor, SQLWrapper>,
  cursor: Cursor | null,
): SQL | undefined {
  return cursor === null ? undefined : sql`(${createdAt}, ${id}) < (${cursor.createdAt}, ${cursor.id})`;
}

export function offsetOf({ page, limit, cursor }: ListPosition): number {
  return cursor === null ? (page - 1) * limit : 0;
}

export function pageOf<Row>(found: readonly Row[], limit: number): Page<Row, Row> {
  const rows = found.slice(0, limit);
  return { rows, next: found.length > limit ? (rows.at(-1) ?? null) : null };
}

/** Belongs in a batch: how many rows these owners have in the list. */
export function selectTotal(db: Database, list: CountedList, owners: readonly string[]) {
  return db
    .select({ total: sql<number>`coalesce(sum(${rowCounts.total}), 0)` })
    .from(rowCounts)
    .where(and(eq(rowCounts.list, list), inArray(rowCounts.owner, [...owners])));
}
