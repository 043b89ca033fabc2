import { pingDatabase } from "../../db/client.ts";
import { err, ok, type Result } from "../../domain/result.ts";
import { withinDeadline } from "../../lib/deadline.ts";
import { log } from "../../lib/log.ts";
import type { Dependencies } from "../dependencies.ts";
import type { Refusal } from "../refusal.ts";

/** D1 has no deadline of its own, and monitors give up after a few seconds. */
const DATABASE_TIMEOUT_MS = 2_000;

/** Whether the database responds in time and has its tables. Throws ConfigError where it does not accept CELLS. */
export async function checkHealth(deps: Dependencies): Promise<Result<null, Refusal>> {
  deps.places.requireAccepted();
  try {
    await withinDeadline(pingDatabase(deps.db), DATABASE_TIMEOUT_MS);
    return ok(null);
  } catch (error) {
    log("error", "database_check_failed", { error });
    return err("database_unavailable");
  }
}
