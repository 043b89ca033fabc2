import type { Cursor } from "../../domain/cursor.ts";
import { formatCursor } from "./cursor.ts";

/** Of a list that can be read by page number or by cursor. */
export function presentPaging(
  { page, limit }: { page: number; limit: number },
  { total, totalPages, next }: { total: number; totalPages: number; next: Cursor | null },
) {
  const nextCursor = next === null ? null : formatCursor(next);
  return { page, limit, total, total_pages: totalPages, next_cursor: nextCursor };
}
