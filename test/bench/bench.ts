// `npm run bench`: see README.md in this folder.
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildWorker } from "#scripts/built-worker.ts";
import { offerHelp, readOptions, run, ScriptError } from "#scripts/run.ts";
import { serve } from "#scripts/serve.ts";
import { BUDGETS_MICROSECONDS } from "./budgets.ts";
import { type Measurement, measure } from "./measure.ts";
import { compare } from "./peers/compare.ts";
import { comparisonOf } from "./peers/table.ts";
import { excessesOf, tableOf, withTable } from "./report.ts";
import { routesOf } from "./routes.ts";
import { MANY, makeSecrets, setScene } from "./scene.ts";
import { makeTables, startServer } from "./workerd.ts";

const HELP = `npm run bench [-- [route …] [--check] [--write] [--requests N]]
npm run bench -- --peers

Measures how much processor time a request of each kind uses, while rotating over ${MANY} intents and pages.

  --check       fails when a route uses more than its budget (test/bench/budgets.ts)
  --write       writes the table into .github/PERFORMANCE.md
  --requests N  requests of each run, ${MANY} by default
  --peers       plays the same job on this service, LNbits and Vendure, and writes what it costs each into that document
`;
const DOCUMENT = ".github/PERFORMANCE.md";
const MEMORY_FOLDER = "/dev/shm";
const MEMORY_NEEDED_BYTES = 4 * 2 ** 30;

offerHelp(HELP);
const { values: options, positionals: names } = readOptions({
  allowPositionals: true,
  options: {
    check: { type: "boolean" },
    write: { type: "boolean" },
    peers: { type: "boolean" },
    requests: { type: "string", default: String(MANY) },
  },
});

await run(async () => {
  if (options.peers) return await reportPeers();
  const requests = Number(options.requests);
  if (!Number.isSafeInteger(requests) || requests < 1) throw new ScriptError("--requests takes a number.");
  const chosen = Object.keys(BUDGETS_MICROSECONDS).filter(
    (name) => names.length === 0 || names.includes(name),
  );
  if (chosen.length === 0) throw new ScriptError(`No route is called ${names.join(" or ")}.`);
  const directory = temporaryDirectory();
  const empty = join(directory, "empty");
  const bundle = join(directory, "bundle");
  await Promise.all([buildWorker(bundle, "sandbox", {}), makeTables(empty)]);
  const receiver = await serve(async () => new Response(null, { status: 204 }));
  const measurements: Measurement[] = [];
  for (const name of chosen) {
    const state = join(directory, name);
    cpSync(empty, state, { recursive: true });
    const measurement = await measureAlone(name, { bundle, state, receiver: receiver.url, requests });
    rmSync(state, { recursive: true });
    measurements.push(measurement);
    console.log(`${name}: ${measurement.cpuMicroseconds.toFixed(0)} µs`);
  }
  await receiver.close();
  report(measurements);
});
process.exit();

/** Runs a workerd and a database of its own: what the routes before it have left behind would cost it time. */
async function measureAlone(
  name: string,
  at: { bundle: string; state: string; receiver: string; requests: number },
): Promise<Measurement> {
  const secrets = makeSecrets();
  const server = await startServer(at.bundle, at.state, secrets);
  try {
    const scene = await setScene(server, secrets, at.receiver);
    const route = routesOf(scene).find((other) => other.name === name);
    if (route === undefined) throw new Error(`no requests are made of ${name}`);
    return await measure(server, route, at.requests);
  } finally {
    await server.stop();
  }
}

async function reportPeers(): Promise<void> {
  const { results, leftOut } = await compare(temporaryDirectory());
  const table = comparisonOf(results);
  const document = readFileSync(DOCUMENT, "utf8");
  const [, explained = ""] = document.split("<!-- /peers -->");
  console.log([table, explained.split("\n## ")[0]?.trim(), ...leftOut].join("\n\n"));
  if (leftOut.length === 0) writeFileSync(DOCUMENT, withTable(document, table, "peers"));
}

function report(measurements: readonly Measurement[]): void {
  const table = tableOf(measurements);
  console.log(`\n${table}`);
  if (options.write) writeFileSync(DOCUMENT, withTable(readFileSync(DOCUMENT, "utf8"), table));
  const excesses = excessesOf(measurements);
  if (excesses.length > 0) console.log(`\n${excesses.join("\n")}`);
  if (options.check && excesses.length > 0) throw new ScriptError("Not every route is within its budget.");
}

/** Lies in memory where the system has a folder for it: what a disk takes to write is not the service's time. */
function temporaryDirectory(): string {
  const hasMemory = existsSync(MEMORY_FOLDER) && freeBytes(MEMORY_FOLDER) >= MEMORY_NEEDED_BYTES;
  const directory = mkdtempSync(join(hasMemory ? MEMORY_FOLDER : tmpdir(), "payments-bench-"));
  process.on("exit", () => rmSync(directory, { recursive: true, force: true, maxRetries: 3 }));
  return directory;
}

function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}
