// `npm run mutants`: which test files a mutant is tried against, round by round.
import { expect, it } from "vitest";
import { phases } from "./phases.ts";

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
