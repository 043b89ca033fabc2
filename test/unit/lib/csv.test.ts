import { describe, expect, it } from "vitest";
import { csvLine, textCell } from "../../../src/lib/csv.ts";

describe("a line of CSV", () => {
  it("quotes cells with commas, quotes and line breaks, and no others", () => {
    expect(csvLine(["a", "b c", "", "d,e", 'f"g', "h\r\ni", "j\nk", " l "])).toBe(
      'a,b c,,"d,e","f""g","h\r\ni","j\nk", l \r\n',
    );
  });
});

describe("a cell of text", () => {
  it.each(["=1+1", "+1", "-1", "@A1", "\t=1", "\r=1", "\n=1", "＝1", "＋1", "－1", "＠A1"])(
    "%j gets an apostrophe, so that no spreadsheet runs it",
    (text) => {
      expect(textCell(text)).toBe(`'${text}`);
    },
  );

  it.each([
    ["x;=1+1", "x;'=1+1"],
    ["x; =1", "x;' =1"],
    ["x\n=1", "x\n'=1"],
    [" =1", "' =1"],
    ["-1;-2", "'-1;'-2"],
  ])("%j becomes %j: some spreadsheets begin a cell there", (text, cell) => {
    expect(textCell(text)).toBe(cell);
  });

  it.each(["", "a;b", "order-1", "a=b", "1-2", "'=1", "‐1", "Käse"])("%j stays as it is", (text) => {
    expect(textCell(text)).toBe(text);
  });
});
