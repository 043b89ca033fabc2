// `npm start`: runs the service on this machine, at http://localhost:8787 or at the port in PORT, which has its own data.
// PUBLIC_URL is the https address of a tunnel to it, with which a phone can open it: cookies, camera and push want https.
import { localService } from "./local-service.ts";
import { readFreePort } from "./port.ts";
import { DEFAULT_STATE, prepareSecrets } from "./prepare.ts";
import { run, ScriptError } from "./run.ts";
import { noteRunningService } from "./running-service.ts";

const DEFAULT_PORT = 8787;

await run(async () => {
  const port = await readFreePort("PORT", DEFAULT_PORT, "npm start");
  const baseUrl = `http://localhost:${port}`;
  const publicUrl = readTunnelUrl() ?? baseUrl;
  // Two services must not share a database, so one on another port has its own.
  const stateDirectory = port === DEFAULT_PORT ? DEFAULT_STATE : `${DEFAULT_STATE}-${port}`;
  const hasNewSecrets = prepareSecrets(stateDirectory, "sandbox");
  console.log("Building the service and its pages, which takes some seconds.");
  const service = localService({ port, stateDirectory, log: null, publicUrl });
  await service.start();
  noteRunningService(baseUrl);
  // Ctrl+C is the normal way to stop it.
  process.exitCode = 0;
  console.log(`
Open ${publicUrl} to take a payment, refund it and see the webhooks.
  Service:       ${baseUrl}, which lists its pages
  API reference: ${baseUrl}/docs
  Try it:        run "npm run demo" in a second terminal, or follow ${baseUrl}/docs/tutorial
  Secrets:       .dev.vars${hasNewSecrets ? " (new)" : ""}, with the platform administrator's client
  Stop it:       press Ctrl+C; the data stays in ${stateDirectory}
`);
  await service.stopped();
  throw new ScriptError("The service has stopped: its last lines above say why.");
});

/** Returns null when there is no tunnel. The service itself still listens on loopback alone. */
function readTunnelUrl(): string | null {
  const { PUBLIC_URL } = process.env;
  if (!PUBLIC_URL) return null;
  const url = URL.parse(PUBLIC_URL);
  if (url?.protocol === "https:" && url.pathname === "/") return url.origin;
  throw new ScriptError(`PUBLIC_URL is ${PUBLIC_URL}: it must be a tunnel's https address, without a path.`);
}
