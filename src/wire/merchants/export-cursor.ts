// The cursor of a merchant's export: its section and position as base64url, opaque to callers.
import * as z from "zod";
import { EXPORT_SECTIONS, type ExportCursor } from "../../domain/merchant-export.ts";
import { utf8 } from "../../lib/utf8.ts";

const OPTIONS = { alphabet: "base64url" } as const;
const cursorJson = z.tuple([z.enum(EXPORT_SECTIONS), z.int().min(-1), z.string().max(40), z.int().min(0)]);

export function formatExportCursor({ section, after, startedAt }: ExportCursor): string {
  const json = JSON.stringify([section, after.at, after.id, startedAt]);
  return utf8(json).toBase64({ ...OPTIONS, omitPadding: true });
}

/** Null when the text is not a cursor. */
export function parseExportCursor(text: string): ExportCursor | null {
  const cursor = cursorJson.safeParse(decode(text));
  if (!cursor.success) return null;
  const [section, at, id, startedAt] = cursor.data;
  return { section, after: { at, id }, startedAt };
}

function decode(text: string): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(Uint8Array.fromBase64(text, OPTIONS)));
  } catch {
    return null;
  }
}
