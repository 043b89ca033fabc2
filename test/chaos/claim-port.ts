// One run per port: while the service is killed and not yet up again, its port looks free to a second run.
import { tmpdir } from "node:os";
import { join } from "node:path";
import { claim } from "#scripts/claim.ts";
import { ScriptError } from "#scripts/run.ts";

/** Until this script ends. Throws ScriptError when another run has the port. */
export function claimPort(port: number): void {
  const owner = claim(join(tmpdir(), `payments-chaos-${port}.pid`));
  if (owner === null) return;
  throw new ScriptError(
    `Another npm run chaos uses port ${port} (process ${owner}): wait for it, or choose another port: CHAOS_PORT=${port + 1} npm run chaos`,
  );
}
