// Serves a built Worker on loopback: on workerd by Miniflare, without the proxy of `wrangler dev`, which costs a request more than
// most take. Reads from standard input what to serve.
import { resolve } from "node:path";
import { text } from "node:stream/consumers";
import { convertV4MiniflareOptions, Miniflare, type V4WorkerOptions } from "miniflare";
import { modulesIn } from "./built-worker.ts";

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
    host: "127.0.0.1",
    port,
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
