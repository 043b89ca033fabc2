// Runs the ledger's Worker on this machine, under `wrangler dev`, with a database of its own.
import type { ChildProcess } from "node:child_process";
import { mkdirSync, openSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { endChild, waitUntilUp } from "./child-process.ts";
import { linesOf } from "./dev-vars.ts";
import { migrate } from "./local-database.ts";
import { keepSweeping } from "./local-service.ts";
import { startWrangler } from "./wrangler.ts";
import { localDatabaseOf } from "./wrangler-facts.ts";

const CONFIG = ["--config", "wrangler.ledger.toml"];
const BOOT_TIMEOUT_MS = 90_000;

export interface LocalLedgerOptions {
  port: number;
  /** Keeps the books, and the log. */
  directory: string;
  token: string;
  /** `whsec_…` */
  eventsSecret: string;
  /** Such as `http://localhost:8787/internal/ledger-events`. */
  reportUrl: string;
}

/** Refunds settle some seconds later, so that there is something to report. */
export async function prepareLocalLedger({ port, directory, ...options }: LocalLedgerOptions) {
  mkdirSync(directory, { recursive: true });
  const persisted = ["--persist-to", directory];
  const { unstable_readConfig: readWranglerConfig } = await import("wrangler");
  await migrate(directory, localDatabaseOf(readWranglerConfig({ config: "wrangler.ledger.toml" })));
  const variables = {
    LEDGER_TOKEN: options.token,
    LEDGER_EVENTS_SECRET: options.eventsSecret,
    REPORT_URL: options.reportUrl,
    SETTLES_REFUNDS: "later",
  };
  const file = join(directory, "variables");
  writeFileSync(file, linesOf(variables), { mode: 0o600 });
  const log = join(directory, "ledger.log");
  const where = ["--port", String(port), "--ip", "127.0.0.1", "--inspector-port", "0", ...persisted];
  const url = `http://127.0.0.1:${port}`;
  let running: ChildProcess | null = null;
  return {
    url,
    /** Resolves when it responds. */
    start: async () => {
      const output = openSync(log, "a");
      running = startWrangler(
        // Relative to the configuration, wherever it is started from.
        [
          "dev",
          ...CONFIG,
          "--env-file",
          relative(".", file),
          ...where,
          "--show-interactive-dev-session=false",
        ],
        { stdio: ["ignore", output, output] },
      );
      await waitUntilUp(running, `${url}/health`, BOOT_TIMEOUT_MS, log);
    },
    end: async (signal: "SIGTERM" | "SIGKILL") => {
      if (running !== null) await endChild(running, signal);
    },
  };
}

/** Resolves when it responds. */
export async function startLocalLedger(options: LocalLedgerOptions) {
  const { url, start, end } = await prepareLocalLedger(options);
  await start();
  await keepSweeping(options.port);
  return { url, end: () => end("SIGTERM") };
}
