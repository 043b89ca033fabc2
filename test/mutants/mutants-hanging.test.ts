// `npm run mutants`: when a test that hangs counts as having noticed the mutant.
import { describe, expect, it } from "vitest";
import type { Batch, Pair, PairReport } from "./batch.ts";
import { Outcomes, type PairResult, type ProcessEnd } from "./outcomes.ts";
import { runBatch } from "./run-batch.ts";

type Results = [mutant: string | null, outcome: PairResult["outcome"]][];

const PASSED: PairReport = { hasPassed: true, durationMs: 5, hits: null, failure: null };
const ENDLESS = failed("endless loop");
const TIMED_OUT = failed("Test timed out in 8000ms.\nIf this is a long-running test, …");
const STUCK: PairResult = { outcome: "stuck", durationMs: 5, hits: null, failure: null };

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

/** Processes that stop at the first mutant that hangs. A mutant hangs as often as `hangs` says. */
async function runWith(hangs: Record<string, number>, mutants: readonly string[]) {
  const processes: [mutants: (string | null)[], patience: number][] = [];
  const results: Results = [];
  const left = { ...hangs };
  const run = async (
    { pairs }: Batch,
    patience: number,
    onResult: (pair: Pair, result: PairResult) => void,
  ): Promise<ProcessEnd> => {
    processes.push([namesOf(pairs), patience]);
    for (const [index, pair] of pairs.entries()) {
      const times = left[pair.mutant ?? ""] ?? 0;
      left[pair.mutant ?? ""] = times - 1;
      if (times > 0) return { suspects: [{ pair, result: STUCK }], unfinished: pairs.slice(index + 1) };
      onResult(pair, { ...STUCK, outcome: "passed" });
    }
    return { suspects: [], unfinished: [] };
  };
  const batch: Batch = { runtime: "node", files: [], pairs: pairsOf(mutants) };
  await runBatch(batch, ({ mutant }, { outcome }) => results.push([mutant, outcome]), run);
  return { processes, results };
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

describe("a mutant that hangs", () => {
  it("is tried again alone with three times the limits, after all others", async () => {
    const { processes, results } = await runWith({ b: 1 }, ["a", "b", "c"]);
    expect(processes).toEqual([
      [["a", "b", "c"], 1],
      [["c"], 1],
      [["b"], 3],
    ]);
    expect(results).toEqual([
      ["a", "passed"],
      ["c", "passed"],
      ["b", "passed"],
    ]);
  });

  it("is stuck when it hangs again, and is not tried a third time", async () => {
    const { processes, results } = await runWith({ a: 2 }, ["a"]);
    expect(processes).toEqual([
      [["a"], 1],
      [["a"], 3],
    ]);
    expect(results).toEqual([["a", "stuck"]]);
  });

  it("ends the run only when a second process, with three times the limits, has not begun either", async () => {
    const limits: number[] = [];
    const run = async ({ pairs }: Batch, patience: number): Promise<ProcessEnd> => {
      limits.push(patience);
      return { suspects: [], unfinished: limits.length === 2 ? pairs.slice(1) : pairs };
    };
    const batch: Batch = { runtime: "node", files: [], pairs: pairsOf(["a", "b"]) };
    await expect(runBatch(batch, () => {}, run)).rejects.toThrow("Vitest ended without a result");
    expect(limits).toEqual([1, 3, 1, 3]);
  });
});
