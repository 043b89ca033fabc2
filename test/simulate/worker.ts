// A thread that runs plans. The hooks come first: what is imported after them is the service as it is simulated.
import { parentPort, workerData } from "node:worker_threads";
import { withCells } from "./cells-plan.ts";
import { type LedgerKind, planFor } from "./plan.ts";
import { installHooks, type Patch } from "./platform/hooks.ts";
import type { Chunk, ChunkResult, Failure } from "./pool.ts";
import { shrink } from "./shrink.ts";

const { patches, ledger } = workerData as { patches: Patch[]; ledger: LedgerKind };
installHooks(patches);
// Making stack traces would take a tenth of the time, and they are not compared.
Error.stackTraceLimit = 0;
const { runPlan } = await import("./run.ts");

parentPort?.on("message", (message: Chunk | { explain: number }) => {
  const work = "explain" in message ? explain(message.explain) : runChunk(message);
  work.then(
    (result) => parentPort?.postMessage(result),
    (error: unknown) => {
      throw error;
    },
  );
});

const planOf = (seed: number) => withCells(planFor(seed, ledger));

async function runChunk({ from, count }: Chunk): Promise<ChunkResult> {
  const result: ChunkResult = { from, digests: [], exercised: {}, failed: null };
  for (let seed = from; seed < from + count; seed++) {
    const { violations, exercised, digest } = await runPlan(planOf(seed));
    result.digests.push(digest);
    for (const [kind, times] of exercised) result.exercised[kind] = (result.exercised[kind] ?? 0) + times;
    const [violation] = violations;
    if (violation !== undefined) return { ...result, failed: { seed, violation } };
  }
  return result;
}

/** The shortest plan that fails in the same way. */
async function explain(seed: number): Promise<Failure> {
  const plan = planOf(seed);
  const wanted = kindOf((await runPlan(plan)).violations[0] ?? "");
  const fails = async (candidate: typeof plan) =>
    (await runPlan(candidate)).violations.some((violation) => kindOf(violation) === wanted);
  const { steps } = await shrink(plan, fails);
  const { violations, trace } = await runPlan({ ...plan, steps });
  return { seed, violations, steps: steps.map((step) => JSON.stringify(step)), trace };
}

/** A violation without the ids and numbers that differ from plan to plan. */
function kindOf(violation: string): string {
  return violation.replace(/[0-9a-f]{6,}|\d+/g, "");
}
