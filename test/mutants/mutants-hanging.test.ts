// `npm run mutants`: when a test that hangs counts as having noticed the mutant.
import { describe, expect, it } from "vitest";
import type { Pair, PairReport } from "./batch.ts";
import { Outcomes, type PairResult } from "./outcomes.ts";

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
