// Runs the service and the baseline under `wrangler dev`, each with its own port and data, in one temporary
// copy of the project. The baseline's database starts as a copy of the service's.
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { type LocalServer, localServer } from "../local-service.ts";
import { type FixtureIds, recordStatements } from "./statements.ts";

const SERVICE_PORT = process.env.BENCH_SERVICE_PORT ?? "8795";
const BASELINE_PORT = process.env.BENCH_BASELINE_PORT ?? "8796";
export const SERVICE_URL = `http://127.0.0.1:${SERVICE_PORT}`;
export const BASELINE_URL = `http://127.0.0.1:${BASELINE_PORT}`;

const DATABASE = "v3/d1";
/**
 * Quiet and offline, as with `npm start`. Also switches off wrangler's tracing, which records every call to
 * D1, an object or a queue and takes longer than most of them.
 */
const QUIET = {
  X_LOCAL_EXPLORER: "false",
  X_LOCAL_OBSERVABILITY: "false",
  CI: "true",
  CLOUDFLARE_CF_FETCH_ENABLED: "false",
  WRANGLER_SEND_METRICS: "false",
  WRANGLER_HIDE_BANNER: "true",
};

/** The current directory must be the copy of the project. */
export function serviceServer(): LocalServer {
  const config = readFileSync("wrangler.toml", "utf8");
  writeFileSync("wrangler.toml", config.replace("src/index.ts", "src/scripts/bench/service-worker.ts"));
  const migration = ["d1", "migrations", "apply", "DB", "--local", "--persist-to", "service/state"];
  const { status, stderr } = spawnSync("wrangler", migration, { env: { ...process.env, ...QUIET } });
  if (status !== 0) throw new Error(`the migrations were not applied: ${stderr}`);
  return wranglerDev("service", SERVICE_PORT, ["--var", `PUBLIC_URL:${SERVICE_URL}`]);
}

/** Call it while nothing writes to the service's database, which it copies. */
export async function baselineServer(fixtureIds: FixtureIds): Promise<LocalServer> {
  mkdirSync("baseline");
  cpSync(`service/state/${DATABASE}`, `baseline/state/${DATABASE}`, { recursive: true });
  writeFileSync("baseline/wrangler.json", JSON.stringify(await baselineConfig(fixtureIds)));
  return wranglerDev("baseline", BASELINE_PORT, ["--config", "baseline/wrangler.json"]);
}

/** Requests are not logged, because this would often take longer than the request itself. */
function wranglerDev(name: string, port: string, options: string[]): LocalServer {
  const where = ["--port", port, "--ip", "127.0.0.1", "--persist-to", `${name}/state`];
  const quiet = ["--show-interactive-dev-session=false", "--log-level=error"];
  const command = ["wrangler", "dev", ...where, ...quiet, ...options];
  return localServer({ command, env: QUIET, baseUrl: `http://127.0.0.1:${port}`, log: `${name}.log` });
}

async function baselineConfig(fixtureIds: FixtureIds) {
  const config = readFileSync("wrangler.toml", "utf8");
  const serviceSetting = (name: string) =>
    JSON.parse(new RegExp(`^${name} = (.+)$`, "m").exec(config)?.[1] ?? "null");
  const consumer = (queue: string, max_batch_size: number) => ({
    queue,
    max_batch_size,
    max_batch_timeout: 0,
  });
  return {
    name: "baseline",
    main: "../src/scripts/bench/baseline-worker.ts",
    compatibility_date: serviceSetting("compatibility_date"),
    compatibility_flags: serviceSetting("compatibility_flags"),
    vars: { STATEMENTS: await recordStatements(fixtureIds) },
    exports: { BaselineObject: { type: "durable-object", storage: "sqlite" } },
    durable_objects: { bindings: [{ name: "INTENTS", class_name: "BaselineObject" }] },
    d1_databases: [
      {
        binding: "DB",
        database_name: serviceSetting("database_name"),
        database_id: serviceSetting("database_id"),
      },
    ],
    queues: {
      producers: [
        { binding: "WEBHOOKS", queue: "webhooks" },
        { binding: "WALLET_EVENTS", queue: "wallet-events" },
      ],
      consumers: [consumer("webhooks", 6), consumer("wallet-events", 10)],
    },
  };
}
