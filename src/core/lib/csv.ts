// CSV as RFC 4180 describes it, for people who open it in a spreadsheet.

/** Excel takes a file without it for one in the computer's old code page. */
export const BYTE_ORDER_MARK = "\ufeff";

export function csvLine(cells: readonly string[]): string {
  return `${cells.map(quoted).join(",")}\r\n`;
}

function quoted(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/**
 * Where a spreadsheet reads a formula: at the start of a cell, which for some is also after a semicolon, a tab or a line
 * break. Some also take the full-width forms.
 */
const FORMULA = /^(?=[\t\r\n])|(^|[;\t\r\n])(?= *[=+\-@＝＋－＠])/g;

/** Writes text of someone else's: a spreadsheet shows what follows an apostrophe and does not run it. */
export function textCell(text: string): string {
  return text.replace(FORMULA, "$1'");
}
