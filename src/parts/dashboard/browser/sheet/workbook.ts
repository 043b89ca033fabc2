// An .xlsx file (ECMA-376): a cell says whether it is text, a number or a time, so that no program has to guess it from the
// language of its computer, and text is never a formula.
import { zip } from "./zip.ts";

export interface Sheet {
  name: string;
  isRightToLeft: boolean;
  columns: { label: string; width: number }[];
  rows: Cell[][];
}

export type Cell =
  | { text: string }
  /** It has all decimals of its currency. */
  | { amount: string }
  /** The time that clocks there show: `2026-11-22T14:03:12`. */
  | { localTime: string };

export const XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/** Positions in `cellXfs`. That of an amount is FIRST_AMOUNT and its decimals. */
const [TEXT, TIME, HEADING, FIRST_AMOUNT] = [1, 2, 3, 4];
/** The numbers of formats that every program writes as its language does: text, a day with its time. */
const [TEXT_FORMAT, TIME_FORMAT] = [49, 22];
/** Their order is that of decimals. From 164 on they are our own. */
const AMOUNT_FORMATS: readonly [id: number, code: string][] = [
  [3, ""],
  [164, "#,##0.0"],
  [4, ""],
  [165, "#,##0.000"],
  [166, "#,##0.0000"],
];
/** The number that spreadsheets give the first of January 1970. */
const EPOCH_DAY = 25_569;
const DAY_MS = 24 * 60 * 60_000;

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const SCHEMAS = "http://schemas.openxmlformats.org";
const MAIN = `${SCHEMAS}/spreadsheetml/2006/main`;
const OFFICE = `${SCHEMAS}/officeDocument/2006/relationships`;
const TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml";

export function workbook(sheet: Sheet): Promise<Blob> {
  return zip({
    "[Content_Types].xml":
      `${HEAD}<Types xmlns="${SCHEMAS}/package/2006/content-types">` +
      '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
      `<Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/>` +
      `<Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/>` +
      `<Override PartName="/xl/sheet.xml" ContentType="${TYPE}.worksheet+xml"/></Types>`,
    "_rels/.rels": relationships({ officeDocument: "xl/workbook.xml" }),
    "xl/workbook.xml":
      `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}">` +
      `<sheets><sheet name="${escaped(sheet.name)}" sheetId="1" r:id="worksheet"/></sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": relationships({ worksheet: "sheet.xml", styles: "styles.xml" }),
    "xl/styles.xml": styles(),
    "xl/sheet.xml": worksheet(sheet),
  });
}

function relationships(targets: Record<string, string>): string {
  const each = Object.entries(targets).map(
    ([type, target]) => `<Relationship Id="${type}" Type="${OFFICE}/${type}" Target="${target}"/>`,
  );
  return `${HEAD}<Relationships xmlns="${SCHEMAS}/package/2006/relationships">${each.join("")}</Relationships>`;
}

function styles(): string {
  const own = AMOUNT_FORMATS.filter(([, code]) => code !== "");
  const formats = own.map(([id, code]) => `<numFmt numFmtId="${id}" formatCode="${code}"/>`);
  const style = (format: number, font = 0) =>
    `<xf numFmtId="${format}" fontId="${font}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>`;
  const all = [style(0), style(TEXT_FORMAT), style(TIME_FORMAT), style(TEXT_FORMAT, 1)];
  const cells = [...all, ...AMOUNT_FORMATS.map(([id]) => style(id))];
  const font = '<sz val="11"/><name val="Calibri"/>';
  return (
    `${HEAD}<styleSheet xmlns="${MAIN}"><numFmts count="${own.length}">${formats.join("")}</numFmts>` +
    `<fonts count="2"><font>${font}</font><font><b/>${font}</font></fonts>` +
    '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
    '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
    '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
    `<cellXfs count="${cells.length}">${cells.join("")}</cellXfs></styleSheet>`
  );
}

function worksheet({ isRightToLeft, columns, rows }: Sheet): string {
  const widths = columns.map(
    ({ width }, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`,
  );
  const headings = columns.map(({ label }) => textCell(label, HEADING));
  const lines = [headings, ...rows.map((row) => row.map(cell))].map(
    (cells) => `<row>${cells.join("")}</row>`,
  );
  const frozen = '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>';
  return (
    `${HEAD}<worksheet xmlns="${MAIN}">` +
    `<sheetViews><sheetView rightToLeft="${Number(isRightToLeft)}" workbookViewId="0">${frozen}</sheetView></sheetViews>` +
    `<cols>${widths.join("")}</cols><sheetData>${lines.join("")}</sheetData>` +
    `<ignoredErrors><ignoredError sqref="A1:Z${lines.length}" numberStoredAsText="1"/></ignoredErrors></worksheet>`
  );
}

function cell(value: Cell): string {
  if ("text" in value) return textCell(value.text, TEXT);
  if ("localTime" in value)
    return `<c s="${TIME}"><v>${Date.parse(`${value.localTime}Z`) / DAY_MS + EPOCH_DAY}</v></c>`;
  const decimals = value.amount.split(".")[1]?.length ?? 0;
  return `<c s="${FIRST_AMOUNT + decimals}"><v>${value.amount}</v></c>`;
}

function textCell(text: string, style: number): string {
  return `<c s="${style}" t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`;
}

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/**
 * What XML cannot have is written `_x000D_` here (ECMA-376 §22.9.2.19), and so an underscore that would begin such a
 * code is itself written as one.
 */
function escaped(text: string): string {
  return text
    .replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign)
    .replace(
      /_(?=x[\da-f]{4}_)|[^\t\n -\ufffd]/gi,
      (sign) => `_x${sign.charCodeAt(0).toString(16).padStart(4, "0").toUpperCase()}_`,
    );
}
