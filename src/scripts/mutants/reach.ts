// Which test files are worth trying for a mutant.
import type { Hits } from "./activate.ts";

/** For a mutant that is reached only while modules are loaded, as in a table: every test file loads it. */
const LOADING_TESTS_MAX = 8;

/** For each mutant, by its id, all test files whose tests reach it, or those that use its file most. */
export function testsByMutant(reached: readonly { test: string; hits: Hits }[]): Map<string, string[]> {
  const tests = new Map<string, string[]>();
  for (const { test, hits } of reached) {
    for (const id of hits.testing) tests.set(id, [...(tests.get(id) ?? []), test]);
  }
  const testing = new Set(tests.keys());
  const byUse = [...reached].map(({ test, hits }) => ({ test, hits, uses: countByFile(hits.testing) }));
  for (const id of new Set(byUse.flatMap(({ hits }) => hits.loading))) {
    if (testing.has(id)) continue;
    const usesOf = ({ uses }: { uses: Map<string, number> }) => uses.get(fileOf(id)) ?? 0;
    const loading = byUse.filter(({ hits }) => hits.loading.includes(id));
    loading.sort((a, b) => usesOf(b) - usesOf(a));
    tests.set(
      id,
      loading.slice(0, LOADING_TESTS_MAX).map(({ test }) => test),
    );
  }
  return tests;
}

function countByFile(ids: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const id of ids) counts.set(fileOf(id), (counts.get(fileOf(id)) ?? 0) + 1);
  return counts;
}

/** A mutant's id is its file and a number. */
export function fileOf(mutantId: string): string {
  return mutantId.replace(/#\d+$/, "");
}
