export interface Result {
  name: string;
  /** The ratio of the service's rate to the baseline's that should be reached. */
  goal: number;
  /** Responses or messages per second. */
  rounds: { service: number; baseline: number }[];
}

export function printResults(results: readonly Result[]): void {
  const header = ["", "service/s", "baseline/s", "ratio", "range", "goal", ""];
  const rows = [header, ...results.map(rowOf)];
  const widths = header.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  console.log();
  for (const row of rows) {
    const [name = "", ...cells] = row.map((cell, column) =>
      column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
    );
    console.log([name, ...cells].join("  ").trimEnd());
  }
}

function rowOf({ name, goal, rounds }: Result): string[] {
  const ratios = rounds.map(({ service, baseline }) => service / baseline).sort((a, b) => a - b);
  const ratio = median(ratios);
  return [
    name,
    median(rounds.map(({ service }) => service)).toFixed(0),
    median(rounds.map(({ baseline }) => baseline)).toFixed(0),
    ratio.toFixed(2),
    `${ratios.at(0)?.toFixed(2)}–${ratios.at(-1)?.toFixed(2)}`,
    `≥ ${goal}`,
    ratio >= goal ? "reached" : "NOT reached",
  ];
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(middle)] ?? Number.NaN) + (sorted[Math.ceil(middle)] ?? Number.NaN)) / 2;
}
