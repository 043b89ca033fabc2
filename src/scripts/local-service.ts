// For scripts that need a separate service: a copy of the project with its own secrets, data and port.
import { type ChildProcess, spawn } from "node:child_process";
import { appendFileSync, cpSync, mkdtempSync, openSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { ensureDevVars } from "./dev-vars.ts";

const COPIED = ["package.json", "wrangler.toml", "tsconfig.json", "migrations", "src"];
const BOOT_TIMEOUT_MS = 90_000;

export interface LocalServer {
  /** Resolves when the server responds. */
  start(): Promise<void>;
  /** SIGTERM lets the server shut down cleanly; SIGKILL ends its whole process group at once. */
  end(signal: "SIGTERM" | "SIGKILL"): Promise<void>;
}

/** Makes a temporary copy without rate limits, makes it the current directory and returns its path. */
export function copyProject(purpose: string): string {
  const directory = mkdtempSync(join(tmpdir(), `payments-${purpose}-`));
  for (const name of COPIED) cpSync(name, join(directory, name), { recursive: true });
  symlinkSync(resolve("node_modules"), join(directory, "node_modules"));
  process.chdir(directory);
  ensureDevVars();
  appendFileSync(".dev.vars", 'RATE_LIMITS="off"\n');
  return directory;
}

/** The server is up when `/health` responds. Its output goes to the file `log`. */
export function localServer(options: {
  command: readonly string[];
  env: Record<string, string>;
  baseUrl: string;
  log: string;
}): LocalServer {
  const [program = "", ...args] = options.command;
  let running: ChildProcess | null = null;
  return {
    start: async () => {
      const output = openSync(options.log, "a");
      running = spawn(program, args, {
        env: { ...process.env, ...options.env },
        detached: true,
        stdio: ["ignore", output, output],
      });
      await waitUntilUp(running, options);
    },
    end: async (signal) => {
      const pid = running?.pid;
      if (running === null || pid === undefined || running.exitCode !== null) return;
      const hasEnded = new Promise((done) => running?.once("exit", done));
      process.kill(signal === "SIGKILL" ? -pid : pid, signal);
      await hasEnded;
      running = null;
    },
  };
}

export async function isUp(baseUrl: string): Promise<boolean> {
  try {
    return (await fetch(`${baseUrl}/health`, { signal: AbortSignal.timeout(2_000) })).ok;
  } catch {
    return false;
  }
}

async function waitUntilUp(child: ChildProcess, { baseUrl, log }: { baseUrl: string; log: string }) {
  const deadline = Date.now() + BOOT_TIMEOUT_MS;
  while (!(await isUp(baseUrl))) {
    if (child.exitCode !== null) throw new Error(`the server for ${baseUrl} exited: see ${log}`);
    if (Date.now() > deadline)
      throw new Error(`${baseUrl} did not respond within ${BOOT_TIMEOUT_MS / 1000} s: see ${log}`);
    await sleep(200);
  }
}

export function sleep(milliseconds: number): Promise<void> {
  return new Promise((done) => setTimeout(done, milliseconds));
}
