// `npm run mutants`: which test files a mutant is tried against, round by round.
import { expect, it } from "vitest";
import { nextTests } from "./next-tests.ts";
import { phases } from "./phases.ts";

const TESTS = Array.from({ length: 40 }, (_, index) => `${index}.test.ts`);

/** How many test files are tried in each round, for a mutant that survives them all. */
function roundsWith(options: { triesMax: number; livingMutants: number }): number[] {
  const tried: string[] = [];
  const rounds: number[] = [];
  for (;;) {
    const isTried = (test: string) => tried.includes(test);
    const next = nextTests(TESTS, isTried, options.triesMax, options.livingMutants);
    if (next.length === 0) break;
    tried.push(...next);
    rounds.push(next.length);
  }
  expect(tried).toEqual(TESTS.slice(0, options.triesMax));
  return rounds;
}

it("a mutant is tried against one test file a round, the likeliest first, while many mutants live", () => {
  expect(roundsWith({ triesMax: Number.POSITIVE_INFINITY, livingMutants: 16 })).toEqual(Array(40).fill(1));
});

it("the last mutants are tried against several test files a round, so that a round is worth its start", () => {
  expect(roundsWith({ triesMax: Number.POSITIVE_INFINITY, livingMutants: 1 })).toEqual([16, 16, 8]);
  expect(roundsWith({ triesMax: 20, livingMutants: 3 })).toEqual([6, 6, 6, 2]);
});

it("a mutant counts as a survivor only when all tests of the parts that reach it have passed", () => {
  const limits = phases().map(({ name, triesMax }) => [name, triesMax]);
  expect(limits).toContainEqual(["unit tests in Node", Number.POSITIVE_INFINITY]);
  expect(limits).toContainEqual(["tests of the parts", Number.POSITIVE_INFINITY]);
});

it("every phase but the simulator's has the tests of its folders", () => {
  const counts = phases().map(({ tests }) => tests.length);
  for (const [index, floor] of [50, 1, 100, 100].entries())
    expect(counts[index]).toBeGreaterThanOrEqual(floor);
});
