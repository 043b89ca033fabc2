import type { ClientCredentials } from "../../config.ts";
import type { Database } from "../../db/client.ts";

/** The one realm of the platform, here and in an external Keycloak. */
export const REALM = "payment-platform";

/** The `aud` of every token meant for this service. */
export const AUDIENCE = "merchant-payments";

export function issuerUrl(baseUrl: string): string {
  return `${baseUrl}/realms/${REALM}`;
}

/** What every part of the provider works with. */
export interface Realm {
  db: Database;
  issuer: string;
  masterKeys: readonly string[];
  /** Comes from configuration and is in no table. */
  admin: ClientCredentials;
  now: () => number;
}
