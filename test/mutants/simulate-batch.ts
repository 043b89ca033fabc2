// A process of its own, as batch.ts is: plays the simulator's first seeds with one mutant after another. Nothing is loaded
// again between them, so that mutants of what runs while modules are loaded are left to the other phases.
import { readFileSync } from "node:fs";
import { type LoadFnOutput, registerHooks } from "node:module";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { withCells } from "../simulate/cells-plan.ts";
import { planFor } from "../simulate/plan.ts";
import { installHooks } from "../simulate/platform/hooks.ts";
import type { Batch, BatchReport, PairReport } from "./batch.ts";
import { ROOT } from "./files.ts";
import { instrument } from "./instrument.ts";

/** The first of those that `npm test` plays. */
const SEEDS = 16;

const batch: Batch = JSON.parse(readFileSync(join(process.argv[2] ?? "", "batch.json"), "utf8"));
const switches: typeof globalThis.__mutants = { active: null, hits: null, turns: 0 };
globalThis.__mutants = switches;

installHooks([]);
registerHooks({
  load(url, context, next): LoadFnOutput {
    const file = url.startsWith("file:") ? relative(ROOT, fileURLToPath(url)) : url;
    if (!batch.files.includes(file)) return next(url, context);
    const { code } = instrument(file, readFileSync(join(ROOT, file), "utf8"));
    return { format: "module-typescript", source: code, shortCircuit: true };
  },
});
Error.stackTraceLimit = 0;
const { runPlan } = await import("../simulate/run.ts");

/** Thrown where nobody awaits it: the simulator's own thread would end with it. */
let stray: unknown;
for (const event of ["uncaughtException", "unhandledRejection"]) {
  process.on(event, (error: unknown) => {
    stray ??= error;
  });
}

async function send(report: BatchReport): Promise<void> {
  await new Promise((sent) => process.send?.(report, sent));
}

/** What is wrong with the history of the first seed that fails; null when none does. */
async function play(pair: number, mutant: string | null): Promise<string | null> {
  stray = undefined;
  for (let seed = 1; seed <= SEEDS; seed++) {
    Object.assign(switches, { active: mutant, turns: 0 });
    const { violations } = await runPlan(withCells(planFor(seed)));
    await send({ pair, result: null });
    const [violation] = stray === undefined ? violations : [`thrown: ${stray}`];
    if (violation !== undefined) return `seed ${seed}: ${violation}`;
  }
  return null;
}

async function historyOf(seed: number): Promise<string> {
  Object.assign(switches, { active: null, turns: 0 });
  return (await runPlan(withCells(planFor(seed)))).digest;
}

const history = await historyOf(1);
for (const [pair, { mutant }] of batch.pairs.entries()) {
  await send({ pair, result: null });
  const hits = mutant === null ? new Set<string>() : null;
  switches.hits = hits;
  const startedAt = performance.now();
  const violation = await play(pair, mutant);
  const result: PairReport = {
    hasPassed: violation === null,
    durationMs: Math.round(performance.now() - startedAt),
    hits: hits === null ? null : { loading: [], testing: [...hits] },
    failure: violation === null ? null : { test: "the simulator", message: violation },
  };
  switches.hits = null;
  await send({ pair, result });
  // What the mutant has left behind must not be held against the next one.
  if (violation !== null && (await historyOf(1)) !== history) break;
}
process.exit();
