// `npm run cost [-- --write]`: counts what the platform bills for each lifecycle of an intent, and prints what it costs at list
// prices and what one database carries. `--write` updates the tables in .github/PERFORMANCE.md.
import { readFileSync, writeFileSync } from "node:fs";
import { run } from "../run.ts";
import { dollarsPerMonth } from "./bill.ts";
import { measure } from "./measure.ts";
import { LOOKED_UP_ON } from "./prices.ts";
import {
  billTable,
  eachPoll,
  fillingTable,
  lifecycleTable,
  limitTable,
  replaceTable,
  waitingTable,
} from "./tables.ts";

const DOCUMENT = ".github/PERFORMANCE.md";
const SWEEPS_PER_MONTH = 30 * 24 * 60;

async function printCost(): Promise<void> {
  const { counts, idleSweep, socket, isExpected } = await measure();
  const paid = counts("paid", 2);
  const tables = [
    lifecycleTable(counts),
    waitingTable(eachPoll(counts), socket),
    fillingTable(),
    limitTable(paid),
  ];
  console.log(`List prices and limits of ${LOOKED_UP_ON}.\n`);
  console.log([...tables, billTable(paid)].join("\n\n"));
  const idle = dollarsPerMonth(idleSweep, SWEEPS_PER_MONTH, 0).toFixed(2);
  console.log(`\nA month without any payment: $${idle}, with a run of the sweep every minute.`);
  if (process.argv.includes("--write")) {
    writeFileSync(DOCUMENT, tables.reduce(replaceTable, readFileSync(DOCUMENT, "utf8")));
  }
  if (!isExpected) {
    console.error("test/support/cost/expected.ts has other counts.");
    process.exitCode = 1;
  }
}

await run(printCost);
