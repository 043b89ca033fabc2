import type { Figures, Result } from "./results.ts";

const HEADER = [
  "",
  "ratio",
  "95 %",
  "whole",
  "goal",
  "req/s",
  "baseline",
  "p50 ms",
  "baseline",
  "p99 ms",
  "baseline",
].concat(["p99 ratio", "CPU µs", "baseline", ""]);

/** The lines of a table: of two figures side by side, the first is the service's. */
export function tableOf(results: readonly Result[]): string[] {
  const rows = [HEADER, ...results.map(rowOf)];
  const widths = HEADER.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join("  ")
      .trimEnd(),
  );
}

function rowOf(result: Result): string[] {
  const { name, ratio, interval, wholeRatio, goal, service, baseline, p99Ratios, failure } = result;
  const sides = (text: (figures: Figures) => string) => [text(service), text(baseline)];
  return [
    name,
    ratio.toFixed(2),
    interval.map((end) => end.toFixed(2)).join("–"),
    wholeRatio.toFixed(2),
    goal === null ? "" : `≥ ${goal}`,
    ...sides(({ perSecond }) => perSecond.toFixed(0)),
    ...sides(({ p50 }) => fixed(p50, 2)),
    ...sides(({ p99 }) => fixed(p99, 2)),
    p99Ratios.length === 0 ? "" : Math.min(...p99Ratios).toFixed(2),
    ...sides(({ cpuMicros }) => fixed(cpuMicros, 0)),
    failure === null ? "" : "NOT reached",
  ];
}

function fixed(value: number | null, digits: number): string {
  return value === null ? "" : value.toFixed(digits);
}
