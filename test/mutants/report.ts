import type { Verdict } from "./rounds.ts";
import type { Explanation, Survivors } from "./survivors.ts";

const SCORE_MIN_PERCENT = 90;
const COLUMNS = ["mutants", "killed", "timed out", "survived", "not reached", "score"];

/** Prints the table and what is wrong; returns whether nothing is. */
export function report(verdicts: readonly Verdict[], survivors: Survivors): boolean {
  printTable(verdicts);
  const isHighEnough = score(verdicts) >= SCORE_MIN_PERCENT;
  if (!isHighEnough) console.log(`\nThe score is below ${SCORE_MIN_PERCENT} %.`);
  printList("Survivors that nobody has explained:", survivors.unexplained.map(survivorLine));
  printList(
    "Explanations without a survivor, to be deleted:",
    survivors.stale.map((explanation) => `${explanation.file}: ${changeOf(explanation)}`),
  );
  return isHighEnough && survivors.unexplained.length === 0;
}

function printTable(verdicts: readonly Verdict[]): void {
  const files = [...new Set(verdicts.map(({ mutant }) => mutant.file))];
  const folders = [...new Set(files.map((file) => file.replace(/[^/]+$/, "")))];
  const rows = [
    ...files.map((file) => [file, file] as const),
    ...(folders.length > 1 ? folders.map((folder) => [`all of ${folder}`, folder] as const) : []),
    ["total", ""] as const,
  ];
  const width = Math.max(...rows.map(([title]) => title.length));
  console.log(`\n${" ".repeat(width)}${COLUMNS.map((column) => column.padStart(13)).join("")}`);
  for (const [title, prefix] of rows) {
    const cells = cellsFor(verdicts.filter(({ mutant }) => mutant.file.startsWith(prefix)));
    console.log(title.padEnd(width) + cells.map((cell) => String(cell).padStart(13)).join(""));
  }
}

function cellsFor(verdicts: readonly Verdict[]): (string | number)[] {
  const count = (status: Verdict["status"]) => verdicts.filter((verdict) => verdict.status === status).length;
  const counts = [count("killed"), count("timed out"), count("survived"), count("not reached")];
  return [verdicts.length, ...counts, `${score(verdicts).toFixed(1)} %`];
}

/** The share of mutants that a test notices; one that survives for a good reason counts as a survivor, too. */
function score(verdicts: readonly Verdict[]): number {
  const noticed = verdicts.filter(({ status }) => status === "killed" || status === "timed out");
  return verdicts.length === 0 ? 100 : (100 * noticed.length) / verdicts.length;
}

function survivorLine({ mutant, status }: Verdict): string {
  const { file, line, description } = mutant;
  const reason = status === "not reached" ? " (no test reaches it)" : "";
  return `${file}:${line}${reason}: ${changeOf(description)}`;
}

/** Has all that an explanation has to name. */
function changeOf({ declaration, before, after, occurrence = 1 }: Omit<Explanation, "because">): string {
  const place = occurrence === 1 ? declaration : `${declaration}, occurrence ${occurrence}`;
  return `${place}\n    - ${before}\n    + ${after}`;
}

function printList(title: string, lines: readonly string[]): void {
  if (lines.length === 0) return;
  console.log(`\n${title} ${lines.length}`);
  for (const line of lines) console.log(`  ${line}`);
}
