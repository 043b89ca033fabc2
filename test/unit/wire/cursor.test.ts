import fc from "fast-check";
import { expect, it } from "vitest";
import { formatCursor, parseCursor } from "../../../src/wire/shared/cursor.ts";

const LARGEST_TIME = 999_999_999_999_999;

it("is the position as base64url, and is read back", () => {
  const position = fc.record({ createdAt: fc.nat({ max: LARGEST_TIME }), id: fc.uuid() });
  fc.assert(
    fc.property(position, (cursor) => {
      const text = formatCursor(cursor);
      const bytes = new TextEncoder().encode(`${cursor.createdAt}.${cursor.id}`);
      expect(text).toBe(bytes.toBase64({ alphabet: "base64url", omitPadding: true }));
      expect(text).toMatch(/^[A-Za-z0-9]+$/);
      expect(parseCursor(text)).toEqual(cursor);
    }),
    { numRuns: 2_000 },
  );
});

it.each(["", "x", "next", "MTIz", "MS4wMDAw", "ÿ", "MTIz.", btoa("1.0000000z-0000-7000-8000-000000000000")])(
  "is not %j",
  (text) => {
    expect(parseCursor(text)).toBeNull();
  },
);
