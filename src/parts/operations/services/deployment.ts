import { listAppliedMigrations } from "#core/db/client.ts";
import { compareMigrations, type Deployment } from "#core/domain/operations/deployment.ts";
import { err, ok, type Result } from "#core/domain/result.ts";
import { log } from "#core/lib/log.ts";
import type { Dependencies } from "#core/services/dependencies.ts";
import type { Refusal } from "#core/services/refusal.ts";
import { findSettingsFault } from "#core/shards/lasting-settings.ts";
import { resolveHost } from "#core/webhooks/resolve.ts";

/** A name that is public for good (RFC 2606). */
const PUBLIC_HOST = "example.com";
/** No wallet has it. */
const NOBODY = "00000000-0000-4000-8000-000000000000";

export async function describeDeployment(deps: Dependencies): Promise<Result<Deployment, Refusal>> {
  const { config, clock, deployed, migrations: expected } = deps;
  try {
    const [applied, webhookLookups] = await Promise.all([
      listAppliedMigrations(deps.db),
      checkLookups(config.webhooks.dohUrl),
      callAll(deps),
    ]);
    const migrations = compareMigrations(expected, applied);
    const { environment, cells, dataLocation } = config;
    const [now, settings] = [clock(), { cells, jurisdiction: dataLocation.jurisdiction }];
    const fault = migrations.missing.length > 0 ? null : await findSettingsFault(deps.db, settings, now);
    const settingsFault = fault?.message ?? null;
    return ok({ ...deployed, environment, now, migrations, webhookLookups, settingsFault });
  } catch (error) {
    log("error", "database_check_failed", { error });
    return err("database_unavailable");
  }
}

/** Calls them for the Server-Timing of the response, which says how far they are. */
async function callAll({ liveWallets, ledger }: Dependencies): Promise<void> {
  await Promise.allSettled([liveWallets.end(NOBODY), ledger.findBalances(NOBODY)]);
}

async function checkLookups(dohUrl: string | null): Promise<Deployment["webhookLookups"]> {
  if (dohUrl === null) return "off";
  const { state } = await resolveHost(fetch, dohUrl, PUBLIC_HOST);
  return state === "ok" ? "ok" : "failed";
}
