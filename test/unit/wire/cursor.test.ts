import fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { EXPORT_SECTIONS } from "../../../src/domain/merchant-export.ts";
import { CHECKS } from "../../../src/domain/reconciliation.ts";
import { checkCursor, exportCursor, historyCursor, listCursor } from "../../../src/wire/shared/cursor.ts";
import fixture from "../../fixtures/cursors.json" with { type: "json" };

const LARGEST_TIME = 999_999_999_999_999;
const codecs = {
  list: listCursor,
  reconciliation: checkCursor,
  export: exportCursor,
  history: historyCursor,
};
type Kind = keyof typeof codecs;

const read = (kind: Kind, text: string) =>
  z.transform((cursor: string, { issues }): unknown => codecs[kind].read(cursor, issues)).safeParse(text);
const base64url = (text: string) =>
  new TextEncoder().encode(text).toBase64({ alphabet: "base64url", omitPadding: true });

describe("cursors that an earlier release has handed out", () => {
  it("are of every check and every section", () => {
    expect(fixture.reconciliation.map(({ position }) => position.check)).toEqual(CHECKS);
    expect(fixture.export.map(({ position }) => position.section)).toEqual(EXPORT_SECTIONS);
  });

  it.each([
    ...fixture.list.map((cursor) => ({ kind: "list" as const, ...cursor })),
    ...fixture.reconciliation.map((cursor) => ({ kind: "reconciliation" as const, ...cursor })),
    ...fixture.history.map((cursor) => ({ kind: "history" as const, ...cursor })),
    ...fixture.export.map((cursor) => ({ kind: "export" as const, ...cursor })),
  ])("$kind $text is still read, and written the same", ({ kind, text, position }) => {
    expect(read(kind, text).data).toEqual(position);
    expect(codecs[kind].format(position as never)).toBe(text);
  });
});

it("is the position as base64url, and is read back", () => {
  const position = fc.record({ createdAt: fc.nat({ max: LARGEST_TIME }), id: fc.uuid() });
  fc.assert(
    fc.property(position, (cursor) => {
      const text = listCursor.format(cursor) ?? "";
      expect(text).toBe(base64url(`${cursor.createdAt}.${cursor.id}`));
      expect(text).toMatch(/^[A-Za-z0-9]+$/);
      expect(read("list", text).data).toEqual(cursor);
    }),
    { numRuns: 2_000 },
  );
});

it("is null on the last page", () => {
  for (const codec of Object.values(codecs)) expect(codec.format(null)).toBeNull();
});

const NO_CURSORS = [
  "",
  "x",
  "next",
  "MTIz",
  "MS4wMDAw",
  "ÿ",
  "MTIz.",
  btoa("1.0000000z-0000-7000-8000-000000000000"),
];
const THIS_LIST = "must be a next_cursor of this list";

it.each<[Kind, string, string]>([
  ...NO_CURSORS.map((text): [Kind, string, string] => ["list", text, THIS_LIST]),
  ...NO_CURSORS.map((text): [Kind, string, string] => ["reconciliation", text, THIS_LIST]),
  ["reconciliation", base64url('["unknown",0,"",""]'), THIS_LIST],
  ["reconciliation", base64url(`["${CHECKS[0]}",-1,"",""]`), THIS_LIST],
  ...NO_CURSORS.map((text): [Kind, string, string] => ["export", text, "must be a next_cursor of an export"]),
  ...NO_CURSORS.map((text): [Kind, string, string] => ["history", text, THIS_LIST]),
  ["history", base64url('["",1]'), THIS_LIST],
  ["history", base64url('["tx-1",0]'), THIS_LIST],
  ["export", base64url('["account",-2,"",0]'), "must be a next_cursor of an export"],
])("of kind %s is not %j", (kind, text, message) => {
  expect(read(kind, text).error?.issues).toEqual([{ code: "custom", path: ["cursor"], message }]);
});
