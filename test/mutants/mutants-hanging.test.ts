// `npm run mutants`: when a test that hangs counts as having noticed the mutant.

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Pair, PairReport } from "./batch.ts";
import { instrument } from "./instrument.ts";
import { Outcomes, type PairResult } from "./outcomes.ts";
import { phases } from "./phases.ts";
import { report } from "./report.ts";
import type { Verdict } from "./rounds.ts";
import type { Survivors } from "./survivors.ts";

type Results = [mutant: string | null, outcome: PairResult["outcome"]][];

const PASSED: PairReport = { hasPassed: true, durationMs: 5, hits: null, failure: null };
const ENDLESS = failed("endless loop");
const TIMED_OUT = failed("Test timed out in 8000ms.\nIf this is a long-running test, …");

function failed(message: string): PairReport {
  return { ...PASSED, hasPassed: false, failure: { test: "pays", message } };
}

function pairsOf(mutants: readonly string[]): Pair[] {
  return mutants.map((mutant) => ({ mutant, test: "pay.test.ts", timeoutMs: 8_000 }));
}

const namesOf = (pairs: readonly Pair[]) => pairs.map(({ mutant }) => mutant);

/** What is known after a process that was given three pairs has sent these reports and ended. */
function afterReports(...reports: [pair: number, result: PairReport | null][]) {
  const results: Results = [];
  const outcomes = new Outcomes(pairsOf(["a", "b", "c"]), ({ mutant }, { outcome }) =>
    results.push([mutant, outcome]),
  );
  for (const [pair, result] of reports) outcomes.add({ pair, result });
  const { suspects, unfinished } = outcomes.end();
  return { results, suspects: namesOf(suspects.map(({ pair }) => pair)), unfinished: namesOf(unfinished) };
}

describe("the reports of a process", () => {
  it("are results when a test passes, fails or runs in an endless loop", () => {
    expect(
      afterReports([0, null], [0, PASSED], [1, null], [1, failed("expected 'the call timed out'")]),
    ).toEqual({
      results: [
        ["a", "passed"],
        ["b", "failed"],
      ],
      suspects: [],
      unfinished: ["c"],
    });
    expect(afterReports([0, ENDLESS])).toEqual({
      results: [["a", "stuck"]],
      suspects: [],
      unfinished: ["b", "c"],
    });
  });

  it.each(["Test timed out in 8000ms.", "Hook timed out in 30000ms."])(
    "are no result when they say: %s",
    (message) => {
      expect(afterReports([0, PASSED], [1, failed(message)])).toEqual({
        results: [["a", "passed"]],
        suspects: ["b"],
        unfinished: ["c"],
      });
    },
  );

  it("do not count after one hung, because it still runs in the background", () => {
    expect(afterReports([0, null], [1, null], [0, TIMED_OUT], [1, failed("disturbed")])).toEqual({
      results: [],
      suspects: ["a"],
      unfinished: ["b", "c"],
    });
  });

  it("leave what was running suspect when the process is ended or ends itself", () => {
    expect(afterReports([0, null], [0, PASSED], [1, null])).toEqual({
      results: [["a", "passed"]],
      suspects: ["b"],
      unfinished: ["c"],
    });
  });
});

// `npm run mutants`: what the report says, and when the run fails.

const NONE: Survivors = { unexplained: [], stale: [] };

const { mutants } = instrument("src/core/domain/example.ts", `const sums = [${"a + b,".repeat(9)}];`);

let printed: string[];

beforeEach(() => {
  printed = [];
  vi.spyOn(console, "log").mockImplementation((text) => void printed.push(...String(text).split("\n")));
});

afterEach(() => vi.restoreAllMocks());

/** Ten mutants, the first ones with these statuses; the others are killed. */
function verdictsWith(...statuses: Verdict["status"][]): Verdict[] {
  return mutants.map((mutant, index) => ({ mutant, status: statuses[index] ?? "killed", by: null }));
}

describe("the report", () => {
  it("passes from 90 % on, and counts what timed out as noticed", () => {
    expect(report(verdictsWith("timed out", "survived"), NONE)).toBe(true);
    expect(printed.at(-1)?.split(/ {2,}/)).toEqual(["total", "10", "8", "1", "1", "0", "90.0 %"]);
  });

  it.each(["survived", "not reached"] as const)("fails below 90 %% when more have %s", (status) => {
    expect(report(verdictsWith("survived", status), NONE)).toBe(false);
    expect(printed.at(-1)).toBe("The score is below 90 %.");
  });

  it("fails for a survivor that nobody has explained, and shows what an explanation has to name", () => {
    const unexplained = verdictsWith("not reached").slice(0, 1);
    expect(report(verdictsWith("not reached"), { unexplained, stale: [] })).toBe(false);
    const before = `const sums = [${"a + b,".repeat(9)}];`;
    expect(printed.slice(-4)).toEqual([
      "Survivors that nobody has explained: 1",
      "  src/core/domain/example.ts:1 (no test reaches it): sums",
      `    - ${before}`,
      `    + ${before.replace("+", "-")}`,
    ]);
  });

  it("passes with an explanation that is no longer needed, and lists it", () => {
    const stale = mutants
      .slice(1, 2)
      .map(({ description }) => ({ ...description, occurrence: 2, because: "" }));
    expect(report(verdictsWith(), { unexplained: [], stale })).toBe(true);
    expect(printed).toContain("  src/core/domain/example.ts: sums, occurrence 2");
  });
});

// `npm run mutants`: which test files a mutant is tried against, round by round.

it("a mutant counts as a survivor only when all tests of the parts that reach it have passed", () => {
  const limits = phases().map(({ name, triesMax }) => [name, triesMax]);
  expect(limits).toContainEqual(["unit tests in Node", Number.POSITIVE_INFINITY]);
  expect(limits).toContainEqual(["tests of the parts", Number.POSITIVE_INFINITY]);
});

it("every phase but the simulator's has the tests of its folders", () => {
  const counts = phases().map(({ tests }) => tests.length);
  for (const [index, floor] of [50, 1, 100, 20, 100].entries())
    expect(counts[index]).toBeGreaterThanOrEqual(floor);
});
