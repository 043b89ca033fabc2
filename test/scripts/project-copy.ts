// A copy of the project in which tests run npm scripts as a user does, and what those leave behind.
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { text } from "node:stream/consumers";

const COPIED = [
  ".dev.vars.example",
  "package.json",
  "wrangler.toml",
  "tsconfig.json",
  "migrations",
  "src",
  "test",
];

export function copyProject(purpose: string) {
  const directory = mkdtempSync(join(tmpdir(), `payments-${purpose}-`));
  for (const name of COPIED) cpSync(name, join(directory, name), { recursive: true });
  symlinkSync(resolve("node_modules"), join(directory, "node_modules"));

  /** In a process group of its own, as from a terminal. */
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

export async function listen() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  return { server, port: (server.address() as AddressInfo).port };
}

export async function freePort(): Promise<number> {
  const { server, port } = await listen();
  server.close();
  await once(server, "close");
  return port;
}

/** Those that run: a zombie has ended. */
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
