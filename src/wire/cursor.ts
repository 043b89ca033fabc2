// Cursors are opaque to callers: the position in the list, as base64url.
import type { Cursor } from "../domain/cursor.ts";
import { utf8 } from "../lib/utf8.ts";

const OPTIONS = { alphabet: "base64url" } as const;
const decoder = new TextDecoder();

export function formatCursor({ createdAt, id }: Cursor): string {
  return utf8(`${createdAt}.${id}`).toBase64({ ...OPTIONS, omitPadding: true });
}

/** Null when the text is not a cursor. */
export function parseCursor(text: string): Cursor | null {
  const match = /^(\d{1,15})\.([0-9a-f-]{36})$/.exec(decode(text));
  const [, createdAt, id] = match ?? [];
  return createdAt === undefined || id === undefined ? null : { createdAt: Number(createdAt), id };
}

function decode(text: string): string {
  try {
    return decoder.decode(Uint8Array.fromBase64(text, OPTIONS));
  } catch {
    return "";
  }
}
