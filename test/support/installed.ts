import { spawnSync } from "node:child_process";

/**
 * Where a program of the machine's own is missing, what needs it is skipped, and its title says why. With REQUIRE_PROGRAMS=1,
 * as in the weekly proofs, it throws instead.
 */
export function skippedWithout(program: string): { isSkipped: boolean; reason: string } {
  const isSkipped = spawnSync(program, ["--version"]).error !== undefined;
  if (isSkipped && process.env.REQUIRE_PROGRAMS === "1") throw new Error(`${program} is not installed`);
  return { isSkipped, reason: isSkipped ? ` (skipped: ${program} is not installed)` : "" };
}
