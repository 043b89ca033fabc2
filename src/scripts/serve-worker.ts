// Serves a built Worker on loopback: on workerd by Miniflare, on a socket of its own. Reads from standard input what to serve.
import { resolve } from "node:path";
import { text } from "node:stream/consumers";
import { convertV4MiniflareOptions, Miniflare, type V4WorkerOptions } from "miniflare";
import { modulesIn } from "./built-worker.ts";

const SWEEP_INTERVAL_MS = 10_000;

export interface ServedWorker {
  directory: string;
  stateDirectory: string;
  port: number;
  options: Partial<V4WorkerOptions>;
  /** Win over those of the configuration. */
  variables: Record<string, string>;
}

const { directory, stateDirectory, port, options, variables }: ServedWorker = JSON.parse(
  await text(process.stdin),
);
const miniflare = new Miniflare(
  convertV4MiniflareOptions({
    ...options,
    // A folder that is not below this one is not found by itself.
    modulesRoot: resolve(directory),
    modules: modulesIn(directory),
    bindings: { ...options.bindings, ...variables },
    // Miniflare's own proxy would cost a request more than most take. It would also say the caller's address, which is unknown here.
    unsafeDirectSockets: [{ host: "127.0.0.1", port }],
    resourcePersistencePath: `${stateDirectory}/v3`,
    // Nothing is asked of Cloudflare, nor told.
    cf: false,
    telemetry: { enabled: false },
    unsafeTriggerHandlers: true,
    logRequests: false,
    handleStructuredLogs: ({ message }) => console.log(message),
  }),
);
process.once("SIGTERM", () => void miniflare.dispose().then(() => process.exit()));
await miniflare.ready;

/** Fires the Cron trigger, as the platform does every minute. Failures appear in the service's log. */
const sweep = () =>
  miniflare.dispatchFetch("http://localhost/cdn-cgi/local/scheduled").catch(() => undefined);
void sweep();
setInterval(sweep, SWEEP_INTERVAL_MS);
