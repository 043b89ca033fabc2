// Payments and refunds for people: the rows of payments.csv as a file that a spreadsheet opens alike in every language.
import { type Cell, workbook } from "./workbook.ts";

export interface SheetTexts {
  name: string;
  isRightToLeft: boolean;
  /** Their keys are the columns of payments.csv, in the order in which people read them. */
  headings: Readonly<Record<string, string>>;
  types: Readonly<Record<string, string>>;
}

/** What a column's letters need, where that is more than a short word. */
const WIDTHS: Record<string, number> = {
  date_time: 18,
  reference: 24,
  description: 32,
  counter: 20,
  payment_intent_id: 38,
  transaction_id: 38,
  refund_reference: 24,
  refund_reason: 32,
};
const WIDTH = 12;

/** `csv` has texts as they were written: `texts=raw`. */
export function paymentsSheet(csv: string, { headings, types, ...sheet }: SheetTexts): Promise<Blob> {
  const [names = [], ...rows] = readCsv(csv);
  const columns = Object.entries(headings).map(([name, label]) => ({
    name,
    at: names.indexOf(name),
    label,
    width: WIDTHS[name] ?? WIDTH,
  }));
  const cellOf = (name: string, value: string): Cell => {
    if (name === "date_time") return { localTime: value.slice(0, "2026-11-22T14:03:12".length) };
    if (name === "amount") return { amount: value };
    return { text: name === "type" ? (types[value] ?? value) : value };
  };
  return workbook({
    ...sheet,
    columns,
    rows: rows.map((row) => columns.map(({ name, at }) => cellOf(name, row[at] ?? ""))),
  });
}

/** Reads CSV as RFC 4180 writes it. */
function readCsv(csv: string): string[][] {
  const rows: string[][] = [[]];
  for (const [, quoted, plain = "", end] of csv.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end !== ",") rows.push([]);
  }
  return rows.slice(0, -1);
}
