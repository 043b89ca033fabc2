// Tries each mutant against one test file after another that reaches it, until one of them fails.
import { ScriptError } from "#scripts/run.ts";
import type { Hits } from "./activate.ts";
import type { Pair } from "./batch.ts";
import type { Mutant } from "./instrument.ts";
import { nextTests } from "./next-tests.ts";
import type { PairResult } from "./outcomes.ts";
import type { Phase } from "./phases.ts";
import { Reach } from "./reach.ts";
import type { Results } from "./results.ts";
import { runBatch } from "./run-batch.ts";

/** So many that starting the runtime hardly counts, and so few that little is lost with a process that hangs. */
const PAIRS_MAX = 80;
/** What a test file takes besides its tests. */
const OVERHEAD_MS = 300;
const TIMEOUT_MS_MIN = 8_000;
const BASELINE_TIMEOUT_MS = 60_000;
const NO_HITS: Hits = { loading: [], testing: [] };

export interface Verdict {
  mutant: Mutant;
  status: "killed" | "timed out" | "survived" | "not reached";
  /** The test file that noticed the mutant. */
  by: string | null;
}

export class Rounds {
  readonly #results: Results;
  /** All files that can have mutants, whether or not they are tried now. */
  readonly #files: string[];
  readonly #isExplained: (mutant: Mutant) => boolean;
  readonly #verdicts: Map<string, Verdict>;

  constructor(
    results: Results,
    files: string[],
    mutants: readonly Mutant[],
    isExplained: (mutant: Mutant) => boolean,
  ) {
    this.#isExplained = isExplained;
    this.#results = results;
    this.#files = files;
    this.#verdicts = new Map(
      mutants.map((mutant) => [mutant.id, { mutant, status: "not reached", by: null }] as const),
    );
  }

  get verdicts(): Verdict[] {
    return [...this.#verdicts.values()];
  }

  /** Counts what earlier runs have found. */
  recall(tests: readonly string[]): void {
    for (const { mutant } of this.verdicts) {
      for (const test of tests) {
        const known = this.#resultOf(mutant, test);
        if (known !== undefined) this.#note(mutant.id, test, known);
      }
    }
  }

  async run(phase: Phase): Promise<void> {
    if (this.#living(phase).length === 0) return;
    const reach = await this.#findReach(phase);
    for (;;) {
      const pairs = this.#nextPairs(reach, phase);
      if (pairs.length === 0) return;
      console.log(`${phase.name}: ${pairs.length} mutants to try`);
      await this.#runPairs(phase, pairs, ({ mutant, test }, result) => this.#note(mutant, test, result));
    }
  }

  /** Runs each test file without a mutant, to learn what it reaches. */
  async #findReach(phase: Phase): Promise<Reach> {
    const baseline = (test: string) => this.#results.get(null, this.#files, test);
    const unknown = phase.tests.filter((test) => baseline(test)?.outcome !== "passed");
    if (unknown.length > 0)
      console.log(`${phase.name}: test files to run without a mutant: ${unknown.length}`);
    const pairs = unknown.map((test) => ({ mutant: null, test, timeoutMs: BASELINE_TIMEOUT_MS }));
    const failures: string[] = [];
    await this.#runPairs(phase, pairs, ({ test }, { outcome, failure }) => {
      if (outcome !== "passed") failures.push(`${test}: ${failure?.message ?? outcome}`);
    });
    if (failures.length > 0 && !phase.skipsFailing)
      throw new ScriptError(`Failed without any mutant:\n${failures.join("\n")}`);
    const usable = phase.tests.filter((test) => baseline(test)?.outcome === "passed");
    const reached = usable.map((test) => ({ test, hits: baseline(test)?.hits ?? NO_HITS }));
    return new Reach(
      reached,
      this.verdicts.map(({ mutant }) => mutant),
    );
  }

  #living({ triesExplained }: Phase): Mutant[] {
    const living = this.verdicts.filter(({ status }) => !isDead(status)).map(({ mutant }) => mutant);
    return triesExplained ? living : living.filter((mutant) => !this.#isExplained(mutant));
  }

  /** Returns for each mutant that lives the test files that are most likely to kill it soon. */
  #nextPairs(reach: Reach, phase: Phase): Pair[] {
    const kills = this.#countKills();
    const durationMs = (test: string) => this.#results.get(null, this.#files, test)?.durationMs ?? 0;
    const cost = (file: string, test: string) =>
      (OVERHEAD_MS + durationMs(test)) /
      (reach.uses(test, file) + 20 * (kills.get(`${file} ${test}`) ?? 0) + 1);
    const pairs: Pair[] = [];
    const living = this.#living(phase);
    for (const mutant of living) {
      const tests = [...reach.testsFor(mutant.id)];
      tests.sort((a, b) => cost(mutant.file, a) - cost(mutant.file, b));
      const isTried = (test: string) => this.#resultOf(mutant, test) !== undefined;
      for (const test of nextTests(tests, isTried, phase.triesMax, living.length))
        pairs.push({ mutant: mutant.id, test, timeoutMs: TIMEOUT_MS_MIN + 3 * durationMs(test) });
    }
    return pairs;
  }

  #resultOf(mutant: Mutant, test: string): PairResult | undefined {
    return this.#results.get(mutant.id, [], test);
  }

  #countKills(): Map<string, number> {
    const kills = new Map<string, number>();
    for (const { mutant, by } of this.verdicts) {
      if (by !== null) kills.set(`${mutant.file} ${by}`, (kills.get(`${mutant.file} ${by}`) ?? 0) + 1);
    }
    return kills;
  }

  #note(id: string | null, test: string, result: PairResult): void {
    const verdict = this.#verdicts.get(id ?? "");
    if (verdict === undefined || isDead(verdict.status)) return;
    verdict.status = statusAfter(result);
    verdict.by = isDead(verdict.status) ? test : null;
  }

  async #runPairs(
    { runtime }: Phase,
    pairs: readonly Pair[],
    onResult: (pair: Pair, result: PairResult) => void,
  ): Promise<void> {
    for (let start = 0; start < pairs.length; start += PAIRS_MAX) {
      const batch = { runtime, files: this.#files, pairs: pairs.slice(start, start + PAIRS_MAX) };
      this.#results.requireUnchanged(this.#files);
      await runBatch(batch, (pair, result) => {
        const files = pair.mutant === null ? this.#files : [];
        this.#results.add(pair.mutant, files, pair.test, result);
        onResult(pair, result);
      });
    }
  }
}

function statusAfter({ outcome }: PairResult): Verdict["status"] {
  if (outcome === "passed") return "survived";
  return outcome === "stuck" ? "timed out" : "killed";
}

export function isDead(status: Verdict["status"] | undefined): boolean {
  return status === "killed" || status === "timed out";
}
