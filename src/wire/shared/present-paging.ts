import type { Cursor } from "../../domain/cursor.ts";
import { listCursor } from "./cursor.ts";

/** Of a list that can be read by page number or by cursor. */
export function presentPaging(
  { page, limit }: { page: number; limit: number },
  { total, totalPages, next }: { total: number; totalPages: number; next: Cursor | null },
) {
  return { page, limit, total, total_pages: totalPages, next_cursor: listCursor.format(next) };
}
