// Runs a bundle on workerd, on a socket of its own: without the proxies of `wrangler dev`, which cost more than most
// requests. Bindings are those of wrangler.toml.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import {
  unstable_getMiniflareWorkerOptions as readWorkerOptions,
  unstable_readConfig as readWranglerConfig,
} from "wrangler";
import { modulesIn } from "#scripts/built-worker.ts";
import { migrate } from "#scripts/local-database.ts";
import { localDatabaseOf } from "#scripts/wrangler-facts.ts";
import { childrenOf, readCpuMs } from "./processes.ts";

const CONFIG = "wrangler.toml";
const NAME = "bench";
const ENTRY = join(import.meta.dirname, "entry.js");

export interface Server {
  url: string;
  db: D1Database;
  /** The processor time that workerd has used so far; null where the system does not say. */
  readCpuMs(): number | null;
  stop(): Promise<void>;
}

/** Makes the tables in a folder. */
export function makeTables(stateDirectory: string): Promise<void> {
  return migrate(stateDirectory, localDatabaseOf(readWranglerConfig({ config: CONFIG })));
}

export async function startServer(
  /** Where the built Worker is. */
  directory: string,
  stateDirectory: string,
  bindings: Record<string, string | object>,
  port = 0,
): Promise<Server> {
  const before = childrenOf(process.pid);
  const { workerOptions } = readWorkerOptions(CONFIG);
  const { vars } = readWranglerConfig({ config: CONFIG });
  const [bundle, ...texts] = modulesIn(directory);
  if (bundle === undefined) throw new Error(`wrangler wrote no bundle into ${directory}`);
  const { assets, cronTriggers, modulesRules, ...options } = workerOptions;
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      ...options,
      name: NAME,
      modulesRoot: directory,
      modules: [
        { type: "ESModule", path: join(directory, "entry.js"), contents: readFileSync(ENTRY, "utf8") },
        { ...bundle, path: join(directory, "bundle.js") },
        ...texts,
      ],
      bindings: { ...vars, ...bindings },
      resourcePersistencePath: join(stateDirectory, "v3"),
      handleStructuredLogs: showFailures,
      unsafeDirectSockets: [{ host: "127.0.0.1", port }],
    }),
  );
  await miniflare.ready;
  const { origin } = await miniflare.unsafeGetDirectURL(NAME);
  const pids = childrenOf(process.pid).filter((pid) => !before.includes(pid));
  return {
    url: origin,
    db: await miniflare.getD1Database("DB", NAME),
    readCpuMs: () => readCpuMs(pids),
    stop: () => miniflare.dispose(),
  };
}

/** The service logs every webhook, which would take longer to print than to send. */
function showFailures({ level, message }: { level: string; message: string }): void {
  if (level === "error" || level === "warn") console.error(message);
}
