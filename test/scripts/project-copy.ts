// A copy of the project in which npm scripts run as a user runs them, and what those leave behind.
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { once } from "node:events";
import { appendFileSync, cpSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { ensureDevVars } from "#scripts/dev-vars.ts";

const COPIED = [
  ".dev.vars.example",
  ".github/guides",
  "package.json",
  "wrangler.toml",
  "wrangler.ledger.toml",
  "tsconfig.json",
  "migrations",
  "src",
];

const FAILED = 1;

function makeCopy(purpose: string, names: readonly string[]): string {
  const directory = mkdtempSync(join(tmpdir(), `payments-${purpose}-`));
  for (const name of names) cpSync(name, join(directory, name), { recursive: true });
  symlinkSync(resolve("node_modules"), join(directory, "node_modules"));
  return directory;
}

/**
 * Makes a copy of the service with these variables, makes it the current directory and returns its path. It is removed when
 * the script ends, unless it fails: the logs in it may say why.
 */
export function workInCopy(
  purpose: string,
  variables: Record<string, string>,
  more: readonly string[] = [],
): string {
  const directory = makeCopy(purpose, [...COPIED, ...more]);
  process.chdir(directory);
  process.on("exit", (code) => {
    if (code !== FAILED) rmSync(directory, { recursive: true, force: true, maxRetries: 3 });
  });
  ensureDevVars();
  for (const [name, value] of Object.entries(variables)) appendFileSync(".dev.vars", `${name}="${value}"\n`);
  return directory;
}

export function copyProject(purpose: string) {
  const directory = makeCopy(purpose, [...COPIED, "test"]);

  /** Runs in a process group of its own, as from a terminal. */
  function npmRun(script: string, environment: Record<string, string> = {}): ChildProcess {
    const { PORT: _, CHAOS_PORT: __, ...inherited } = process.env;
    return spawn("npm", ["run", "--silent", ...script.split(" ")], {
      cwd: directory,
      env: { ...inherited, ...environment },
      detached: true,
      stdio: ["ignore", "pipe", "pipe"],
    });
  }

  return {
    directory,
    npmRun,
    outcomeOf: async (script: string, environment: Record<string, string> = {}) => {
      const child = npmRun(script, environment);
      const [[status], stderr] = await Promise.all([
        once(child, "exit"),
        child.stderr === null ? "" : text(child.stderr),
      ]);
      const lines = stderr.split("\n").filter((line) => line !== "" && !line.startsWith("npm warn"));
      return { status, lines, left: descendantsOf(child.pid) };
    },
    remove: () => rmSync(directory, { recursive: true, force: true }),
  };
}

export async function listen(port = 0) {
  const server = createServer().listen(port, "127.0.0.1");
  await once(server, "listening");
  return { server, port: (server.address() as AddressInfo).port };
}

/**
 * The first of some ports in a row, all free. They lie below those that a system gives to whoever asks for any port: there, a
 * neighbour of a free one may be taken, or be taken soon.
 */
export async function freePort(count = 1): Promise<number> {
  const first = randomInt(10_000, 32_000);
  try {
    for (let port = first; port < first + count; port++) {
      const { server } = await listen(port);
      server.close();
      await once(server, "close");
    }
    return first;
  } catch {
    return freePort(count);
  }
}

/** Lists those that run: a zombie has ended. */
function processes(): { pid: number; parent: number }[] {
  const rows = execFileSync("ps", ["-eo", "pid=,ppid=,stat="], { encoding: "utf8" }).trim().split("\n");
  return rows
    .map((row) => row.trim().split(/\s+/))
    .filter(([, , state]) => !state?.startsWith("Z"))
    .map(([pid, parent]) => ({ pid: Number(pid), parent: Number(parent) }));
}

export function descendantsOf(pid: number | undefined): number[] {
  const found = [pid];
  const all = processes();
  for (const parent of found) found.push(...all.filter((row) => row.parent === parent).map((row) => row.pid));
  return found.slice(1) as number[];
}

export function survivorsOf(pids: readonly number[]): number[] {
  const running = new Set(processes().map(({ pid }) => pid));
  return pids.filter((pid) => running.has(pid));
}

export async function isUp(port: number): Promise<boolean> {
  return await fetch(`http://127.0.0.1:${port}/health`).then(
    ({ ok }) => ok,
    () => false,
  );
}
