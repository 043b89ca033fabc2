// `npm run simulate -- [--seeds N] [--from S] [--broken GUARD|all] [--ledger formance]`: runs the service in a simulated world, once for each of
// N seeds from S on, and checks that nothing is lost, doubled or stuck. With --broken, breaks a guard of the service, or one
// after another, and fails when that goes unnoticed.
import { availableParallelism } from "node:os";
import { readOptions, run, ScriptError } from "#scripts/run.ts";
import { BROKEN_GUARDS, FORMANCE_GUARDS, LEDGER_GUARDS } from "./broken-guards.ts";
import { CELL_INCIDENTS, CELL_WEATHER, INCIDENTS, WEATHER } from "./faults.ts";
import { LEDGERS, type LedgerKind } from "./plan.ts";
import { explainFailure, type Failure, runSeeds, type Summary } from "./pool.ts";

/** From so many seeds on, every kind of fault must have struck. */
const EXERCISES_ALL = 300;
const TRACE_LINES_MAX = 300;
/** What befalls transfers that are not final at once. */
const OF_SETTLEMENT = /^(ledger_settles|ledger_declines|ledger_crash|reports|books)/;
/** The sweep reads much and finds little. */
const SWEEP_READS = / sweep \d+ [<>] d1 (select|update events)/;

await run(async () => {
  const { broken, ...options } = readArguments();
  if (broken === undefined) await prove(options);
  else await breakGuards(broken, options);
});

interface Options {
  ledger: LedgerKind;
  seeds: number;
  from: number;
  threads: number;
}

async function prove({ seeds, from, threads, ledger }: Options): Promise<void> {
  const startedAt = performance.now();
  const summary = await runSeeds(from, seeds, threads, ledger);
  if (summary.failed !== null) {
    printFailure(await explainFailure(summary.failed.seed, ledger));
    throw new ScriptError(`Seed ${summary.failed.seed} failed.`);
  }
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(`${seeds} seeds from ${from}: 0 lost, 0 doubled, 0 stuck (${seconds} s)`);
  console.log(`history ${summary.digest}`);
  printFaults(summary, seeds, ledger);
}

/** Fails when a broken guard goes unnoticed: a simulator that finds nothing proves nothing. */
async function breakGuards(broken: string, { seeds, from, threads, ledger }: Options): Promise<void> {
  const known = { ...BROKEN_GUARDS, ...(ledger === "formance" ? FORMANCE_GUARDS : LEDGER_GUARDS) };
  const uncaught: string[] = [];
  for (const guard of broken === "all" ? Object.keys(known) : [broken]) {
    const patch = known[guard];
    if (patch === undefined)
      throw new ScriptError(`--broken takes "all" or one of: ${Object.keys(known).join(", ")}`);
    const { failed } = await runSeeds(from, seeds, threads, ledger, [patch]);
    if (failed === null) uncaught.push(guard);
    else console.log(`${guard}: caught by seed ${failed.seed}: ${failed.violation}`);
  }
  if (uncaught.length > 0) throw new ScriptError(`Not caught within ${seeds} seeds: ${uncaught.join(", ")}.`);
}

function readArguments() {
  const { values } = readOptions({
    options: {
      seeds: { type: "string", default: "1000" },
      from: { type: "string", default: "1" },
      broken: { type: "string" },
      threads: { type: "string" },
      ledger: { type: "string", default: "contract" },
    },
  });
  const { broken, threads } = values;
  const ledger = LEDGERS.find((kind) => kind === values.ledger);
  if (ledger === undefined) throw new ScriptError(`--ledger takes one of: ${LEDGERS.join(", ")}`);
  return {
    ledger,
    seeds: readCount("seeds", values.seeds),
    from: readCount("from", values.from),
    broken,
    threads: threads === undefined ? availableParallelism() : readCount("threads", threads),
  };
}

function readCount(name: string, text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new ScriptError(`--${name} must be a positive number.`);
  return Number(text);
}

function printFaults({ exercised }: Summary, seeds: number, ledger: LedgerKind): void {
  const kinds = [...WEATHER, ...CELL_WEATHER, ...INCIDENTS, ...CELL_INCIDENTS].filter(
    (kind) => ledger === "contract" || !OF_SETTLEMENT.test(kind),
  );
  console.log(`faults: ${kinds.map((kind) => `${kind} ${exercised[kind] ?? 0}`).join(", ")}`);
  const missing = kinds.filter((kind) => exercised[kind] === undefined);
  if (seeds >= EXERCISES_ALL && missing.length > 0)
    throw new ScriptError(`These faults never struck: ${missing.join(", ")}.`);
}

function printFailure({ seed, violations, steps, trace }: Failure): void {
  console.log(`Seed ${seed}. The shortest plan that still fails:\n  ${steps.join("\n  ")}`);
  const lines = trace.filter((line) => !SWEEP_READS.test(line));
  console.log(`What happened:\n  ${lines.slice(0, TRACE_LINES_MAX).join("\n  ")}`);
  console.log(`What is wrong:\n  ${violations.join("\n  ")}`);
}
