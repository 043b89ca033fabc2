// For scripts that need a service of their own: a copy of the project with its own secrets, data and port.
import { type ChildProcess, spawn } from "node:child_process";
import { appendFileSync, cpSync, mkdtempSync, openSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { ensureDevVars } from "./dev-vars.ts";

const COPIED = ["package.json", "wrangler.toml", "tsconfig.json", "migrations", "src"];
const BOOT_TIMEOUT_MS = 90_000;

export interface LocalServer {
  /** Answers as soon as the server does. */
  start(): Promise<void>;
  /** SIGTERM lets it end in order; SIGKILL gives nothing in its process group the chance to finish. */
  end(signal: "SIGTERM" | "SIGKILL"): Promise<void>;
}

/** A temporary copy without rate limits, which is the current directory from then on. */
export function copyProject(purpose: string): string {
  const directory = mkdtempSync(join(tmpdir(), `payments-${purpose}-`));
  for (const name of COPIED) cpSync(name, join(directory, name), { recursive: true });
  symlinkSync(resolve("node_modules"), join(directory, "node_modules"));
  process.chdir(directory);
  ensureDevVars();
  appendFileSync(".dev.vars", 'RATE_LIMITS="off"\n');
  return directory;
}

/** It is up when `/health` answers; what it prints is in `log`. */
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
    if (child.exitCode !== null) throw new Error(`${baseUrl} ended at once: see ${log}`);
    if (Date.now() > deadline) throw new Error(`${baseUrl} does not come up: see ${log}`);
    await sleep(200);
  }
}

export function sleep(milliseconds: number): Promise<void> {
  return new Promise((done) => setTimeout(done, milliseconds));
}
