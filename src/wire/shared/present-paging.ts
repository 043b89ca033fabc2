import type { Cursor } from "../../domain/cursor.ts";
import { listCursor } from "./cursor.ts";

/** Of a list that is read by page number. */
export function presentPages({ page, limit }: { page: number; limit: number }, total: number) {
  return { page, limit, total, total_pages: Math.ceil(total / limit) };
}

/** Of a list that can be read by page number or by cursor. */
export function presentPaging(
  position: { page: number; limit: number },
  { total, next }: { total: number; next: Cursor | null },
) {
  return { ...presentPages(position, total), next_cursor: listCursor.format(next) };
}
