// Runs the service under `wrangler dev`, and copies the project for scripts that need a service of their own.
import type { ChildProcess, StdioOptions } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, cpSync, mkdtempSync, openSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { endChild, hasExited, isEnding } from "./child-process.ts";
import { ensureDevVars } from "./dev-vars.ts";
import { DEFAULT_STATE, type Environment, PREPARED } from "./prepare.ts";
import { startWrangler } from "./wrangler.ts";

const COPIED = [".dev.vars.example", "package.json", "wrangler.toml", "tsconfig.json", "migrations", "src"];
const BOOT_TIMEOUT_MS = 90_000;
const SWEEP_INTERVAL_MS = 10_000;
const FAILED = 1;

export interface LocalServer {
  /** Resolves when the server responds. */
  start(): Promise<void>;
  /** Resolves when the server has stopped by itself. */
  stopped(): Promise<unknown>;
  /** SIGTERM lets the server shut down cleanly; SIGKILL ends its whole process group at once. */
  end(signal: "SIGTERM" | "SIGKILL"): Promise<void>;
}

interface ServerOptions {
  port: number;
  /** Further options of `wrangler dev`. */
  options: readonly string[];
  env?: Record<string, string>;
  /** A file for the output. Null: this script's own, once the server is up; what came before only if it fails. */
  log: string | null;
}

/**
 * Makes a temporary copy with these variables, makes it the current directory and returns its path. It is removed when
 * the script ends, unless it fails: the logs in it may say why.
 */
export function copyProject(purpose: string, variables: Record<string, string>): string {
  const directory = mkdtempSync(join(tmpdir(), `payments-${purpose}-`));
  for (const name of COPIED) cpSync(name, join(directory, name), { recursive: true });
  symlinkSync(resolve("node_modules"), join(directory, "node_modules"));
  process.chdir(directory);
  process.on("exit", (code) => {
    if (code !== FAILED) rmSync(directory, { recursive: true, force: true, maxRetries: 3 });
  });
  ensureDevVars();
  for (const [name, value] of Object.entries(variables)) appendFileSync(".dev.vars", `${name}="${value}"\n`);
  return directory;
}

/** The service itself: `prepare` must have been called with the same directory and environment. */
export function localService(options: {
  port: number;
  log: string | null;
  stateDirectory?: string;
  environment?: Environment;
}): LocalServer {
  const { port, log, stateDirectory = DEFAULT_STATE, environment = "sandbox" } = options;
  const host = `localhost:${port}`;
  const state = ["--persist-to", stateDirectory, "--var", `PUBLIC_URL:http://${host}`];
  // Otherwise requests would seem to be for the host of the route in wrangler.toml.
  const live = ["--env", "live", "--local-upstream", host, "--upstream-protocol", "http"];
  const where = environment === "live" ? [...state, ...live] : state;
  return wranglerDev({ port, log, options: [...where, "--log-level=log"] });
}

/** The server is up when `/health` responds. */
function wranglerDev({ port, options, env = {}, log }: ServerOptions): LocalServer {
  const where = ["--port", String(port), "--ip", "127.0.0.1", "--show-interactive-dev-session=false"];
  let running: ChildProcess | null = null;
  return {
    start: async () => {
      const output = log === null ? "pipe" : openSync(log, "a");
      const stdio: StdioOptions = ["ignore", output, output];
      running = startWrangler(["dev", ...where, ...options], { env: { ...env, ...PREPARED }, stdio });
      const held = holdOutput(running);
      try {
        await waitUntilUp(running, `http://127.0.0.1:${port}`, log ?? "the log above");
        held.drop();
      } catch (error) {
        if (!isEnding) held.show();
        throw error;
      }
    },
    stopped: async () => {
      if (running !== null && !hasExited(running)) await once(running, "exit");
    },
    end: async (signal) => {
      if (running !== null) await endChild(running, signal);
    },
  };
}

/** Of a child whose output is piped: holds it back until it is shown or dropped; what comes afterwards is shown. */
function holdOutput({ stdout, stderr }: ChildProcess) {
  let held = "";
  let isHeld = true;
  const take = (chunk: Buffer) => {
    if (isHeld) held += chunk;
    else process.stdout.write(chunk);
  };
  for (const stream of [stdout, stderr]) stream?.on("data", take);
  return {
    show: () => {
      isHeld = false;
      process.stderr.write(held);
    },
    drop: () => {
      isHeld = false;
    },
  };
}

async function isUp(baseUrl: string): Promise<boolean> {
  try {
    return (await fetch(`${baseUrl}/health`, { signal: AbortSignal.timeout(2_000) })).ok;
  } catch {
    return false;
  }
}

async function waitUntilUp(child: ChildProcess, baseUrl: string, log: string): Promise<void> {
  const deadline = Date.now() + BOOT_TIMEOUT_MS;
  while (!(await isUp(baseUrl))) {
    if (hasExited(child)) throw new Error(`the server for ${baseUrl} exited: see ${log}`);
    if (Date.now() > deadline)
      throw new Error(`${baseUrl} did not respond within ${BOOT_TIMEOUT_MS / 1000} s: see ${log}`);
    await sleep(200);
  }
}

/** Fires the Cron trigger, as the platform does every minute. Failures appear in the service's log. */
export async function keepSweeping(port: number): Promise<void> {
  const sweep = () =>
    fetch(`http://127.0.0.1:${port}/cdn-cgi/handler/scheduled`).then(
      () => undefined,
      () => undefined,
    );
  await sweep();
  setInterval(sweep, SWEEP_INTERVAL_MS);
}
