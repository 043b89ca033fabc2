// Survivors and their explanations in survivors.json. An explanation names the line of source and the change, not the
// line's number, so that it outlives changes elsewhere in the file.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Mutant } from "./instrument.ts";
import type { Verdict } from "./rounds.ts";

interface Explanation {
  file: string;
  code: string;
  change: string;
  because: string;
}

export interface Survivors {
  unexplained: Verdict[];
  /** Explanations of mutants that were tried, of which none survived. */
  stale: Explanation[];
}

const explanations: readonly Explanation[] = JSON.parse(
  readFileSync(join(import.meta.dirname, "survivors.json"), "utf8"),
);
const explained = new Set(explanations.map(keyOf));

export function isExplained(mutant: Mutant): boolean {
  return explained.has(keyOf(explanationFor(mutant)));
}

export function checkSurvivors(verdicts: readonly Verdict[]): Survivors {
  const survivors = verdicts.filter(({ status }) => status === "survived" || status === "not reached");
  const found = new Set(survivors.map(({ mutant }) => keyOf(explanationFor(mutant))));
  const filesTried = new Set(verdicts.map(({ mutant }) => mutant.file));
  return {
    unexplained: survivors.filter(({ mutant }) => !isExplained(mutant)),
    stale: explanations.filter(
      (explanation) => filesTried.has(explanation.file) && !found.has(keyOf(explanation)),
    ),
  };
}

function explanationFor({ file, code, original, replacement }: Mutant): Omit<Explanation, "because"> {
  return { file, code, change: `${original} → ${replacement}` };
}

function keyOf({ file, code, change }: Omit<Explanation, "because">): string {
  return JSON.stringify([file, code, change]);
}
