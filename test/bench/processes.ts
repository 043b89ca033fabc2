// What processes use of the machine, from /proc, which Linux alone has.
import { existsSync, readdirSync, readFileSync } from "node:fs";

/** What the system counts processor time in. */
const TICK_MS = 10;

/** Empty for a process that has ended. */
export function childrenOf(pid: number): number[] {
  const folder = `/proc/${pid}/task`;
  const threads = existsSync(folder) ? readdirSync(folder) : [];
  return threads.flatMap((thread) =>
    read(`${folder}/${thread}/children`).split(" ").filter(Boolean).map(Number),
  );
}

export function withDescendants(pid: number): number[] {
  return [pid, ...childrenOf(pid).flatMap(withDescendants)];
}

/**
 * User and system time of all threads, and of children that have ended: fields 14 to 17 of proc(5), counted after the name, which may
 * have spaces. Null without processes.
 */
export function readCpuMs(pids: readonly number[]): number | null {
  if (pids.length === 0) return null;
  const times = pids.map((pid) => {
    const fields = read(`/proc/${pid}/stat`).split(") ").at(-1)?.split(" ") ?? [];
    return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) * TICK_MS;
  });
  return times.reduce((sum, time) => sum + time, 0);
}

/** The proportional set size: what several processes share is counted once. */
export function readMemoryMb(pids: readonly number[]): number {
  const kilobytes = pids.map((pid) =>
    Number(/^Pss:\s+(\d+)/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0),
  );
  return kilobytes.reduce((sum, size) => sum + size, 0) / 1024;
}

/** Empty for a process that has ended. */
function read(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
