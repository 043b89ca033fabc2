// Which test files are worth trying for a mutant.
import type { Hits } from "./activate.ts";

/** For a mutant that is reached only while modules are loaded, as in a table: every test file loads it. */
const LOADING_TESTS_MAX = 8;

export class Reach {
  /** By mutant: all test files whose tests reach it; for want of such, those that use its file most. */
  readonly #tests = new Map<string, string[]>();
  /** By test file and file: how many of the file's mutants the tests reach. */
  readonly #uses = new Map<string, number>();

  constructor(reached: readonly { test: string; hits: Hits }[]) {
    for (const { test, hits } of reached) {
      for (const id of hits.testing) {
        this.#addTest(id, test);
        this.#uses.set(`${test} ${fileOf(id)}`, this.uses(test, fileOf(id)) + 1);
      }
    }
    const testing = new Set(this.#tests.keys());
    for (const { test, hits } of reached) {
      for (const id of hits.loading) if (!testing.has(id)) this.#addTest(id, test);
    }
    for (const [id, tests] of this.#tests) {
      if (testing.has(id)) continue;
      tests.sort((a, b) => this.uses(b, fileOf(id)) - this.uses(a, fileOf(id)));
      tests.splice(LOADING_TESTS_MAX);
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

/** A mutant's id is its file and a number. */
export function fileOf(mutantId: string): string {
  return mutantId.replace(/#\d+$/, "");
}
