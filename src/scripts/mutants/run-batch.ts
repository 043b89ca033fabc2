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

/** Longer than the slowest test file takes on a busy machine. */
const STANDSTILL_MS = 150_000;
const STUCK: PairResult = { outcome: "stuck", durationMs: STANDSTILL_MS, hits: null, failure: null };

export function isTimeout(failure: PairResult["failure"]): boolean {
  return /timed out|endless loop/.test(failure?.message ?? "");
}

/** Calls `onResult` for every pair, in any order. */
export async function runBatch(
  batch: Batch,
  onResult: (pair: Pair, result: PairResult) => void,
): Promise<void> {
  const { unfinished, end } = await runProcess(batch, onResult);
  if (unfinished.length === 0) return;
  const hasProgress = unfinished.length < batch.pairs.length;
  if (hasProgress) return await runBatch({ ...batch, pairs: unfinished }, onResult);
  if (end === "exit") throw new ScriptError("Vitest ended without a result: see above.");
  const [first, ...others] = unfinished;
  if (first === undefined) return;
  if (others.length === 0) return onResult(first, STUCK);
  for (const pair of unfinished) await runBatch({ ...batch, pairs: [pair] }, onResult);
}

interface ProcessEnd {
  /** The pairs without a result. */
  unfinished: Pair[];
  end: "exit" | "standstill" | "timeout";
}

/**
 * A test that has timed out goes on in the background, where it would disturb the tests of the next pairs: they need
 * a new process.
 */
async function runProcess(
  batch: Batch,
  onResult: (pair: Pair, result: PairResult) => void,
): Promise<ProcessEnd> {
  mkdirSync(DATA_FOLDER, { recursive: true });
  const folder = mkdtempSync(join(DATA_FOLDER, "batch-"));
  writeFileSync(join(folder, "batch.json"), JSON.stringify(batch));
  const child = startChild(process.execPath, [join(import.meta.dirname, "batch.ts"), folder], {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
    env: { ...process.env, WRANGLER_LOG: "error" },
  });
  const unfinished = new Set(batch.pairs);
  let end: ProcessEnd["end"] = "exit";
  const kill = (reason: ProcessEnd["end"]) => {
    if (end === "exit") end = reason;
    void endChild(child, "SIGKILL");
  };
  let timer = setTimeout(kill, STANDSTILL_MS, "standstill");
  child.on("message", (report: BatchReport) => {
    clearTimeout(timer);
    timer = setTimeout(kill, STANDSTILL_MS, "standstill");
    const pair = batch.pairs[report.pair];
    if (pair === undefined || end !== "exit") return;
    unfinished.delete(pair);
    onResult(pair, { ...report, outcome: report.hasPassed ? "passed" : "failed" });
    if (isTimeout(report.failure)) kill("timeout");
  });
  await once(child, "exit");
  clearTimeout(timer);
  rmSync(folder, { recursive: true });
  return { unfinished: [...unfinished], end };
}
