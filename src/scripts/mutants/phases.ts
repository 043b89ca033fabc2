// Which tests are tried, cheapest first. A mutant that survives a phase goes on to the next.
import type { Batch } from "./batch.ts";
import { findFiles, readText } from "./files.ts";

export interface Phase {
  name: string;
  runtime: Batch["runtime"];
  tests: string[];
}

export function phases(): Phase[] {
  const unit = findFiles("test/unit/*.test.ts");
  return [
    { name: "unit tests in Node", runtime: "node", tests: unit.filter(runsInNode) },
    {
      name: "tests of the parts",
      runtime: "workerd",
      tests: [
        ...unit.filter((test) => !runsInNode(test)),
        ...findFiles("test/{db,durable,queue,ledger}/*.test.ts"),
      ],
    },
    { name: "tests over HTTP", runtime: "workerd", tests: findFiles("test/{http,contract}/*.test.ts") },
  ];
}

/** Those of the pure parts, except where they need something that only workerd has. */
function runsInNode(test: string): boolean {
  return (
    /\/(decide|intent-document|match-transfer|money|payment-intent|principal|refund-keys|webhook)[^/]*$/.test(
      test,
    ) && !/"cloudflare:|\/support\/faults/.test(readText(test))
  );
}
