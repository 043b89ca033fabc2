// A separate copy of the service and of the ledger's Worker, which the chaos run may kill.
import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { isEnding } from "#scripts/child-process.ts";
import { readDevVars, setDevVars } from "#scripts/dev-vars.ts";
import { localLedger } from "#scripts/local-ledger.ts";
import { localService } from "#scripts/local-service.ts";
import { readFreePort } from "#scripts/port.ts";
import { serve } from "#scripts/serve.ts";
import { workInCopy } from "../scripts/project-copy.ts";
import { claimPort } from "./claim-port.ts";
import type { WorkerFaults } from "./faulty/worker.ts";

const DEFAULT_PORT = 8797;
/** The service has one, and the ledger. */
const PORTS = 2;
/** Two wranglers that start at once can choose the same internal port, and then one of them ends. */
const STARTS_MAX = 3;
export const BASE_URL = `http://localhost:${process.env.CHAOS_PORT ?? DEFAULT_PORT}`;
export const LEDGER_DIRECTORY = ".wrangler/ledger";

/** Headers that each connection has of its own. */
const OF_CONNECTION = ["connection", "host", "keep-alive", "transfer-encoding"];

/** What a kill hits: one Worker alone, or both. */
export type Victim = "service" | "ledger" | "both";

export interface Service {
  directory: string;
  /** Resolves when those that are not up respond. */
  start(): Promise<void>;
  /** Its next start has them. */
  setCells(value: string): void;
  /** Sends SIGKILL to the whole process group, so that nothing can finish its work. */
  kill(victim: Victim): Promise<void>;
  /** Until the service is killed or the next ones. */
  setFaults(faults: WorkerFaults & { ledgerSlowMsMax: number }): Promise<void>;
}

export async function copyService(): Promise<Service> {
  const port = await readFreePort("CHAOS_PORT", DEFAULT_PORT, "npm run chaos", PORTS);
  claimPort(port);
  const directory = workInCopy("chaos", { RATE_LIMITS: "off" }, ["test/chaos/faulty"]);
  patch("wrangler.toml", 'main = "src/sandbox.ts"', 'main = "test/chaos/faulty/worker.ts"');
  // The sandbox opens wallets at its embedded ledger alone.
  patch(
    "src/sandbox/composition.ts",
    "return { config, shards, ledger: createExternalLedger(env, config.ledger), sandboxLedger: null };",
    `const ledger = createLedgerClient({ fetch: networkFetch, baseUrl, tokens });
      return { config, shards, ledger, sandboxLedger: ledger };`,
  );
  const { LEDGER_TOKEN: token = "", LEDGER_EVENTS_SECRET: eventsSecret = "" } = readDevVars();
  const ledger = localLedger({
    ...{ port: port + 1, directory: LEDGER_DIRECTORY, token, eventsSecret },
    reportUrl: `${BASE_URL}/internal/ledger-events`,
  });
  const way = await serveWayTo(ledger.url);
  setDevVars(".dev.vars", { LEDGER_URL: way.url });
  const workers = { service: localService({ port, log: "service.log" }), ledger };
  const wanted = new Set<keyof typeof workers>();
  const startOrRepeat = async (name: keyof typeof workers, attemptsLeft = STARTS_MAX): Promise<void> => {
    wanted.add(name);
    try {
      await workers[name].start();
    } catch (error) {
      if (!wanted.has(name) || isEnding || attemptsLeft === 1) throw error;
      console.log(`  it did not start, once more: ${error instanceof Error ? error.message : error}`);
      await workers[name].end("SIGKILL");
      await startOrRepeat(name, attemptsLeft - 1);
    }
  };
  return {
    directory,
    start: async () => {
      const down = (["ledger", "service"] as const).filter((name) => !wanted.has(name));
      await Promise.all(down.map((name) => startOrRepeat(name)));
    },
    // The last of a name's lines counts.
    setCells: (value) => appendFileSync(".dev.vars", `CELLS="${value}"\n`),
    kill: async (victim) => {
      const hit = (["ledger", "service"] as const).filter((name) => victim === name || victim === "both");
      for (const name of hit) wanted.delete(name);
      await Promise.all(hit.map((name) => workers[name].end("SIGKILL")));
    },
    setFaults: async ({ ledgerSlowMsMax, ...faults }) => {
      way.slowMsMax = ledgerSlowMsMax;
      const body = JSON.stringify(faults);
      const { ok } = await fetch(`${BASE_URL}/chaos`, { method: "POST", body });
      if (!ok) throw new Error("the service's Worker did not take its faults");
    },
  };
}

/** The ledger, as the service reaches it. Each way takes time of its own, so that a transfer may come after the caller has given up. */
async function serveWayTo(ledgerUrl: string) {
  const way = { url: "", slowMsMax: 0 };
  const pause = () => sleep(Math.random() * way.slowMsMax);
  const { url } = await serve(async (request) => {
    const { pathname, search } = new URL(request.url);
    const { method, headers } = request;
    for (const name of OF_CONNECTION) headers.delete(name);
    headers.set("Accept-Encoding", "identity");
    const body = method === "GET" ? null : await request.arrayBuffer();
    await pause();
    const response = await fetch(ledgerUrl + pathname + search, { method, headers, body });
    await pause();
    // An idle connection would be closed just when it is used again.
    return new Response(response.body, {
      status: response.status,
      headers: { ...Object.fromEntries(response.headers), connection: "close" },
    });
  });
  return Object.assign(way, { url });
}

/** Changes the copy. */
function patch(file: string, find: string, replace: string): void {
  const text = readFileSync(file, "utf8");
  if (text.split(find).length !== 2) throw new Error(`${file} has not exactly one: ${find}`);
  writeFileSync(
    file,
    text.replace(find, () => replace),
  );
}
