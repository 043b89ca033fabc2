import type { Config } from "#core/config.ts";
import type { Ledger } from "#core/domain/ports/ledger.ts";
import type { Shards } from "#core/shards/shards.ts";

/** What an intent's object needs. */
export interface ObjectDependencies {
  config: Config;
  shards: Shards;
  ledger: Ledger;
}
