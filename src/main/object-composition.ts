// What an intent's object needs, without the adapters that only requests use: every payment has an object of its own.
import { reachObjects } from "#core/adapters/objects.ts";
import { type Config, ConfigError } from "#core/config.ts";
import { openDatabase } from "#core/db/client.ts";
import { timedDatabase } from "#core/db/timed-database.ts";
import type { Ledger } from "#core/domain/ports/ledger.ts";
import type { ObjectDependencies } from "#core/durable/object-dependencies.ts";
import { memoizeWeak } from "#core/lib/cache.ts";
import type { Fetch } from "#core/lib/fetch-json.ts";
import { type Cell, cellDatabase } from "#core/shards/cell-database.ts";
import { createShards, type Shards } from "#core/shards/shards.ts";
import { ledgerClientOf } from "./ledger-client-of.ts";
import { readConfig } from "./read-config.ts";

export const networkFetch: Fetch = (input, init) => fetch(input, init);

/** Built once per isolate. Throws ConfigError. */
export const objectDependenciesFor = memoizeWeak((env: Env): ObjectDependencies => {
  const { config, shards } = open(env, "live");
  return { config, shards, ledger: createExternalLedger(env, config.ledger) };
});

/** Reaches it without the network where the ledger's Worker is bound. */
export function createExternalLedger(
  { LEDGER }: Env,
  { kind, url: baseUrl, tokens }: Config["ledger"],
): Ledger {
  const create = ledgerClientOf(kind);
  const fetch: Fetch = LEDGER === undefined ? networkFetch : (input, init) => LEDGER.fetch(input, init);
  return create({ fetch, baseUrl, tokens });
}

/** Each entry serves one environment. Throws ConfigError. */
export function open(env: Env, environment: Config["environment"]): { config: Config; shards: Shards } {
  const config = readConfig(env);
  if (config.environment !== environment)
    throw new ConfigError("ENVIRONMENT", `must be ${environment}, which this Worker was built for`);
  const home = openDatabase(timedDatabase(env.DB));
  const cellOf = reachObjects(config.dataLocation, () => shards.requireJurisdiction())(env.CELL_OBJECTS);
  const openCell = (name: string) => {
    const run: Cell["run"] = async (...call) => {
      // What an alarm begins has not asked home yet.
      await shards.check(Date.now());
      return await cellOf(name).run(...call);
    };
    const cell = cellDatabase(() => ({ run }));
    return openDatabase(timedDatabase(cell), name);
  };
  const shards = createShards(home, config.cells, openCell, config.dataLocation.jurisdiction);
  return { config, shards };
}
