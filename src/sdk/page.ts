/** What every list returns. */
export interface Page<Item, Query> {
  items: Item[];
  /** The query of the next page, to be passed to the same method; null on the last page. */
  next: Query | null;
}

export interface CountedPage<Item, Query> extends Page<Item, Query> {
  /** How many items there are on all pages. */
  total: number;
}

/** The next page of a list that is read by cursor. `page` goes, because a query has one or the other. */
export function nextByCursor<Query extends { cursor?: string; page?: number }>(
  { page, ...query }: Query,
  { next_cursor: cursor = null }: { next_cursor?: string | null },
) {
  return cursor === null ? null : { ...query, cursor };
}

export function nextByNumber<Query extends { page?: number }>(
  query: Query,
  { page, total_pages: pages }: { page: number; total_pages: number },
) {
  return page < pages ? { ...query, page: page + 1 } : null;
}
