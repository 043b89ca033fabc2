// Runs the service and the baseline under `wrangler dev`, each with its own port and data, in one temporary
// copy of the project. The baseline's database starts as a copy of the service's.
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { type LocalServer, wranglerDev } from "../local-service.ts";
import { readFreePort } from "../port.ts";
import { DEFAULT_STATE, prepare } from "../prepare.ts";
import { type FixtureIds, recordStatements } from "./statements.ts";

const SERVICE_PORT = 8795;
const BASELINE_PORT = 8796;
export const SERVICE_URL = `http://127.0.0.1:${process.env.BENCH_SERVICE_PORT ?? SERVICE_PORT}`;
export const BASELINE_URL = `http://127.0.0.1:${process.env.BENCH_BASELINE_PORT ?? BASELINE_PORT}`;

const DATABASE = "v3/d1";
/** Switches off wrangler's tracing, which records every call to D1, an object or a queue and takes longer than most. */
const UNTRACED = { X_LOCAL_EXPLORER: "false", X_LOCAL_OBSERVABILITY: "false" };

/** The current directory must be the copy of the project. */
export async function serviceServer(): Promise<LocalServer> {
  const port = await readFreePort("BENCH_SERVICE_PORT", SERVICE_PORT, "npm run bench");
  await prepare();
  const config = readFileSync("wrangler.toml", "utf8");
  writeFileSync("wrangler.toml", config.replace("src/index.ts", "src/scripts/bench/service-worker.ts"));
  return quietServer("service", port, ["--var", `PUBLIC_URL:${SERVICE_URL}`]);
}

/** Call it while nothing writes to the service's database, which it copies. */
export async function baselineServer(fixtureIds: FixtureIds): Promise<LocalServer> {
  const port = await readFreePort("BENCH_BASELINE_PORT", BASELINE_PORT, "npm run bench");
  mkdirSync("baseline");
  cpSync(`${DEFAULT_STATE}/${DATABASE}`, `baseline/state/${DATABASE}`, { recursive: true });
  writeFileSync("baseline/wrangler.json", JSON.stringify(await baselineConfig(fixtureIds)));
  const options = ["--config", "baseline/wrangler.json", "--persist-to", "baseline/state"];
  return quietServer("baseline", port, options);
}

/** Requests are not logged, because this would often take longer than the request itself. */
function quietServer(name: string, port: number, options: string[]): LocalServer {
  const log = `${name}.log`;
  return wranglerDev({ port, options: [...options, "--log-level=error"], env: UNTRACED, log });
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
