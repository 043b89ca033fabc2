import type { ClientCredentials } from "../../config.ts";
import type { Database } from "../../db/client.ts";

/** The one realm of the platform, here and in an external Keycloak. */
export const REALM = "payment-platform";

/** The `aud` of every token meant for this service. */
export const AUDIENCE = "merchant-payments";

/** The public client of the dashboard: it has no secret, is in no table, and only takes users' passwords. */
export const DASHBOARD_CLIENT_ID = "merchant-dashboard";

/** How long a link to set a password works. */
export const SETUP_LINK_HOURS = 72;

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
