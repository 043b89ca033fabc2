// Child processes that end with the script, however it ends. Each leads a process group of its own, which Ctrl+C in a
// terminal does not reach: only the script gets the signal, and it ends its children in an orderly way.
import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";

const END_TIMEOUT_MS = 5_000;
const PROBE_TIMEOUT_MS = 2_000;
const INTERRUPTED = 130;
const isWindows = process.platform === "win32";
const running = new Set<ChildProcess>();

export function startChild(
  program: string,
  args: readonly string[],
  options: SpawnOptions = {},
): ChildProcess {
  if (isEnding) throw new Error("the script is ending: nothing more is started");
  if (running.size === 0) endChildrenWithScript();
  const child = spawn(program, args, { ...options, detached: !isWindows });
  running.add(child);
  child.once("exit", () => {
    // Its own children may have outlived it.
    killGroup(child);
    running.delete(child);
  });
  return child;
}

/** SIGTERM lets the child shut down within 5 seconds; SIGKILL ends its whole process group at once. */
export async function endChild(child: ChildProcess, signal: "SIGTERM" | "SIGKILL"): Promise<void> {
  if (child.pid === undefined || hasExited(child)) return;
  const exit = once(child, "exit");
  if (signal === "SIGKILL" || isWindows) killGroup(child);
  else child.kill(signal);
  const timer = setTimeout(() => killGroup(child), END_TIMEOUT_MS);
  await exit;
  clearTimeout(timer);
}

export function hasExited({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

/** Resolves when it has exited. What is not piped is empty. */
export async function outputOf(
  child: ChildProcess,
): Promise<{ status: number; printed: string; errors: string }> {
  const [[status], printed = "", errors = ""] = await Promise.all([
    once(child, "exit"),
    ...[child.stdout, child.stderr].map((stream) => (stream === null ? "" : text(stream))),
  ]);
  return { status, printed, errors };
}

/** Resolves when the URL responds with 2xx. Throws when the child ends before, or takes too long; `log` may say why. */
export async function waitUntilUp(
  child: ChildProcess,
  url: string,
  timeoutMs: number,
  log: string,
): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  while (!(await isUp(url))) {
    if (hasExited(child)) throw new Error(`the server for ${url} exited: see ${log}`);
    if (Date.now() > deadline)
      throw new Error(`${url} did not respond within ${timeoutMs / 1000} s: see ${log}`);
    await sleep(200);
  }
}

async function isUp(url: string): Promise<boolean> {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) })).ok;
  } catch {
    return false;
  }
}

function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  if (isWindows) {
    spawnSync("taskkill", ["/pid", String(pid), "/t", "/f"]);
    return;
  }
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // The group is empty.
  }
}

/** It is true once a signal is ending the script. */
export let isEnding = false;
let isInstalled = false;

function endChildrenWithScript(): void {
  if (isInstalled) return;
  isInstalled = true;
  process.on("exit", () => running.forEach(killGroup));
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => void end());
}

/** Ctrl+C arrives twice under npm, which passes it on. */
async function end(): Promise<void> {
  if (isEnding) return;
  isEnding = true;
  await Promise.all([...running].map((child) => endChild(child, "SIGTERM")));
  process.exit(process.exitCode ?? INTERRUPTED);
}
