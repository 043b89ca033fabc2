// What the bench says of its measurements.
import { BUDGETS_MICROSECONDS, ROTATION_FACTOR_MAX, TOLERANCE } from "./budgets.ts";
import type { Measurement } from "./measure.ts";

export function tableOf(measurements: readonly Measurement[]): string {
  const rows = measurements.map(({ name, cpuMicroseconds, requestsPerSecond, p99Ms }) => {
    const budget = BUDGETS_MICROSECONDS[name] ?? "";
    return `| ${name} | ${cpuMicroseconds.toFixed(0)} | ${budget} | ${requestsPerSecond.toFixed(0)} | ${p99Ms} |`;
  });
  return ["| Route | CPU µs | budget | requests/s | p99 ms |", "|---|--:|--:|--:|--:|", ...rows].join("\n");
}

/** A sentence for each budget that is exceeded. */
export function excessesOf(
  measurements: readonly Measurement[],
  budgets: Record<string, number> = BUDGETS_MICROSECONDS,
): string[] {
  const cpu = new Map(measurements.map(({ name, cpuMicroseconds }) => [name, cpuMicroseconds]));
  return measurements.flatMap(({ name, cpuMicroseconds }) => {
    const used = `${name} uses ${cpuMicroseconds.toFixed(0)} µs`;
    const budget = budgets[name];
    const few = cpu.get(`${name}-50`);
    return [
      ...(budget !== undefined && cpuMicroseconds > budget * (1 + TOLERANCE)
        ? [`${used}; its budget is ${budget}.`]
        : []),
      ...(few !== undefined && cpuMicroseconds > few * ROTATION_FACTOR_MAX
        ? [`${used}, over 50 intents only ${few.toFixed(0)}.`]
        : []),
    ];
  });
}

/** The document with the table between the two marks of this name. Throws when it has no such marks. */
export function withTable(document: string, table: string, name = "bench"): string {
  const [opening, closing] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const [begin, end] = [document.indexOf(opening), document.indexOf(closing)];
  if (begin === -1 || end < begin) throw new Error(`the document has no ${opening} and ${closing}`);
  return `${document.slice(0, begin + opening.length)}\n${table}\n${document.slice(end)}`;
}
