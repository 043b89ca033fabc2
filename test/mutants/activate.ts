// Runs inside the test runtime: turns one mutant on, or records which mutants a test file reaches, and then loads the
// file. The set-up is loaded here as well, so that the modules which it loads are evaluated with the mutant.
import { afterAll, beforeEach, vi } from "vitest";

/** What the switches in the instrumented code read. */
interface Switches {
  active: string | null;
  hits: Set<string> | null;
  turns: number;
}
/** The mutants that a test file reaches while its modules are loaded, and while its tests run. */
export interface Hits {
  loading: string[];
  testing: string[];
}
declare global {
  var __mutants: Switches;
}

/** `mutant` is null in the run without mutants. */
export async function runTests(
  { mutant, timeoutMs }: { mutant: string | null; timeoutMs: number },
  load: readonly (() => Promise<unknown>)[],
): Promise<void> {
  const hits = mutant === null ? new Set<string>() : null;
  const hitsWhileLoading: string[] = [];
  globalThis.__mutants = { active: mutant, hits, turns: 0 };
  vi.resetModules();
  vi.setConfig({ testTimeout: timeoutMs });
  if (mutant !== null) skipAfterFailure();
  for (const loadModule of load) await loadModule();
  if (hits !== null) {
    hitsWhileLoading.push(...hits);
    hits.clear();
  }
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads from the pattern which fixtures to prepare
  afterAll(({}, suite) => {
    if (hits !== null) suite.meta.hits = { loading: hitsWhileLoading, testing: [...hits] };
    // What still runs of the tests must not run in circles.
    globalThis.__mutants = { active: null, hits: null, turns: 0 };
  });
}

function skipAfterFailure(): void {
  let hasFailed = false;
  beforeEach(({ skip, onTestFailed }) => {
    skip(hasFailed, "the mutant is already killed");
    onTestFailed(() => {
      hasFailed = true;
    });
  });
}

declare module "vitest" {
  interface TaskMeta {
    hits?: Hits;
  }
}
