import type { ClientCredentials } from "../../config.ts";
import type { Database } from "../../db/client.ts";
import { REALM } from "../../domain/realm.ts";

/** What every part of the provider works with. */
export interface Realm {
  db: Database;
  issuer: string;
  masterKeys: readonly string[];
  /** Comes from the configuration; this client is stored in no table. */
  admin: ClientCredentials;
  now: () => number;
}

/** The base of the `Location` of new clients and users. */
export function adminUrl({ issuer }: Realm): string {
  return issuer.replace(`/realms/${REALM}`, `/admin/realms/${REALM}`);
}
