// A list that is in several places, read as one: each place gives its own page, from the same position and in the same
// order.
import type { Cursor } from "../domain/cursor.ts";

/** Negative when the first of two comes first. */
type Order<Position> = (one: Position, other: Position) => number;

export interface PartialPage<Row, Position> {
  rows: Row[];
  /** How far was looked; null when there is nothing further. */
  next: Position | null;
}

/** The page of a single place that has all rows of these. A row that two of them have is shown once. */
export function mergePages<Position extends { id: string }, Row extends Position>(
  pages: readonly PartialPage<Row, Position>[],
  limit: number,
  order: Order<Position>,
): PartialPage<Row, Position> {
  // What another place has further on may come before what is behind this.
  const [end = null] = pages.flatMap(({ next }) => next ?? []).sort(order);
  const found = mergeLists(
    pages.map(({ rows }) => rows),
    order,
  );
  const rows = found.filter(
    (row, index) => row.id !== found[index - 1]?.id && (end === null || order(row, end) <= 0),
  );
  return { rows: rows.slice(0, limit), next: rows.length > limit ? (rows[limit - 1] ?? null) : end };
}

/** All rows of lists that have this order. */
export function mergeLists<Row>(lists: readonly Row[][], order: Order<Row>): Row[] {
  const [only, ...others] = lists;
  return only !== undefined && others.length === 0 ? only : lists.flat().sort(order);
}

export function newestFirst(one: Cursor, other: Cursor): number {
  return other.createdAt - one.createdAt || compareTexts(other.id, one.id);
}

/** As SQLite does. */
export function compareTexts(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
