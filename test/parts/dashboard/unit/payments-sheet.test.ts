import { describe, expect, it } from "vitest";
import { presentStatementLines } from "#core/wire/payment-intents/present-statement-lines.ts";
import { paymentsSheet } from "#parts/dashboard/browser/sheet/payments-sheet.ts";
import { HOSTILE_TEXTS, hostileStatementLines, SHEET_TEXTS } from "../hostile-statement-lines.ts";

const LINE_END = "\r\n";

/** The files in a ZIP file, by path, from its directory. */
async function unzip(file: Blob): Promise<Map<string, string>> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const view = new DataView(bytes.buffer);
  const end = bytes.length - 22;
  expect(view.getUint32(end, true)).toBe(0x06054b50);
  const files = new Map<string, string>();
  let at = view.getUint32(end + 16, true);
  for (let count = view.getUint16(end + 10, true); count > 0; count--) {
    expect(view.getUint32(at, true)).toBe(0x02014b50);
    const [packedSize, size] = [view.getUint32(at + 20, true), view.getUint32(at + 24, true)];
    const name = bytes.subarray(at + 46, at + 46 + view.getUint16(at + 28, true));
    const start = view.getUint32(at + 42, true);
    expect(bytes.subarray(start + 4, start + 30)).toEqual(bytes.subarray(at + 6, at + 32));
    const content = bytes.slice(start + 30 + name.length, start + 30 + name.length + packedSize);
    const stream = new Blob([content]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
    const text = await new Response(stream).text();
    expect(new TextEncoder().encode(text)).toHaveLength(size);
    files.set(new TextDecoder().decode(name), text);
    at += 46 + name.length;
  }
  return files;
}

async function sheetOf(csv: string, texts = SHEET_TEXTS): Promise<string> {
  const files = await unzip(await paymentsSheet(csv, texts));
  expect([...files.keys()]).toEqual([
    "[Content_Types].xml",
    "_rels/.rels",
    "xl/workbook.xml",
    "xl/_rels/workbook.xml.rels",
    "xl/styles.xml",
    "xl/sheet.xml",
  ]);
  expect(files.get("xl/workbook.xml")).toContain(`<sheet name="${texts.name}" sheetId="1"`);
  return files.get("xl/sheet.xml") ?? "";
}

const headings = { date_time: "Zeit", type: "Art", amount: "Betrag", reference: "Referenz" };
const text = (content: string) =>
  `<c s="1" t="inlineStr"><is><t xml:space="preserve">${content}</t></is></c>`;
const lineOf = async (cells: string) => {
  const csv = ["date_time,type,amount,reference", cells, ""].join(LINE_END);
  return /<row>.*<\/row><row>(.*)<\/row>/s.exec(await sheetOf(csv, { ...SHEET_TEXTS, headings }))?.[1];
};

describe("the spreadsheet of payments", () => {
  it("says of each cell whether it is a time, text or a number with its currency's decimals", async () => {
    const time = '<c s="2"><v>46348.5855555';
    const line = await lineOf("2026-11-22T14:03:12+01:00,refund,-12.50,00042");
    expect(line?.startsWith(time)).toBe(true);
    expect(line?.slice(line.indexOf("</v></c>") + 8)).toBe(
      `${text("Erstattung")}<c s="6"><v>-12.50</v></c>${text("00042")}`,
    );
    expect(await lineOf("2026-11-22T14:03:12+01:00,payment,1250,a")).toContain('<c s="4"><v>1250</v></c>');
    expect(await lineOf("2026-11-22T14:03:12+01:00,payment,1.234,a")).toContain('<c s="7"><v>1.234</v></c>');
  });

  it.each([
    ["=1+1", "=1+1"],
    ['"a,""b"""', "a,&quot;b&quot;"],
    ["<&>", "&lt;&amp;&gt;"],
    ['"\t=1\r\n=2"', "\t=1_x000D_\n=2"],
    ["_x003D_1 _x", "_x005F_x003D_1 _x"],
    ["\u0000\uffff🍕", "_x0000__xFFFF_🍕"],
  ])("has %j as text that is none of the format's own", async (cell, escaped) => {
    expect(await lineOf(`2026-11-22T14:03:12+01:00,payment,1,${cell}`)).toContain(text(escaped));
  });

  it("is headed in the reader's language, from right to left where that is read so", async () => {
    const sheet = await sheetOf(`date_time${LINE_END}`, { ...SHEET_TEXTS, headings, isRightToLeft: true });
    expect(sheet).toContain('rightToLeft="1"');
    expect([...sheet.matchAll(/<t [^>]*>([^<]*)/g)].map(([, heading]) => heading)).toEqual([
      "Zeit",
      "Art",
      "Betrag",
      "Referenz",
    ]);
  });

  it("has a row for each of the file for programs, and no formula", async () => {
    const csv = (await Array.fromAsync(presentStatementLines(hostileStatementLines(), { isRaw: true }))).join(
      "",
    );
    const sheet = await sheetOf(csv);
    expect(sheet.match(/<row>/g)).toHaveLength(1 + HOSTILE_TEXTS.length);
    expect(sheet).not.toMatch(/<f[ >/]/);
  });
});
