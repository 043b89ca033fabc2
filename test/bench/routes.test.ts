// Every route of the bench, once, in the bundle that is deployed and the runtime that the bench starts.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { buildWorker } from "#scripts/built-worker.ts";
import { serve } from "#scripts/serve.ts";
import { BUDGETS_MICROSECONDS } from "./budgets.ts";
import { runOnce } from "./measure.ts";
import { routesOf } from "./routes.ts";
import { makeSecrets, setScene } from "./scene.ts";
import { makeTables, startServer } from "./workerd.ts";

const REQUESTS = 16;
const INTENTS = 40;

it("gets the response that it expects from each route, and has a budget for each", async () => {
  const directory = mkdtempSync(join(tmpdir(), "payments-bench-"));
  const state = join(directory, "state");
  const bundle = join(directory, "bundle");
  await buildWorker(bundle, "sandbox", {});
  await makeTables(state);
  const receiver = await serve(async () => new Response(null, { status: 204 }));
  const secrets = makeSecrets();
  const server = await startServer(bundle, state, secrets);
  try {
    const routes = routesOf(await setScene(server, secrets, receiver.url, INTENTS));
    expect(routes.map(({ name }) => name)).toEqual(Object.keys(BUDGETS_MICROSECONDS));
    for (const route of routes) await runOnce(server, route, REQUESTS);
  } finally {
    await server.stop();
    await receiver.close();
    rmSync(directory, { recursive: true, force: true, maxRetries: 3 });
  }
});
