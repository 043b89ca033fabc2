// Which tests are tried, cheapest first. A mutant that survives a phase goes on to the next. Most test files reach most
// of the code, so that a survivor is tried only against those that are most likely to notice it: a longer run could only
// raise the score.
import type { Batch } from "./batch.ts";
import { findFiles, readText } from "./files.ts";

export interface Phase {
  name: string;
  runtime: Batch["runtime"];
  tests: string[];
  /** The most test files that a mutant is tried against. */
  triesMax: number;
  /** Whether survivors that are explained are tried again: somebody may have written the missing test. */
  triesExplained: boolean;
}

export function phases(): Phase[] {
  const unit = findFiles("test/unit/*.test.ts");
  return [
    {
      name: "unit tests in Node",
      runtime: "node",
      tests: unit.filter(runsInNode),
      triesMax: 100,
      triesExplained: true,
    },
    {
      name: "the simulator",
      runtime: "simulator",
      tests: ["test/scripts/simulate.test.ts"],
      triesMax: 1,
      triesExplained: false,
    },
    {
      name: "tests of the parts",
      runtime: "workerd",
      tests: [
        ...unit.filter((test) => !runsInNode(test)),
        ...findFiles("test/{db,durable,queue,ledger}/*.test.ts"),
      ],
      triesMax: 12,
      triesExplained: false,
    },
    {
      name: "tests over HTTP",
      runtime: "workerd",
      tests: findFiles("test/{http,contract}/*.test.ts"),
      triesMax: 8,
      triesExplained: false,
    },
  ];
}

const NEEDS_WORKERD =
  /\/(config|identity-provider|ledger-events|public-lookups|raw-json|wallet-platform)[^/]*$/;

/** All unit tests, except where they or what they import need something that only workerd has. */
function runsInNode(test: string): boolean {
  return !NEEDS_WORKERD.test(test) && !/"cloudflare:|\/support\/faults/.test(readText(test));
}
