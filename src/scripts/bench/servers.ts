// The service and the floor, each under `wrangler dev` with a port and data of its own, in one temporary copy of the
// project. The floor's database begins as a copy of the service's.
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { type LocalServer, localServer } from "../local-service.ts";
import type { Names } from "./samples.ts";
import { takeStatements } from "./statements.ts";

const SERVICE_PORT = process.env.BENCH_SERVICE_PORT ?? "8795";
const FLOOR_PORT = process.env.BENCH_FLOOR_PORT ?? "8796";
export const SERVICE_URL = `http://127.0.0.1:${SERVICE_PORT}`;
export const FLOOR_URL = `http://127.0.0.1:${FLOOR_PORT}`;

const DATABASE = "v3/d1";
/**
 * As for `npm start`, quiet and offline; and without wrangler's own tracing, which takes down every call of D1, of an
 * object and of a queue, and costs more than most of them.
 */
const QUIET = {
  X_LOCAL_EXPLORER: "false",
  X_LOCAL_OBSERVABILITY: "false",
  CI: "true",
  CLOUDFLARE_CF_FETCH_ENABLED: "false",
  WRANGLER_SEND_METRICS: "false",
  WRANGLER_HIDE_BANNER: "true",
};

/** In the current directory, a copy of the project. */
export function serviceServer(): LocalServer {
  const config = readFileSync("wrangler.toml", "utf8");
  writeFileSync("wrangler.toml", config.replace("src/index.ts", "src/scripts/bench/service-worker.ts"));
  const migration = ["d1", "migrations", "apply", "DB", "--local", "--persist-to", "service/state"];
  const { status, stderr } = spawnSync("wrangler", migration, { env: { ...process.env, ...QUIET } });
  if (status !== 0) throw new Error(`the migrations were not applied: ${stderr}`);
  return wranglerDev("service", SERVICE_PORT, ["--var", `PUBLIC_URL:${SERVICE_URL}`]);
}

/** While nothing writes to the service's database. */
export async function floorServer(names: Names): Promise<LocalServer> {
  mkdirSync("floor");
  cpSync(`service/state/${DATABASE}`, `floor/state/${DATABASE}`, { recursive: true });
  writeFileSync("floor/wrangler.json", JSON.stringify(await floorConfig(names)));
  return wranglerDev("floor", FLOOR_PORT, ["--config", "floor/wrangler.json"]);
}

/** It does not log requests, which costs wrangler more than many a request costs the Worker. */
function wranglerDev(name: string, port: string, options: string[]): LocalServer {
  const where = ["--port", port, "--ip", "127.0.0.1", "--persist-to", `${name}/state`];
  const quiet = ["--show-interactive-dev-session=false", "--log-level=error"];
  const command = ["wrangler", "dev", ...where, ...quiet, ...options];
  return localServer({ command, env: QUIET, baseUrl: `http://127.0.0.1:${port}`, log: `${name}.log` });
}

async function floorConfig(names: Names) {
  const config = readFileSync("wrangler.toml", "utf8");
  const serviceHas = (name: string) =>
    JSON.parse(new RegExp(`^${name} = (.+)$`, "m").exec(config)?.[1] ?? "null");
  const consumer = (queue: string, max_batch_size: number) => ({
    queue,
    max_batch_size,
    max_batch_timeout: 0,
  });
  return {
    name: "floor",
    main: "../src/scripts/bench/floor-worker.ts",
    compatibility_date: serviceHas("compatibility_date"),
    compatibility_flags: serviceHas("compatibility_flags"),
    vars: { STATEMENTS: await takeStatements(names) },
    exports: { FloorObject: { type: "durable-object", storage: "sqlite" } },
    durable_objects: { bindings: [{ name: "INTENTS", class_name: "FloorObject" }] },
    d1_databases: [
      { binding: "DB", database_name: serviceHas("database_name"), database_id: serviceHas("database_id") },
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
