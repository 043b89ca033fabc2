// `npm run bench`: see README.md in this folder.
import { existsSync, mkdtempSync, readFileSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { offerHelp, run, ScriptError } from "../../src/scripts/run.ts";
import { serve } from "../../src/scripts/serve.ts";
import { type Measurement, measure } from "./measure.ts";
import { excessesOf, tableOf, withTable } from "./report.ts";
import { routesOf } from "./routes.ts";
import { MANY, makeSecrets, setScene } from "./scene.ts";
import { bundle, migrate, startServer } from "./workerd.ts";

const HELP = `npm run bench [-- [route …] [--check] [--write] [--requests N]]

Measures how much processor time a request of each kind uses, while rotating over ${MANY} intents and pages.

  --check       fails when a route uses more than its budget (test/bench/budgets.ts)
  --write       writes the table into .github/PERFORMANCE.md
  --requests N  requests of each run, ${MANY} by default
`;
const ENTRY = "src/sandbox.ts";
const DOCUMENT = ".github/PERFORMANCE.md";
const MEMORY_FOLDER = "/dev/shm";
const MEMORY_NEEDED_BYTES = 4 * 2 ** 30;

offerHelp(HELP);
const { values: options, positionals: names } = parseArgs({
  allowPositionals: true,
  options: {
    check: { type: "boolean" },
    write: { type: "boolean" },
    requests: { type: "string", default: String(MANY) },
  },
});

await run(async () => {
  const requests = Number(options.requests);
  if (!Number.isSafeInteger(requests) || requests < 1) throw new ScriptError("--requests takes a number.");
  const directory = temporaryDirectory();
  const state = join(directory, "state");
  const [path] = await Promise.all([bundle(ENTRY, join(directory, "bundle")), migrate(state)]);
  const secrets = makeSecrets();
  const receiver = await serve(async () => new Response(null, { status: 204 }));
  const server = await startServer(path, state, secrets);
  const scene = await setScene(server, secrets, receiver.url);
  const routes = routesOf(scene).filter(({ name }) => names.length === 0 || names.includes(name));
  if (routes.length === 0) throw new ScriptError(`No route is called ${names.join(" or ")}.`);
  const measurements: Measurement[] = [];
  for (const route of routes) {
    const measurement = await measure(server, route, requests);
    measurements.push(measurement);
    console.log(`${route.name}: ${measurement.cpuMicroseconds.toFixed(0)} µs`);
  }
  await Promise.all([server.stop(), receiver.close()]);
  report(measurements);
});
process.exit();

function report(measurements: readonly Measurement[]): void {
  const table = tableOf(measurements);
  console.log(`\n${table}`);
  if (options.write) writeFileSync(DOCUMENT, withTable(readFileSync(DOCUMENT, "utf8"), table));
  const excesses = excessesOf(measurements);
  if (excesses.length > 0) console.log(`\n${excesses.join("\n")}`);
  if (options.check && excesses.length > 0) throw new ScriptError("Not every route is within its budget.");
}

/** In memory where the system has a folder for it: what a disk takes to write is not the service's time. */
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
