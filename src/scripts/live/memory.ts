import { readdirSync, readFileSync } from "node:fs";

/** Resident memory, in bytes, of the workerd that this script's service runs in. Linux only. */
export function memoryOfWorkerd(): number {
  const processes = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap(readProcess);
  const ours = new Set([process.pid]);
  for (let count = 0; count !== ours.size; ) {
    count = ours.size;
    for (const { pid, parent } of processes) if (ours.has(parent)) ours.add(pid);
  }
  const sizes = processes.filter(({ pid, name }) => ours.has(pid) && name === "workerd");
  return Math.max(...sizes.map(({ bytes }) => bytes));
}

function readProcess(pid: string) {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    const field = (name: string) => new RegExp(`^${name}:\\s*(\\S+)`, "m").exec(status)?.[1] ?? "";
    const bytes = Number(field("VmRSS")) * 1024;
    return [{ pid: Number(pid), parent: Number(field("PPid")), name: field("Name"), bytes }];
  } catch {
    // It has ended meanwhile.
    return [];
  }
}
