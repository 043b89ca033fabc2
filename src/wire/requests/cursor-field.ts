import * as z from "zod";
import type { Cursor } from "../../domain/cursor.ts";
import { parseCursor } from "../cursor.ts";
import { documented } from "../published.ts";

export const CursorField = documented(
  {
    description:
      "The next_cursor of the previous page. Use it instead of `page`; it is equally fast at any depth.",
  },
  z.string().max(100).optional(),
);

/** Null without a cursor. For a transform: it reports an invalid cursor, and a cursor together with a page. */
export function cursorOf(
  query: { cursor?: string | undefined; page: number },
  context: z.core.$RefinementCtx,
): Cursor | null {
  const cursor = query.cursor === undefined ? null : parseCursor(query.cursor);
  if (query.cursor !== undefined && cursor === null) {
    context.addIssue({ code: "custom", path: ["cursor"], message: "must be a next_cursor of this list" });
  }
  if (query.cursor !== undefined && query.page !== 1) {
    context.addIssue({ code: "custom", path: ["page"], message: "must not come with a cursor" });
  }
  return cursor;
}
