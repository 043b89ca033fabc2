// Survivors and their explanations in survivors.json. An explanation holds for exactly one mutant, which it names by the
// change and not by the line's number, so that it outlives changes elsewhere in the file.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Description, Mutant } from "./instrument.ts";
import { isDead, type Verdict } from "./rounds.ts";

export interface Explanation extends Omit<Description, "occurrence"> {
  /** Left out when it is 1. */
  occurrence?: number;
  because: string;
}

export interface Survivors {
  unexplained: Verdict[];
  /** Explanations of mutants that have been killed or no longer exist. */
  stale: Explanation[];
}

export function readExplanations(): Explanation[] {
  return JSON.parse(readFileSync(join(import.meta.dirname, "survivors.json"), "utf8"));
}

export function explainedBy(explanations: readonly Explanation[]): (mutant: Mutant) => boolean {
  const explained = new Set(explanations.map(keyOf));
  return ({ description }) => explained.has(keyOf(description));
}

/** `mutants`: all mutants of the files that are tried, with those that are left out this time. */
export function checkSurvivors(
  verdicts: readonly Verdict[],
  mutants: readonly Mutant[],
  explanations: readonly Explanation[],
): Survivors {
  const isExplained = explainedBy(explanations);
  const keysOf = (some: readonly Mutant[]) => new Set(some.map(({ description }) => keyOf(description)));
  const dead = verdicts.filter(({ status }) => isDead(status)).map(({ mutant }) => mutant);
  const living = keysOf(mutants).difference(keysOf(dead));
  const files = new Set(mutants.map(({ file }) => file));
  return {
    unexplained: verdicts.filter(({ status, mutant }) => !isDead(status) && !isExplained(mutant)),
    stale: explanations.filter(
      (explanation) => files.has(explanation.file) && !living.has(keyOf(explanation)),
    ),
  };
}

function keyOf({ file, declaration, before, after, occurrence = 1 }: Omit<Explanation, "because">): string {
  return JSON.stringify([file, declaration, before, after, occurrence]);
}
