// Lists that are read by page number or by cursor.
import * as z from "zod/mini";
import type { Cursor } from "#core/domain/cursor.ts";
import { listCursor } from "./cursor.ts";
import { PageQuery, queryInteger } from "./fields.ts";
import { documented } from "./openapi-notes.ts";

/** A page by number reads everything before it. */
const PAGE_OFFSET_MAX = 100_000;
const FAR = PAGE_OFFSET_MAX.toLocaleString("en");

const cursor = z.optional(z.string().check(z.maxLength(100)));

/** Serves lists that can be read by page number or by cursor. */
export const PageOrCursorQuery = z.extend(PageQuery, {
  page: documented(
    {
      default: 1,
      description: `The page must begin within the first ${FAR} rows of the list; beyond that, use \`cursor\`.`,
    },
    PageQuery.shape.page,
  ),
  cursor: documented(
    "The next_cursor of the previous page. Use it instead of `page`; it is equally fast at any depth.",
    cursor,
  ),
});

export const cursorFields = {
  cursor: documented("The next_cursor of the previous page.", cursor),
  limit: queryInteger(1, 100, 20),
};

/** Serves a list without filters that is read by cursor alone. */
export const CursorQuery = z.pipe(
  z.object(cursorFields),
  z.transform(({ cursor, limit }, { issues }) => ({ limit, cursor: listCursor.read(cursor, issues) })),
);

/** Returns null without a cursor. For a transform: it reports an invalid cursor, and a page that is too far or has a cursor. */
export function cursorOf(
  query: { cursor?: string | undefined; page: number; limit: number },
  issues: z.core.$ZodRawIssue[],
): Cursor | null {
  const cursor = listCursor.read(query.cursor, issues);
  const report = (message: string) =>
    issues.push({ code: "custom", input: query.page, path: ["page"], message });
  if (query.cursor !== undefined && query.page !== 1) report("must not come with a cursor");
  if ((query.page - 1) * query.limit > PAGE_OFFSET_MAX) {
    report(`must begin within the first ${FAR} rows: use cursor`);
  }
  return cursor;
}

/** Serves a list without filters. */
export const PositionQuery = z.pipe(
  PageOrCursorQuery,
  z.transform((query, { issues }) => ({
    ...query,
    cursor: cursorOf(query, issues),
  })),
);

export function presentPages({ page, limit }: { page: number; limit: number }, total: number) {
  return { page, limit, total, total_pages: Math.ceil(total / limit) };
}

/** Serves a list that can be read by page number or by cursor. */
export function presentPaging(
  position: { page: number; limit: number },
  { total, next }: { total: number; next: Cursor | null },
) {
  return { ...presentPages(position, total), next_cursor: listCursor.format(next) };
}
