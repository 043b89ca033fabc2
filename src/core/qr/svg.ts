import QRCode from "qrcode-svg";
import { QUIET_ZONE_MODULES } from "./modules.ts";

/**
 * The code as a single path that scales to any size: its unit is a module. The library's own SVG has `style` attributes,
 * which the pages' policy refuses.
 */
export function qrSvg(text: string): string {
  const { modules } = new QRCode({ content: text, ecl: "M" }).qrcode;
  const size = modules.length + 2 * QUIET_ZONE_MODULES;
  const path = modules.flatMap((row, index) => {
    const y = QUIET_ZONE_MODULES + index;
    return blackRuns(row).map(([start, end]) => {
      const x = QUIET_ZONE_MODULES + start;
      return `M${x} ${y}h${end - start}v1H${x}z`;
    });
  });
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
