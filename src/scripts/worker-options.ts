// `node worker-options.ts STATE ENVIRONMENT` prints how Miniflare is to run the service on this machine, as wrangler reads it from
// its configuration, once secrets, variables and tables are right. A process of its own: wrangler stays in memory until it ends.
import { type Environment, prepare } from "./prepare.ts";
import { run } from "./run.ts";

await run(async () => {
  const [stateDirectory = "", environment] = process.argv.slice(2);
  const config = await prepare(stateDirectory, environment as Environment);
  const { unstable_getMiniflareWorkerOptions: readWorkerOptions } = await import("wrangler");
  const { workerOptions } = readWorkerOptions(config, environment === "live" ? "live" : undefined);
  // Bundled modules need no rules, and `keepSweeping` fires the Cron trigger.
  const { modulesRules: _, cronTriggers: __, ...options } = workerOptions;
  console.log(JSON.stringify({ name: config.name, ...options }));
});
