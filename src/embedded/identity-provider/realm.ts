import type { ClientCredentials } from "../../config.ts";
import type { Database } from "../../db/client.ts";

/** What every part of the provider works with. */
export interface Realm {
  db: Database;
  issuer: string;
  masterKeys: readonly string[];
  /** From the configuration; this client is in no table. */
  admin: ClientCredentials;
  now: () => number;
}
