// Runs pairs of a mutant and a test file in a process of its own (batch.ts), which is ended when a mutant hangs it. On a busy
// machine a pair can hang without its mutant's fault: it counts only when it hangs again, alone and with more time.
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { endChild, isEnding, startChild } from "#scripts/child-process.ts";
import { ScriptError } from "#scripts/run.ts";
import type { Batch, BatchReport } from "./batch.ts";
import { DATA_FOLDER } from "./files.ts";
import { type OnResult, Outcomes, type ProcessEnd } from "./outcomes.ts";

/** It limits what the tests' own time-outs do not cover. */
const STANDSTILL_MS = 60_000;
/** The simulator reports every seed, which takes it a tenth of a second. */
const SIMULATOR_STANDSTILL_MS = 40_000;
/** By how much all limits are multiplied for a pair that runs alone, and after a process that did not even begin. */
const PATIENCE = 3;

const SCRIPTS = { node: "batch.ts", workerd: "batch.ts", cells: "batch.ts", simulator: "simulate-batch.ts" };

/** Calls `onResult` for every pair, in any order. */
export async function runBatch(batch: Batch, onResult: OnResult, run = runProcess): Promise<void> {
  const suspects: ProcessEnd["suspects"] = [];
  for (let { pairs } = batch, patience = 1; pairs.length > 0; ) {
    const end = await run({ ...batch, pairs }, patience, onResult);
    const hasBegun = end.unfinished.length < pairs.length;
    if (!hasBegun && patience > 1) throw new ScriptError("Vitest ended without a result: see above.");
    suspects.push(...end.suspects);
    pairs = end.unfinished;
    patience = hasBegun ? 1 : PATIENCE;
  }
  for (const { pair } of suspects) {
    const end = await run({ ...batch, pairs: [pair] }, PATIENCE, onResult);
    if (end.unfinished.length > 0) throw new ScriptError("Vitest ended without a result: see above.");
    for (const { result } of end.suspects) onResult(pair, result);
  }
}

async function runProcess(batch: Batch, patience: number, onResult: OnResult): Promise<ProcessEnd> {
  mkdirSync(DATA_FOLDER, { recursive: true });
  const folder = mkdtempSync(join(DATA_FOLDER, "batch-"));
  const pairs = batch.pairs.map((pair) => ({ ...pair, timeoutMs: patience * pair.timeoutMs }));
  writeFileSync(join(folder, "batch.json"), JSON.stringify({ ...batch, pairs }));
  const child = startChild(process.execPath, [join(import.meta.dirname, SCRIPTS[batch.runtime]), folder], {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
    env: { ...process.env, WRANGLER_LOG: "error" },
  });
  const outcomes = new Outcomes(batch.pairs, onResult);
  const kill = () => void endChild(child, "SIGKILL");
  const testsMs = 2 * Math.max(...batch.pairs.map(({ timeoutMs }) => timeoutMs));
  const standstillMs =
    patience * (batch.runtime === "simulator" ? SIMULATOR_STANDSTILL_MS : STANDSTILL_MS + testsMs);
  let timer = setTimeout(kill, standstillMs);
  child.on("message", (report: BatchReport) => {
    clearTimeout(timer);
    timer = setTimeout(kill, standstillMs);
    outcomes.add(report);
    if (outcomes.hasHung) kill();
  });
  await once(child, "exit");
  clearTimeout(timer);
  rmSync(folder, { recursive: true });
  if (isEnding) throw new Error("the script is ending: what was running has no result");
  return outcomes.end();
}
