// A cursor is a position in a list as text in base64url, opaque to callers. They may hold one across a release, so
// those in test/fixtures/stored stay readable.
import * as z from "zod/mini";
import type { Cursor, HistoryCursor } from "#core/domain/cursor.ts";
import { CELL_NAME } from "#core/domain/shards/cells.ts";
import { utf8 } from "#core/lib/utf8.ts";

const BASE64URL = { alphabet: "base64url", omitPadding: true } as const;

interface CursorCodec<Position> {
  /** Returns null on the last page. */
  format(next: Position | null): string | null;
  /** Returns null without a cursor. For a transform: it reports a text that is not a cursor of this kind. */
  read(text: string | undefined, issues: z.core.$ZodRawIssue[]): Position | null;
}

export const JsonText = z.pipe(
  z.string(),
  z.transform((text, { issues }): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      issues.push({ code: "custom", input: text, message: "must be JSON" });
      return z.NEVER;
    }
  }),
);

/** Left out at home. */
export const CellName = z.optional(z.string().check(z.regex(CELL_NAME)));

/** It goes by time and id, newest first. */
export const listCursor = cursorCodec<Cursor>(
  ({ createdAt, id }) => `${createdAt}.${id}`,
  z.pipe(
    z.string().check(z.regex(/^\d{1,15}\.[0-9a-f-]{36}$/)),
    z.transform((text) => {
      const [createdAt, id = ""] = text.split(".");
      return { createdAt: Number(createdAt), id };
    }),
  ),
);

export const historyCursor = cursorCodec<HistoryCursor>(
  ({ transactionId, count }) => JSON.stringify([transactionId, count]),
  z.pipe(
    z.pipe(JsonText, z.tuple([z.string().check(z.minLength(1)), z.int().check(z.minimum(1))])),
    z.transform(([transactionId, count]) => ({ transactionId, count })),
  ),
);

/** `schema` reads what `write` has written. */
export function cursorCodec<Position>(
  write: (position: Position) => string,
  schema: z.ZodMiniType<Position, string>,
  list = "this list",
): CursorCodec<Position> {
  return {
    format: (next) => (next === null ? null : utf8(write(next)).toBase64(BASE64URL)),
    read(text, issues) {
      if (text === undefined) return null;
      const position = schema.safeParse(decode(text));
      if (position.success) return position.data;
      const message = `must be a next_cursor of ${list}`;
      issues.push({ code: "custom", input: text, path: ["cursor"], message });
      return null;
    },
  };
}

/** Returns empty text, which no position is, when it is not in base64url. */
function decode(text: string): string {
  try {
    return new TextDecoder().decode(Uint8Array.fromBase64(text, BASE64URL));
  } catch {
    return "";
  }
}
