import type { Config } from "#core/config.ts";
import type { Places } from "#core/db/places.ts";
import type { Ledger } from "#core/domain/ports/ledger.ts";

/** What an intent's object needs. */
export interface ObjectDependencies {
  config: Config;
  places: Places;
  ledger: Ledger;
}
