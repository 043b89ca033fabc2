// Cursors are opaque to callers: the position in the list, as base64. Of digits, a dot and a UUID it makes no character that
// a URL would have to escape.
import type { Cursor } from "../../domain/cursor.ts";

export function formatCursor({ createdAt, id }: Cursor): string {
  return btoa(`${createdAt}.${id}`).replaceAll("=", "");
}

/** Null when the text is not a cursor. */
export function parseCursor(text: string): Cursor | null {
  const match = /^(\d{1,15})\.([0-9a-f-]{36})$/.exec(decode(text));
  const [, createdAt, id] = match ?? [];
  return createdAt === undefined || id === undefined ? null : { createdAt: Number(createdAt), id };
}

function decode(text: string): string {
  try {
    return atob(text);
  } catch {
    return "";
  }
}
