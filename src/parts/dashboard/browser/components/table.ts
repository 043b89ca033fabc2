import { type Child, h } from "#pages/browser/kit/h.ts";

export interface Column<Row> {
  label: string;
  /** `number`: aligned at the end. `title`, `headline`: on a phone, the first line of the card. `actions`: has no label. The others are those of payments. */
  kind?: "number" | "title" | "headline" | "actions" | "sum" | "state" | "about" | "when";
  cell(row: Row): Child;
}

interface TableOptions<Row> {
  /** What the table is, for those who do not see it. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
}

/** A table that is a list of cards where there is no room for columns. */
export function table<Row>({ caption, columns, rows }: TableOptions<Row>): HTMLElement {
  return tableOf({ caption, columns }, bodyOf(rows.map((row) => rowOf(row, columns))));
}

/** A table of rows that are made already. */
export function tableOf<Row>(
  { caption, columns, kind = "" }: Omit<TableOptions<Row>, "rows"> & { kind?: string },
  ...bodies: Child[]
): HTMLElement {
  return h(
    "div",
    { class: `table-frame ${kind}` },
    h(
      "table",
      { class: "table", role: "table" },
      h("caption", { class: "unseen" }, caption),
      h("thead", { role: "rowgroup" }, h("tr", { role: "row" }, columns.map(headOf))),
      bodies,
    ),
  );
}

export function bodyOf(...rows: Child[]): HTMLElement {
  return h("tbody", { role: "rowgroup" }, rows);
}

/** Roles, because a table that is laid out as cards is no table to some screen readers. */
export function rowOf<Row>(row: Row, columns: readonly Column<Row>[]): HTMLElement {
  return h(
    "tr",
    { role: "row" },
    columns.map(({ label, kind = "", cell }) =>
      h("td", { role: "cell", class: kind, "data-label": kind === "actions" ? null : label }, cell(row)),
    ),
  );
}

function headOf({ label, kind }: Pick<Column<never>, "label" | "kind">): HTMLElement {
  const text = kind === "actions" ? h("span", { class: "unseen" }, label) : label;
  return h("th", { role: "columnheader", scope: "col", class: kind }, text);
}
