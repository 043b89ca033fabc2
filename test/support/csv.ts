/** The rows of a file with a header, by column. Strict: what RFC 4180 does not allow is an error. */
export function parseCsv(text: string): Record<string, string>[] {
  if (!text.endsWith("\r\n")) throw new Error("the last line has no end");
  const lines: string[][] = [];
  let cells: string[] = [];
  let rest = text;
  while (rest !== "") {
    const match = /^(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/.exec(rest);
    if (match === null) throw new Error(`not CSV: ${rest.slice(0, 80)}`);
    const [whole, quoted, plain = "", end] = match;
    cells.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end !== ",") {
      lines.push(cells);
      cells = [];
    }
    rest = rest.slice(whole.length);
  }
  const [header = [], ...rows] = lines;
  return rows.map((row) => {
    if (row.length !== header.length) throw new Error(`a row has ${row.length} cells`);
    return Object.fromEntries(row.map((cell, index) => [header[index], cell]));
  });
}
