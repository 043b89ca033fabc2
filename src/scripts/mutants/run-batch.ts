// Runs pairs of a mutant and a test file in a process of its own (batch.ts), which is ended when a mutant hangs it.

import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { endChild, startChild } from "../child-process.ts";
import { ScriptError } from "../run.ts";
import type { Hits } from "./activate.ts";
import type { Batch, BatchReport, Pair } from "./batch.ts";
import { DATA_FOLDER } from "./files.ts";

export interface PairResult {
  /** `stuck`: the process stood still or ended, and did so again when this pair ran alone. */
  outcome: "passed" | "failed" | "stuck";
  durationMs: number;
  hits: Hits | null;
  failure: { test: string; message: string } | null;
}

/** For what the tests' own time-outs do not cover. */
const STANDSTILL_MS = 60_000;
/** The simulator reports every seed, which takes it a tenth of a second. */
const SIMULATOR_STANDSTILL_MS = 40_000;
const STUCK: PairResult = { outcome: "stuck", durationMs: STANDSTILL_MS, hits: null, failure: null };

const SCRIPTS = { node: "batch.ts", workerd: "batch.ts", simulator: "simulate-batch.ts" };

type OnResult = (pair: Pair, result: PairResult) => void;

export function isTimeout(failure: PairResult["failure"]): boolean {
  return /timed out|endless loop/.test(failure?.message ?? "");
}

/** Calls `onResult` for every pair, in any order. */
export async function runBatch(batch: Batch, onResult: OnResult): Promise<void> {
  const { unfinished, suspects } = await runProcess(batch, onResult);
  const [suspect] = suspects;
  if (suspect !== undefined && batch.pairs.length === 1) return onResult(suspect, STUCK);
  if (suspects.length === 0 && unfinished.length === batch.pairs.length) {
    throw new ScriptError("Vitest ended without a result: see above.");
  }
  const innocent = unfinished.filter((pair) => !suspects.includes(pair));
  if (innocent.length > 0) await runBatch({ ...batch, pairs: innocent }, onResult);
  for (const pair of suspects) await runBatch({ ...batch, pairs: [pair] }, onResult);
}

interface ProcessEnd {
  /** The pairs without a result. */
  unfinished: Pair[];
  /** Those of them that were running when everything stood still. */
  suspects: Pair[];
}

/**
 * A test that has timed out goes on in the background, where it would disturb the tests of the next pairs: they need
 * a new process.
 */
async function runProcess(batch: Batch, onResult: OnResult): Promise<ProcessEnd> {
  mkdirSync(DATA_FOLDER, { recursive: true });
  const folder = mkdtempSync(join(DATA_FOLDER, "batch-"));
  writeFileSync(join(folder, "batch.json"), JSON.stringify(batch));
  const child = startChild(process.execPath, [join(import.meta.dirname, SCRIPTS[batch.runtime]), folder], {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
    env: { ...process.env, WRANGLER_LOG: "error" },
  });
  const unfinished = new Set(batch.pairs);
  const begun = new Set<Pair>();
  let end = "exit" as "exit" | "standstill" | "timeout";
  const kill = (reason: typeof end) => {
    if (end === "exit") end = reason;
    void endChild(child, "SIGKILL");
  };
  const timeoutMs = Math.max(...batch.pairs.map((pair) => pair.timeoutMs));
  const standstillMs =
    batch.runtime === "simulator" ? SIMULATOR_STANDSTILL_MS : STANDSTILL_MS + 2 * timeoutMs;
  let timer = setTimeout(kill, standstillMs, "standstill");
  child.on("message", (report: BatchReport) => {
    clearTimeout(timer);
    timer = setTimeout(kill, standstillMs, "standstill");
    const pair = batch.pairs[report.pair];
    if (pair === undefined || end !== "exit") return;
    begun.add(pair);
    if (report.result === null) return;
    unfinished.delete(pair);
    onResult(pair, { ...report.result, outcome: report.result.hasPassed ? "passed" : "failed" });
    if (isTimeout(report.result.failure)) kill("timeout");
  });
  await once(child, "exit");
  clearTimeout(timer);
  rmSync(folder, { recursive: true });
  const suspects = end === "standstill" ? [...begun].filter((pair) => unfinished.has(pair)) : [];
  return { unfinished: [...unfinished], suspects };
}
