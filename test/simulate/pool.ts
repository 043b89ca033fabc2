// Spreads seeds over threads. The result does not depend on how many there are.
import { createHash } from "node:crypto";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { Worker } from "node:worker_threads";
import type { FaultKind } from "./faults.ts";
import type { LedgerKind } from "./plan.ts";
import type { Patch } from "./platform/hooks.ts";

export interface Chunk {
  from: number;
  count: number;
}

export interface ChunkResult {
  from: number;
  digests: string[];
  exercised: Partial<Record<FaultKind, number>>;
  /** The first seed that failed, after which the chunk was given up. */
  failed: { seed: number; violation: string } | null;
}

export interface Failure {
  seed: number;
  violations: string[];
  /** The shortest plan that fails in the same way. */
  steps: string[];
  trace: string[];
}

export interface Summary {
  /** The lowest seed that failed. */
  failed: { seed: number; violation: string } | null;
  exercised: Partial<Record<FaultKind, number>>;
  /** Counts everything that happened in every run. */
  digest: string;
}

const CHUNK_MAX = 25;
const YOUNG_MB = 192;

export async function runSeeds(
  from: number,
  seeds: number,
  threads: number,
  ledger: LedgerKind,
  patches: readonly Patch[] = [],
): Promise<Summary> {
  const chunks: Chunk[] = [];
  const size = Math.min(CHUNK_MAX, Math.ceil(seeds / threads));
  for (let start = from; start < from + seeds; start += size) {
    chunks.push({ from: start, count: Math.min(size, from + seeds - start) });
  }
  const results: ChunkResult[] = [];
  let hasFailed = false;
  const workers = Array.from({ length: Math.min(threads, chunks.length) }, () =>
    startWorker(ledger, patches),
  );
  try {
    await Promise.all(
      workers.map(async (worker) => {
        // Handed out in order: when a seed fails, every lower one is under way or done.
        for (let next = chunks.shift(); next !== undefined && !hasFailed; next = chunks.shift()) {
          const result = await ask<ChunkResult>(worker, next);
          results.push(result);
          hasFailed ||= result.failed !== null;
        }
      }),
    );
  } finally {
    await Promise.all(workers.map((worker) => worker.terminate()));
  }
  return summarize(results.sort((left, right) => left.from - right.from));
}

export async function explainFailure(seed: number, ledger: LedgerKind): Promise<Failure> {
  const worker = startWorker(ledger, []);
  try {
    return await ask<Failure>(worker, { explain: seed });
  } finally {
    await worker.terminate();
  }
}

function startWorker(ledger: LedgerKind, patches: readonly Patch[]): Worker {
  // Most of what a run allocates is dead when it ends: collecting it rarely saves a fifth of the time.
  setFlagsFromString(`--min-semi-space-size=${YOUNG_MB / 3}`);
  return new Worker(join(import.meta.dirname, "worker.ts"), {
    workerData: { patches, ledger },
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
  });
}

function ask<T>(worker: Worker, message: Chunk | { explain: number }): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  worker.once("message", resolve);
  worker.once("error", reject);
  worker.postMessage(message);
  return promise.finally(() => worker.off("message", resolve).off("error", reject));
}

function summarize(results: readonly ChunkResult[]): Summary {
  const digest = createHash("sha256");
  const exercised: Summary["exercised"] = {};
  let failed: Summary["failed"] = null;
  for (const result of results) {
    for (const each of result.digests) digest.update(each);
    for (const [kind, times] of Object.entries(result.exercised) as [FaultKind, number][]) {
      exercised[kind] = (exercised[kind] ?? 0) + times;
    }
    failed ??= result.failed;
  }
  return { failed, exercised, digest: digest.digest("hex") };
}
