// A list that is in several places, read as one: each place gives its own page, from the same position and in the same
// order.
import type { Cursor } from "#core/domain/cursor.ts";
import type { Place } from "./client.ts";
import type { Page } from "./paging.ts";
import { readMerged } from "./places.ts";

/** Negative when the first of two comes first. */
type Order<Position> = (one: Position, other: Position) => number;

export async function readPage<Position extends { id: string }, Row extends Position>(
  places: readonly Place[],
  read: (place: Place) => Promise<Page<Row, Position>>,
  limit: number,
  order: Order<Position>,
): Promise<Page<Row, Position>> {
  return await readMerged(places, read, (pages) => mergePages(pages, limit, order), limit);
}

/** The page of a single place that has all rows of these. A row that two of them have is shown once. */
export function mergePages<Position extends { id: string }, Row extends Position>(
  pages: readonly Page<Row, Position>[],
  limit: number,
  order: Order<Position>,
): Page<Row, Position> {
  // What another place has further on may come before what is behind this.
  const [end = null] = pages.flatMap(({ next }) => next ?? []).sort(order);
  const found = pages.flatMap((page) => page.rows).sort(order);
  const rows = found.filter(
    (row, index) => row.id !== found[index - 1]?.id && (end === null || order(row, end) <= 0),
  );
  return { rows: rows.slice(0, limit), next: rows.length > limit ? (rows[limit - 1] ?? null) : end };
}

export function newestFirst(one: Cursor, other: Cursor): number {
  return other.createdAt - one.createdAt || highestIdFirst(one, other);
}

export function highestIdFirst(one: { id: string }, other: { id: string }): number {
  return compareTexts(other.id, one.id);
}

/** Compares them as SQLite does. */
export function compareTexts(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
