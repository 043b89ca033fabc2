// Which test files are worth trying for a mutant.
import { basename } from "node:path";
import type { Hits } from "./activate.ts";
import { readText } from "./files.ts";
import type { Mutant } from "./instrument.ts";

/** A mutant may be reached only while modules are loaded, as in a table: every test file loads it. */
const LOADING_TESTS_MAX = 8;
/** The number of unrelated test files that are tried. */
const UNRELATED_TESTS_MAX = 3;
/** A test file that names the mutated constant goes first, then those that name the text or the file. Others use it. */
const NAMES_CONSTANT = 10_000;
const NAMES_TEXT_OR_FILE = 1_000;

export class Reach {
  /** Each mutant has all test files whose tests reach it; for want of such, those that name it or use its file most. */
  readonly #tests = new Map<string, string[]>();
  /** Each test file and file have how many of the file's mutants the tests reach. */
  readonly #uses = new Map<string, number>();

  constructor(reached: readonly { test: string; hits: Hits }[], mutants: readonly Mutant[]) {
    for (const { test, hits } of reached) {
      for (const id of hits.testing) {
        this.#addTest(id, test);
        this.#uses.set(`${test} ${fileOf(id)}`, this.uses(test, fileOf(id)) + 1);
      }
    }
    const loading = reached.map(({ test, hits }) => ({
      test,
      ids: new Set(hits.loading),
      text: readText(test),
    }));
    for (const { id, file, original, description } of mutants) {
      if (this.#tests.has(id)) continue;
      const constant = /\bconst (\w+)/.exec(description.before)?.[1] ?? original;
      const relevance = ({ test, text }: { test: string; text: string }) =>
        (text.includes(constant) ? NAMES_CONSTANT : 0) +
        (text.includes(original) || `${test} ${text}`.includes(basename(file, ".ts"))
          ? NAMES_TEXT_OR_FILE
          : 0) +
        this.uses(test, file);
      const tests = loading
        .filter(({ ids }) => ids.has(id))
        .map((loaded) => ({ test: loaded.test, relevance: relevance(loaded) }))
        .sort((a, b) => b.relevance - a.relevance);
      const related = tests.filter((one) => one.relevance > 0).slice(0, LOADING_TESTS_MAX);
      const tried = related.length > 0 ? related : tests.slice(0, UNRELATED_TESTS_MAX);
      this.#tests.set(
        id,
        tried.map(({ test }) => test),
      );
    }
  }

  testsFor(mutantId: string): readonly string[] {
    return this.#tests.get(mutantId) ?? [];
  }

  uses(test: string, file: string): number {
    return this.#uses.get(`${test} ${file}`) ?? 0;
  }

  #addTest(id: string, test: string): void {
    const tests = this.#tests.get(id);
    if (tests === undefined) this.#tests.set(id, [test]);
    else tests.push(test);
  }
}

/** A mutant's id begins with its file. */
function fileOf(mutantId: string): string {
  return mutantId.replace(/#.*$/, "");
}
