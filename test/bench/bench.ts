// `npm run bench [-- [route …] [--check] [--million] [--seconds S] [--result FILE]]`: compares the service
// with a baseline that does only the platform's part of each request. How: .github/ARCHITECTURE.md, "Speed".
// With --verify-only it measures nothing.
import { mkdirSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { dirname } from "node:path";
import { run, ScriptError } from "../../src/scripts/run.ts";
import { type Options, readOptions } from "./arguments.ts";
import { measureRoute } from "./measure.ts";
import { measureNeighbour, NEIGHBOUR } from "./neighbour.ts";
import { type Result, resultOf } from "./results.ts";
import { clearStage, setStage } from "./stage.ts";
import { tableOf } from "./table.ts";
import { verifyBaseline } from "./verify.ts";

const WARM_UP_MS = 4_000;

await run(async () => {
  const options = readOptions(process.argv.slice(2));
  const { routes, measuredMs } = options;
  const timing = { measuredMs, warmUpMs: WARM_UP_MS };
  const startedAt = new Date();
  console.log("Building the Workers, storing data, and recording what the service asks of the platform.");
  const stage = await setStage(routes, options.listed);
  await verifyBaseline(stage, routes);
  if (options.isVerifyOnly) {
    await clearStage(stage);
    console.log(`The baseline repeats what the service does on ${routes.length} routes.`);
    return;
  }
  const results: Result[] = [];
  const note = (result: Result) => {
    results.push(result);
    console.log(`${result.name}: ${result.ratio.toFixed(2)}`);
  };
  for (const route of routes) note(resultOf(route, await measureRoute(stage, route, timing)));
  if (options.hasNeighbour) note(resultOf(NEIGHBOUR, await measureNeighbour(stage, timing), null));
  await clearStage(stage);
  report(options, startedAt, results);
});
process.exit();

function report({ resultFile, isCheck, measuredMs }: Options, startedAt: Date, results: Result[]): void {
  console.log(`\n${tableOf(results).join("\n")}`);
  const minutes = (Date.now() - startedAt.getTime()) / 60_000;
  const machine = { cpus: cpus().length, model: cpus()[0]?.model, node: process.version };
  const content = { startedAt, minutes, machine, measuredMs, results };
  mkdirSync(dirname(resultFile), { recursive: true });
  writeFileSync(resultFile, `${JSON.stringify(content, null, 2)}\n`);
  console.log(`\n${minutes.toFixed(1)} minutes; ${resultFile} has every round.`);
  const failures = results.flatMap(({ name, failure }) => (failure === null ? [] : `${name}: ${failure}`));
  if (isCheck && failures.length > 0) throw new ScriptError(`\nNot reached:\n${failures.join("\n")}`);
}
