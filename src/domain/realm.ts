// What the service and its identity provider, embedded or Keycloak, agree on.

/** The one realm of the platform. */
export const REALM = "payment-platform";

/** The `aud` of every token meant for this service. */
export const AUDIENCE = "merchant-payments";

/** The dashboard's public client: it has no secret and only exchanges users' passwords for tokens. */
export const DASHBOARD_CLIENT_ID = "merchant-dashboard";

/** How long a link for setting a password stays valid. */
export const SETUP_LINK_HOURS = 72;

/** How long the service keeps the provider's keys before it reads them again. */
export const KEY_SET_CACHE_MS = 10 * 60_000;

/** The `iss` of every token. */
export function issuerUrl(baseUrl: string): string {
  return `${baseUrl}/realms/${REALM}`;
}

export function tokenUrl(issuer: string): string {
  return `${issuer}/protocol/openid-connect/token`;
}

export function jwksUrl(issuer: string): string {
  return `${issuer}/protocol/openid-connect/certs`;
}
