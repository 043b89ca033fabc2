// `npm start`: runs the service on this machine, at http://localhost:8787 or at the port in PORT, which has its own data.
// Prepares what `wrangler dev` needs, runs it and fires the Cron trigger, which it does not do itself.
import { keepSweeping, localService } from "./local-service.ts";
import { readFreePort } from "./port.ts";
import { DEFAULT_STATE, prepare } from "./prepare.ts";
import { run, ScriptError } from "./run.ts";
import { noteRunningService } from "./running-service.ts";

const DEFAULT_PORT = 8787;

await run(async () => {
  const port = await readFreePort("PORT", DEFAULT_PORT, "npm start");
  const baseUrl = `http://localhost:${port}`;
  // Two services must not share a database, so one on another port has its own.
  const stateDirectory = port === DEFAULT_PORT ? DEFAULT_STATE : `${DEFAULT_STATE}-${port}`;
  console.log("The service is starting, which takes up to a minute the first time.");
  const hasNewSecrets = await prepare(stateDirectory);
  const service = localService({ port, stateDirectory, log: null });
  await service.start();
  await keepSweeping(port);
  noteRunningService(baseUrl);
  // Ctrl+C is the normal way to stop it.
  process.exitCode = 0;
  console.log(`
Open ${baseUrl}/sandbox: take a payment, refund it and see the webhooks.
  Service:       ${baseUrl}, which lists its pages
  API reference: ${baseUrl}/docs
  Try it:        run "npm run demo" in a second terminal, or follow .github/TUTORIAL.md
  Secrets:       .dev.vars${hasNewSecrets ? " (new)" : ""}, with the platform administrator's client
  Stop it:       press Ctrl+C; the data stays in ${stateDirectory}
`);
  await service.stopped();
  throw new ScriptError("wrangler dev has stopped: its last lines above say why.");
});
