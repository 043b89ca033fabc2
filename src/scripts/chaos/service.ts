// A service of the chaos run's own: a copy of the project with its own secrets, data and port, which may be killed.
import { type ChildProcess, spawn } from "node:child_process";
import { appendFileSync, cpSync, mkdtempSync, openSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { ensureDevVars } from "../dev-vars.ts";

export const PORT = process.env.CHAOS_PORT ?? "8797";
export const BASE_URL = `http://localhost:${PORT}`;
const COPIED = ["package.json", "wrangler.toml", "tsconfig.json", "migrations", "src"];
const BOOT_TIMEOUT_MS = 90_000;

export interface Service {
  directory: string;
  /** Answers as soon as the service does. */
  start(): Promise<void>;
  /** SIGKILL for the whole process group: nothing gets the chance to finish. */
  kill(): Promise<void>;
  remove(): void;
}

export function copyService(): Service {
  const directory = mkdtempSync(join(tmpdir(), "payments-chaos-"));
  for (const name of COPIED) cpSync(name, join(directory, name), { recursive: true });
  symlinkSync(resolve("node_modules"), join(directory, "node_modules"));
  process.chdir(directory);
  ensureDevVars();
  appendFileSync(".dev.vars", 'RATE_LIMITS="off"\n');
  let running: ChildProcess | null = null;
  return {
    directory,
    start: async () => {
      const output = openSync("service.log", "a");
      running = spawn(process.execPath, ["src/scripts/start.ts"], {
        env: { ...process.env, PORT },
        detached: true,
        stdio: ["ignore", output, output],
      });
      await waitUntilUp(running);
    },
    kill: async () => {
      const pid = running?.pid;
      if (running === null || pid === undefined || running.exitCode !== null) return;
      const hasEnded = new Promise((done) => running?.once("exit", done));
      process.kill(-pid, "SIGKILL");
      await hasEnded;
      running = null;
    },
    remove: () => rmSync(directory, { recursive: true, force: true }),
  };
}

export async function isUp(): Promise<boolean> {
  try {
    return (await fetch(`${BASE_URL}/health`, { signal: AbortSignal.timeout(2_000) })).ok;
  } catch {
    return false;
  }
}

async function waitUntilUp(child: ChildProcess): Promise<void> {
  const deadline = Date.now() + BOOT_TIMEOUT_MS;
  while (!(await isUp())) {
    if (child.exitCode !== null) throw new Error("the service ended at once: see service.log");
    if (Date.now() > deadline) throw new Error("the service does not come up: see service.log");
    await sleep(200);
  }
}

export function sleep(milliseconds: number): Promise<void> {
  return new Promise((done) => setTimeout(done, milliseconds));
}
