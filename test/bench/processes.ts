// What processes use of the machine, from /proc, which Linux alone has.
import { readdirSync, readFileSync } from "node:fs";

/** What the system counts processor time in. */
const TICK_MS = 10;

/** Empty for a process that has ended. */
export function childrenOf(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
      readFileSync(`/proc/${pid}/task/${thread}/children`, "utf8").split(" ").filter(Boolean).map(Number),
    );
  } catch {
    return [];
  }
}

export function withDescendants(pid: number): number[] {
  return [pid, ...childrenOf(pid).flatMap(withDescendants)];
}

/** User and system time of all threads: fields 14 and 15 of proc(5), counted after the name, which may have spaces. */
export function readCpuMs(pids: readonly number[]): number | null {
  if (pids.length === 0) return null;
  const times = pids.map((pid) => {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
  });
  return times.reduce((sum, time) => sum + time, 0);
}

/** The proportional set size: what several processes share is counted once. */
export function readMemoryMb(pids: readonly number[]): number {
  const kilobytes = pids.map((pid) =>
    Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8"))?.[1]),
  );
  return kilobytes.reduce((sum, size) => sum + size, 0) / 1024;
}
