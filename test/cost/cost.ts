// `npm run cost [-- --write]`: counts what the platform bills for each lifecycle of an intent, and prints what it costs at list
// prices and what one database carries. `--write` updates the tables in .github/PERFORMANCE.md.
import { readFileSync, writeFileSync } from "node:fs";
import { startVitest } from "vitest/node";
import { run, ScriptError } from "#scripts/run.ts";
import type { Lifecycle } from "../support/cost/counts.ts";
import { dollarsPerMonth } from "./bill.ts";
import { LOOKED_UP_ON } from "./prices.ts";
import {
  billTable,
  distanceTable,
  eachPoll,
  fillingTable,
  growthTable,
  lifecycleTable,
  limitTable,
  refundTable,
  replaceTable,
  tripTable,
  waitingTable,
} from "./tables.ts";

const DOCUMENT = ".github/PERFORMANCE.md";
const TEST_FILES = ["test/durable/cost.test.ts", "test/durable/trip-counts.test.ts"];
const SWEEPS_PER_MONTH = 30 * 24 * 60;

await run(async () => {
  const { counts, isExpected } = await measure();
  const busy = counts("busy", 2);
  const tables = [
    tripTable(),
    distanceTable(),
    lifecycleTable(counts),
    refundTable(),
    waitingTable(eachPoll(counts), counts("socket", 0)),
    fillingTable(),
    limitTable(busy),
    growthTable({ paid: busy, idleSweep: counts("sweep", 0) }),
  ];
  console.log(`List prices and limits of ${LOOKED_UP_ON}.\n`);
  console.log([...tables, billTable(busy)].join("\n\n"));
  const idle = dollarsPerMonth(counts("sweep", 0), SWEEPS_PER_MONTH, 0).toFixed(2);
  console.log(`\nA month without any payment: $${idle}, with a run of the sweep every minute.`);
  if (process.argv.includes("--write"))
    writeFileSync(DOCUMENT, tables.reduce(replaceTable, readFileSync(DOCUMENT, "utf8")));
  if (!isExpected) {
    console.error("test/support/cost/expected.ts or trips.ts has other counts.");
    process.exitCode = 1;
  }
});

/** Runs the test that counts in the Workers runtime, and takes what it has measured: whether or not it is expected. */
async function measure() {
  const vitest = await startVitest(TEST_FILES, {
    config: "test/vitest.config.ts",
    watch: false,
    reporters: [{}],
  });
  const tests = vitest.state.getTestModules().flatMap((module) => [...module.children.allTests()]);
  const isExpected = tests.length > 0 && tests.every((test) => test.ok());
  const found = tests.flatMap((test) => test.meta().cost ?? []);
  await vitest.close();
  const counts = (lifecycle: Lifecycle | "busy" | "sweep" | "socket", polls: number) => {
    const measured = found.find((each) => each.lifecycle === lifecycle && each.polls === polls);
    if (measured === undefined)
      throw new ScriptError(`Run npx vitest run --config test/vitest.config.ts ${TEST_FILES.join(" ")}.`);
    return measured.counts;
  };
  return { counts, isExpected };
}
