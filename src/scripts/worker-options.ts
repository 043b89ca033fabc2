// `node worker-options.ts STATE WORKER` prints how Miniflare is to run a Worker on this machine, as wrangler reads it from the
// configuration, once secrets, variables and tables are right. A process of its own: wrangler stays in memory until it ends.
import type { Deployable } from "./deploy/settings.ts";
import { prepare, prepareLedger } from "./prepare.ts";
import { run } from "./run.ts";

await run(async () => {
  const [stateDirectory = "", name] = process.argv.slice(2);
  const worker = name as Deployable;
  const isLedger = worker === "ledger";
  const config = isLedger ? await prepareLedger(stateDirectory) : await prepare(stateDirectory, worker);
  const { unstable_getMiniflareWorkerOptions: readWorkerOptions } = await import("wrangler");
  const { workerOptions } = readWorkerOptions(config, worker === "live" ? "live" : undefined);
  // Bundled modules need no rules, and serve-worker.ts fires the Cron trigger.
  const { modulesRules: _, cronTriggers: __, ...options } = workerOptions;
  // What is in .dev.vars is the service's.
  const own = isLedger ? { bindings: config.vars } : {};
  console.log(JSON.stringify({ name: config.name, ...options, ...own }));
});
