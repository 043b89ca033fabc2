// Which master keys are in use, and moving what is sealed under an old one to the current one.
import { countStaleCopies } from "#core/db/merchants/account-copies.ts";
import type { Actor } from "#core/domain/audit/actor.ts";
import type { SealedValue, SealedValues } from "#core/domain/ports/sealed-values.ts";
import { log } from "#core/lib/log.ts";
import { masterKeyId, open, seal } from "#core/lib/seal.ts";
import { recordAudit } from "#core/services/audit/audit-trail.ts";
import type { Dependencies } from "#core/services/dependencies.ts";
import { renewStaleCopies } from "#core/services/merchants/account-copies.ts";

const VALUES_PER_CALL = 200;
/** Accounts whose copies get what was sealed. */
const COPIES_PER_CALL = 100;

export interface MasterKeyUse {
  id: string;
  /** `missing`: it is not configured, so its values cannot be read. */
  status: "current" | "old" | "missing";
  values: number;
}

/** The configured keys in their order, then those that are missing. */
export async function listMasterKeys(deps: Dependencies): Promise<MasterKeyUse[]> {
  const [current, ...old] = await keyIdsOf(deps);
  const counts = new Map<string, number>();
  for (const counted of await Promise.all(deps.sealedValues.map((values) => values.countByKey()))) {
    for (const [id, values] of counted) counts.set(id, (counts.get(id) ?? 0) + values);
  }
  // Whatever key a copy's values are under, until it has the new ones.
  const stale = await countStaleIn(deps);
  for (const id of old) counts.set(id, (counts.get(id) ?? 0) + stale);
  const configured = [current, ...old].filter((id) => id !== undefined);
  const missing = [...counts.keys()].filter((id) => !configured.includes(id));
  return [...configured, ...missing].map((id) => ({
    id,
    status: id === current ? "current" : old.includes(id) ? "old" : "missing",
    values: counts.get(id) ?? 0,
  }));
}

async function countStaleIn({ shards }: Dependencies): Promise<number> {
  return shards.hasCells ? await countStaleCopies(shards.home) : 0;
}

/** How many values are under old keys: at 0 these keys are unused. */
export function countRemaining(keys: readonly MasterKeyUse[]): number {
  return keys.reduce((sum, key) => sum + (key.status === "old" ? key.values : 0), 0);
}

export interface Resealed {
  resealed: number;
  masterKeys: MasterKeyUse[];
}

/**
 * Seals some values of old keys under the current one; safe to repeat, and beside anything that writes them. A value
 * that does not open is logged and left as it is.
 */
export async function resealValues(deps: Dependencies, actor: Actor): Promise<Resealed> {
  const [, ...old] = await keyIdsOf(deps);
  let resealed = 0;
  let left = VALUES_PER_CALL;
  for (const values of deps.sealedValues) {
    const page = left === 0 || old.length === 0 ? [] : await values.list(old, left);
    left -= page.length;
    resealed += await resealPage(deps, values, page);
  }
  if (old.length > 0) {
    const stale = await countStaleIn(deps);
    await renewStaleCopies(deps, "", COPIES_PER_CALL);
    resealed += Math.max(0, stale - (await countStaleIn(deps)));
  }
  const masterKeys = await listMasterKeys(deps);
  if (resealed > 0) log("info", "values_resealed", { resealed });
  if (resealed > 0 && countRemaining(masterKeys) === 0) {
    await recordAudit(deps, actor, { action: "master_key.retired", merchantId: null, targetId: old.join() });
  }
  return { resealed, masterKeys };
}

async function resealPage(deps: Dependencies, values: SealedValues, page: SealedValue[]): Promise<number> {
  const { masterKeys } = deps.config;
  const replacements = await Promise.all(
    page.map(async (value) => {
      const { purpose } = value;
      try {
        const sealed = await seal(await open(value.sealed, purpose, masterKeys), purpose, masterKeys);
        return [{ value, sealed }];
      } catch (error) {
        log("error", "sealed_value_unreadable", { purpose, error });
        return [];
      }
    }),
  );
  return await values.replace(replacements.flat());
}

/** Lists them in the order of the configuration, each once. */
async function keyIdsOf({ config }: Dependencies): Promise<string[]> {
  return [...new Set(await Promise.all(config.masterKeys.map(masterKeyId)))];
}
