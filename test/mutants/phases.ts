// Which tests are tried, cheapest first. A mutant that survives a phase goes on to the next. Before it counts as a
// survivor, all tests of the parts that reach it have passed: the only one that notices a mutant of a rare case may be
// the last. Tests over HTTP reach most of the code, and hardly ever notice what the others have missed: only the few
// that are most likely to notice it are tried.
import type { Batch } from "./batch.ts";
import { findFiles } from "./files.ts";

export interface Phase {
  name: string;
  runtime: Batch["runtime"];
  tests: string[];
  /** Whether test files that fail without a mutant are left to a later phase: this runtime lacks what they need. */
  skipsFailing: boolean;
  /** The most test files that a mutant is tried against. */
  triesMax: number;
  /** Whether survivors that are explained are tried again: somebody may have written the missing test. */
  triesExplained: boolean;
}

/** It also fails without a mutant, now and then: JSON.parse of Node 26 returns wrong names for some escaped ones. */
const NOT_IN_NODE = "test/unit/lib/raw-json.test.ts";

/** The core's and each part's. */
function findTests(folders: string): string[] {
  return findFiles(`test/${folders}/**/*.test.ts`, `test/parts/*/${folders}/*.test.ts`);
}

export function phases(): Phase[] {
  const unit = findTests("unit");
  return [
    {
      name: "unit tests in Node",
      runtime: "node",
      tests: unit.filter((test) => test !== NOT_IN_NODE),
      skipsFailing: true,
      triesMax: Number.POSITIVE_INFINITY,
      triesExplained: true,
    },
    {
      name: "the simulator",
      runtime: "simulator",
      tests: ["test/simulate/simulate.test.ts"],
      skipsFailing: false,
      triesMax: 1,
      triesExplained: false,
    },
    {
      name: "tests of the parts",
      runtime: "workerd",
      tests: [
        ...unit,
        ...findTests("{db,durable,queue,ledger}"),
        ...findFiles("test/parts/ledger/*.test.ts"),
      ],
      skipsFailing: false,
      triesMax: Number.POSITIVE_INFINITY,
      triesExplained: false,
    },
    {
      name: "tests with cells",
      runtime: "cells",
      tests: findTests("cells"),
      skipsFailing: false,
      triesMax: Number.POSITIVE_INFINITY,
      triesExplained: false,
    },
    {
      name: "tests over HTTP",
      runtime: "workerd",
      tests: findTests("{http,contract}"),
      skipsFailing: false,
      triesMax: 8,
      triesExplained: false,
    },
  ];
}
