// A file that says which process uses something that only one may use.
import { readFileSync, rmSync, writeFileSync } from "node:fs";

/** Claims it until this script ends, unless another process has: then returns that process's id. */
export function claim(file: string): number | null {
  const owner = ownerOf(file);
  if (owner !== null) return owner;
  writeFileSync(file, String(process.pid));
  process.on("exit", () => rmSync(file, { force: true }));
  return null;
}

/** The process that wrote the file, if it still runs. */
function ownerOf(file: string): number | null {
  try {
    const pid = Number(readFileSync(file, "utf8"));
    // An empty file is of a process that was killed while it wrote; 0 would be this process's own group.
    return pid > 0 && process.kill(pid, 0) ? pid : null;
  } catch {
    return null;
  }
}
