import { pingDatabase } from "#core/db/client.ts";
import { err, ok, type Result } from "#core/domain/result.ts";
import { memoizeWeak, rememberBriefly } from "#core/lib/cache.ts";
import { withinDeadline } from "#core/lib/deadline.ts";
import { log } from "#core/lib/log.ts";
import type { Dependencies } from "#core/services/dependencies.ts";
import type { Refusal } from "#core/services/refusal.ts";

/** D1 has no deadline of its own, and monitors give up after a few seconds. */
const DATABASE_TIMEOUT_MS = 2_000;

/** Whoever asks, D1 is asked by each isolate once in this time. */
const REMEMBERED_MS = 2_000;

const checkFor = memoizeWeak((deps: Dependencies) =>
  rememberBriefly(() => askDatabase(deps), REMEMBERED_MS, deps.clock),
);

/** Whether the database responds in time and has its tables, as it was up to two seconds ago. Throws ConfigError where it does not accept CELLS or JURISDICTION. */
export async function checkHealth(deps: Dependencies): Promise<Result<null, Refusal>> {
  deps.shards.requireAccepted();
  return await checkFor(deps)();
}

async function askDatabase({ db }: Dependencies): Promise<Result<null, Refusal>> {
  try {
    await withinDeadline(pingDatabase(db), DATABASE_TIMEOUT_MS);
    return ok(null);
  } catch (error) {
    log("error", "database_check_failed", { error });
    return err("database_unavailable");
  }
}
