// Runs a bundle on workerd, on a socket of its own: without the proxies of `wrangler dev`, which cost more than most
// requests. Bindings are those of wrangler.toml.
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import {
  unstable_getMiniflareWorkerOptions as readWorkerOptions,
  unstable_readConfig as readWranglerConfig,
} from "wrangler";
import { runWrangler } from "../../src/scripts/wrangler.ts";

const CONFIG = "wrangler.toml";
const NAME = "bench";
const ENTRY = join(import.meta.dirname, "entry.js");
/** Where the modules seem to be. */
const MODULES_ROOT = "/bench/";
/** What the system counts processor time in. */
const TICK_MS = 10;

export interface Server {
  url: string;
  db: D1Database;
  /** The processor time that workerd has used so far; null where the system does not say. */
  readCpuMs(): number | null;
  stop(): Promise<void>;
}

/** Makes the bundle that `wrangler deploy` would upload, and returns the file. */
export async function bundle(entry: string, directory: string): Promise<string> {
  await runWrangler(["deploy", entry, "--dry-run", "--env", "", "--outdir", directory]);
  const [name] = readdirSync(directory).filter((file) => file.endsWith(".js"));
  if (name === undefined) throw new Error(`wrangler wrote no bundle into ${directory}`);
  return join(directory, name);
}

export async function migrate(stateDirectory: string): Promise<void> {
  await runWrangler(["d1", "migrations", "apply", "DB", "--local", "--persist-to", stateDirectory]);
}

export async function startServer(
  bundlePath: string,
  stateDirectory: string,
  bindings: Record<string, string | object>,
): Promise<Server> {
  const before = childrenOf(process.pid);
  const { workerOptions } = readWorkerOptions(CONFIG);
  const { vars } = readWranglerConfig({ config: CONFIG });
  const { assets, cronTriggers, modulesRules, ...options } = workerOptions;
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      ...options,
      name: NAME,
      modulesRoot: MODULES_ROOT,
      modules: [
        { type: "ESModule", path: `${MODULES_ROOT}entry.js`, contents: readFileSync(ENTRY, "utf8") },
        { type: "ESModule", path: `${MODULES_ROOT}bundle.js`, contents: readFileSync(bundlePath, "utf8") },
        ...textsBeside(bundlePath),
      ],
      bindings: { ...vars, ...bindings },
      resourcePersistencePath: join(stateDirectory, "v3"),
      handleStructuredLogs: showFailures,
      unsafeDirectSockets: [{ host: "127.0.0.1", port: 0 }],
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

/** The migrations of cells, which the bundle imports. */
function textsBeside(bundlePath: string) {
  const directory = dirname(bundlePath);
  return readdirSync(directory)
    .filter((file) => file.endsWith(".sql"))
    .map((file) => {
      const contents = readFileSync(join(directory, file), "utf8");
      return { type: "Text" as const, path: `${MODULES_ROOT}${file}`, contents };
    });
}

/** The service logs every webhook, which would take longer to print than to send. */
function showFailures({ level, message }: { level: string; message: string }): void {
  if (level === "error" || level === "warn") console.error(message);
}

function childrenOf(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
      readFileSync(`/proc/${pid}/task/${thread}/children`, "utf8").split(" ").filter(Boolean).map(Number),
    );
  } catch {
    return [];
  }
}

/** User and system time of all threads: fields 14 and 15 of proc(5), counted after the name, which may have spaces. */
function readCpuMs(pids: readonly number[]): number | null {
  if (pids.length === 0) return null;
  const times = pids.map((pid) => {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
  });
  return times.reduce((sum, time) => sum + time, 0);
}
