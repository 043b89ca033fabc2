// What is known about each pair of a mutant and a test file, one line of JSON each. A result counts as long as the test
// file and the mutated function, whose text is part of the mutant's id, stay as they are.
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { ScriptError } from "#scripts/run.ts";
import { DATA_FOLDER, hashOf, readText } from "./files.ts";
import type { PairResult } from "./outcomes.ts";

const RESULTS_FILE = join(DATA_FOLDER, "results.jsonl");
/** Stands for a mutant's id: the run without mutants, which tells what the test file reaches. */
const BASELINE = "none";

interface Line extends PairResult {
  mutant: string;
  test: string;
  /** The hash of the test file; for a run without mutants, also of all files that can have them. */
  hash: string;
}

export class Results {
  readonly #lines = new Map<string, PairResult>();
  readonly #hashes = new Map<string, string>();

  constructor(options: { isFresh: boolean }) {
    if (options.isFresh) rmSync(RESULTS_FILE, { force: true });
    mkdirSync(DATA_FOLDER, { recursive: true });
    if (!existsSync(RESULTS_FILE)) return;
    for (const text of readFileSync(RESULTS_FILE, "utf8").split("\n").filter(Boolean)) {
      const { mutant, test, hash, ...result } = JSON.parse(text) as Line;
      this.#lines.set(keyOf(mutant, test, hash), result);
    }
  }

  /** `files`: for the run without mutants, every file that can have them. */
  get(mutant: string | null, files: readonly string[], test: string): PairResult | undefined {
    return this.#lines.get(keyOf(mutant ?? BASELINE, test, this.#hashOf(files, test)));
  }

  add(mutant: string | null, files: readonly string[], test: string, result: PairResult): void {
    const hash = this.#hashOf(files, test);
    this.#lines.set(keyOf(mutant ?? BASELINE, test, hash), result);
    const line: Line = { mutant: mutant ?? BASELINE, test, hash, ...result };
    appendFileSync(RESULTS_FILE, `${JSON.stringify(line)}\n`);
  }

  /** After a change, an id might mean another mutant. */
  requireUnchanged(files: readonly string[]): void {
    const changed = files.find((file) => this.#fileHash(file) !== hashOf(readText(file)));
    if (changed !== undefined)
      throw new ScriptError(`${changed} has changed during the run. Start it again.`);
  }

  #hashOf(files: readonly string[], test: string): string {
    return hashOf(...[...files, test].map((file) => this.#fileHash(file)));
  }

  #fileHash(file: string): string {
    const known = this.#hashes.get(file) ?? hashOf(readText(file));
    this.#hashes.set(file, known);
    return known;
  }
}

function keyOf(mutant: string, test: string, hash: string): string {
  return `${mutant} ${test} ${hash}`;
}
