export interface Result {
  name: string;
  goal: number;
  /** A second, of rounds beside one another. */
  rounds: { service: number; floor: number }[];
}

export function printResults(results: readonly Result[]): void {
  const header = ["", "service/s", "floor/s", "ratio", "range", "goal", ""];
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
  const ratios = rounds.map(({ service, floor }) => service / floor).sort((a, b) => a - b);
  const ratio = median(ratios);
  return [
    name,
    median(rounds.map(({ service }) => service)).toFixed(0),
    median(rounds.map(({ floor }) => floor)).toFixed(0),
    ratio.toFixed(2),
    `${ratios.at(0)?.toFixed(2)}–${ratios.at(-1)?.toFixed(2)}`,
    `≥ ${goal}`,
    ratio >= goal ? "met" : "NOT met",
  ];
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(middle)] ?? Number.NaN) + (sorted[Math.ceil(middle)] ?? Number.NaN)) / 2;
}
