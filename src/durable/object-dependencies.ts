import type { Config } from "../config.ts";
import type { Places } from "../db/places.ts";
import type { Ledger } from "../domain/ports/ledger.ts";

/** What an intent's object needs. */
export interface ObjectDependencies {
  config: Config;
  places: Places;
  ledger: Ledger;
}
