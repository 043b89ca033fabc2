// A process of its own, which mutants.ts can end when a mutant hangs: runs pairs of a mutant and a test file in one
// Vitest, and reports each as it ends.
import { readFileSync, writeFileSync } from "node:fs";
import { basename, join, relative } from "node:path";
import { type Reporter, startVitest, type TestModule, type Vite } from "vitest/node";
import { workers } from "../vitest.config.ts";
import type { Hits } from "./activate.ts";
import { ROOT } from "./files.ts";
import { instrument } from "./instrument.ts";

export interface Pair {
  /** Null runs without a mutant, to learn which ones the test file reaches. */
  mutant: string | null;
  test: string;
  /** Each test in the file may take so long. */
  timeoutMs: number;
}
export interface Batch {
  /** `cells`: workerd, with payments in cells. */
  runtime: "node" | "simulator" | "workerd" | "cells";
  /** The files that have mutants. */
  files: string[];
  pairs: Pair[];
}
export interface PairReport {
  hasPassed: boolean;
  durationMs: number;
  hits: Hits | null;
  /** The first test that failed, and why. */
  failure: { test: string; message: string } | null;
}
/** A pair is known by its position in the batch; it has begun while there is no result. */
export interface BatchReport {
  pair: number;
  result: PairReport | null;
}

const WORKERS = 2;

/** No other run uses this folder. */
const FOLDER = process.argv[2] ?? "";
const batch: Batch = JSON.parse(readFileSync(join(FOLDER, "batch.json"), "utf8"));
const isInNode = batch.runtime === "node";

/** Each pair is a test file that turns its mutant on and then loads the tests. */
function writeTestFiles(): void {
  const path = (file: string) => JSON.stringify(relative(FOLDER, join(ROOT, file)));
  const setUp = isInNode ? [] : ["test/setup.ts"];
  for (const [index, { mutant, test, timeoutMs }] of batch.pairs.entries()) {
    const load = [...setUp, test].map((file) => `() => import(${path(file)})`);
    const text = [
      `import { runTests } from ${path("test/mutants/activate.ts")};`,
      `await runTests(${JSON.stringify({ mutant, timeoutMs })}, [${load.join(", ")}]);\n`,
    ];
    writeFileSync(join(FOLDER, `${index}.test.ts`), text.join("\n"));
  }
}

const mutantsPlugin: Vite.Plugin = {
  name: "mutants",
  enforce: "pre",
  transform(source, id) {
    const file = relative(ROOT, id.replace(/\?.*$/, ""));
    return batch.files.includes(file) ? { code: instrument(file, source).code, map: null } : null;
  },
};

/** Leaves out the cache of modules, which does not know of the plugin. */
function project() {
  const include = [`${relative(ROOT, FOLDER)}/*.test.ts`];
  const variant = batch.runtime === "cells" ? "cells" : undefined;
  const base = isInNode ? { test: { isolate: false } } : workers("short", variant);
  return {
    ...base,
    plugins: [...(base.plugins ?? []), mutantsPlugin],
    test: { ...base.test, include, setupFiles: [], fsModuleCache: false },
  };
}

function report(module: TestModule, result: PairReport | null): void {
  const message: BatchReport = { pair: Number(basename(module.moduleId, ".test.ts")), result };
  process.send?.(message);
}

const reporter: Reporter = {
  onTestModuleQueued: (module) => report(module, null),
  onTestModuleEnd: (module) => {
    const [failed] = module.children.allTests("failed");
    const error = failed?.result().errors?.[0] ?? module.errors()[0];
    report(module, {
      hasPassed: module.ok(),
      durationMs: Math.round(module.diagnostic().duration),
      hits: module.meta().hits ?? null,
      failure: error === undefined ? null : { test: failed?.fullName ?? "", message: error.message },
    });
  },
};

writeTestFiles();
const vitest = await startVitest(
  [],
  { root: ROOT, config: false, watch: false, reporters: [reporter], dangerouslyIgnoreUnhandledErrors: true },
  { test: { projects: [project()], maxWorkers: WORKERS } },
);
await vitest.close();
