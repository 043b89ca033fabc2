import { qrModules } from "./modules.ts";

/** The code as a single path that scales to any size: its unit is a module. */
export function qrSvg(text: string): string {
  const modules = qrModules(text);
  const size = modules.length;
  const path = modules.flatMap((row, y) =>
    blackRuns(row).map(([start, end]) => `M${start} ${y}h${end - start}v1H${start}z`),
  );
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges">` +
    `<path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${path.join("")}"/></svg>`
  );
}

/** Black modules of a row that touch: the first of them, and the one after the last. */
function blackRuns(row: boolean[]): [start: number, end: number][] {
  const runs: [number, number][] = [];
  let start = row.indexOf(true);
  while (start !== -1) {
    const white = row.indexOf(false, start);
    const end = white === -1 ? row.length : white;
    runs.push([start, end]);
    start = row.indexOf(true, end);
  }
  return runs;
}
