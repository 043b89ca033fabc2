// A list that is in several shards, read as one: each shard gives its own page, from the same position and in the same
// order.

import type { Shard } from "#core/db/client.ts";
import type { Page } from "#core/db/paging.ts";
import type { Cursor } from "#core/domain/cursor.ts";
import { readMerged } from "./shards.ts";

/** Negative when the first of two comes first. */
type Order<Position> = (one: Position, other: Position) => number;

export async function readPage<Position extends { id: string }, Row extends Position>(
  shards: readonly Shard[],
  read: (shard: Shard) => Promise<Page<Row, Position>>,
  limit: number,
  order: Order<Position>,
): Promise<Page<Row, Position>> {
  return await readMerged(shards, read, (pages) => mergePages(pages, limit, order), limit);
}

/** The page of a single shard that has all rows of these. A row that two of them have is shown once. */
export function mergePages<Position extends { id: string }, Row extends Position>(
  pages: readonly Page<Row, Position>[],
  limit: number,
  order: Order<Position>,
): Page<Row, Position> {
  // What another shard has further on may come before what is behind this.
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
