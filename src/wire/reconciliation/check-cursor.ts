// The cursor of the reconciliation: its check and position as base64url, opaque to callers.
import * as z from "zod";
import { CHECKS, type CheckCursor } from "../../domain/reconciliation.ts";
import { utf8 } from "../../lib/utf8.ts";

const OPTIONS = { alphabet: "base64url" } as const;
const cursorJson = z.tuple([z.enum(CHECKS), z.int().min(0), z.string(), z.string()]);

export function formatCheckCursor({ check, position: { at, key, id } }: CheckCursor): string {
  const json = JSON.stringify([check, at, key, id]);
  return utf8(json).toBase64({ ...OPTIONS, omitPadding: true });
}

/** Null when the text is not a cursor. */
export function parseCheckCursor(text: string): CheckCursor | null {
  const cursor = cursorJson.safeParse(decode(text));
  if (!cursor.success) return null;
  const [check, at, key, id] = cursor.data;
  return { check, position: { at, key, id } };
}

function decode(text: string): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(Uint8Array.fromBase64(text, OPTIONS)));
  } catch {
    return null;
  }
}
