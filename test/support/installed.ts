import { spawnSync } from "node:child_process";

/** Where a program of the machine's own is missing, what needs it is skipped, and its title says why. */
export function skippedWithout(program: string): { isSkipped: boolean; reason: string } {
  const isSkipped = spawnSync(program, ["--version"]).error !== undefined;
  return { isSkipped, reason: isSkipped ? ` (skipped: ${program} is not installed)` : "" };
}
