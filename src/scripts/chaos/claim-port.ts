// One run per port: while the service is killed and not yet up again, its port looks free to a second run.
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ScriptError } from "../run.ts";

/** Until this script ends. Throws ScriptError when another run has the port. */
export function claimPort(port: number): void {
  const file = join(tmpdir(), `payments-chaos-${port}.pid`);
  const owner = ownerOf(file);
  if (owner !== null) {
    throw new ScriptError(
      `Another npm run chaos uses port ${port} (process ${owner}): wait for it, or choose another port: CHAOS_PORT=${port + 1} npm run chaos`,
    );
  }
  writeFileSync(file, String(process.pid));
  process.on("exit", () => rmSync(file, { force: true }));
}

/** The process that wrote the file, if it still runs. */
function ownerOf(file: string): number | null {
  try {
    const pid = Number(readFileSync(file, "utf8"));
    process.kill(pid, 0);
    return pid;
  } catch {
    return null;
  }
}
