// What the reports of one process say about its pairs.
import type { Hits } from "./activate.ts";
import type { BatchReport, Pair } from "./batch.ts";

export interface PairResult {
  /** `stuck`: a loop had no end; or a test timed out, the process stood still or it ended, and did so again alone. */
  outcome: "passed" | "failed" | "stuck";
  durationMs: number;
  hits: Hits | null;
  failure: { test: string; message: string } | null;
}
export type OnResult = (pair: Pair, result: PairResult) => void;

export interface ProcessEnd {
  /** Pairs that hung, each with its result if it does so again. */
  suspects: { pair: Pair; result: PairResult }[];
  /** The other pairs without a result. */
  unfinished: Pair[];
}

/** Vitest's texts, and the one of the instrumented code. */
const TIMED_OUT = /^(Test|Hook) timed out in \d/;
const ENDLESS = /endless loop/;
const STUCK: PairResult = { outcome: "stuck", durationMs: 0, hits: null, failure: null };

export class Outcomes {
  readonly #pairs: readonly Pair[];
  readonly #onResult: OnResult;
  readonly #unfinished: Set<Pair>;
  readonly #running = new Set<Pair>();
  readonly #suspects: ProcessEnd["suspects"] = [];
  #hasHung = false;

  constructor(pairs: readonly Pair[], onResult: OnResult) {
    this.#pairs = pairs;
    this.#onResult = onResult;
    this.#unfinished = new Set(pairs);
  }

  /** A test that hung goes on in the background, where it disturbs the next ones: nothing more counts. */
  get hasHung(): boolean {
    return this.#hasHung;
  }

  add(report: BatchReport): void {
    const pair = this.#pairs[report.pair];
    if (pair === undefined || this.#hasHung) return;
    this.#running.add(pair);
    if (report.result === null) return;
    this.#running.delete(pair);
    this.#unfinished.delete(pair);
    const { hasPassed, ...rest } = report.result;
    const message = rest.failure?.message ?? "";
    const hasTimedOut = TIMED_OUT.test(message);
    this.#hasHung = hasTimedOut || ENDLESS.test(message);
    const result = { ...rest, outcome: hasPassed ? "passed" : this.#hasHung ? "stuck" : "failed" } as const;
    if (hasTimedOut) this.#suspects.push({ pair, result });
    else this.#onResult(pair, result);
  }

  /** Has to be called after the process has ended. What ran when all stood still, or brought the process down, is suspect. */
  end(): ProcessEnd {
    const halted = this.#hasHung ? [] : [...this.#running];
    for (const pair of halted) this.#unfinished.delete(pair);
    return {
      suspects: [...this.#suspects, ...halted.map((pair) => ({ pair, result: STUCK }))],
      unfinished: [...this.#unfinished],
    };
  }
}
