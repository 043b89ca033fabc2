// What the service and its identity provider agree on, whether that is the embedded one or a Keycloak.

/** The one realm of the platform. */
export const REALM = "payment-platform";

/** The `aud` of every token meant for this service. */
export const AUDIENCE = "merchant-payments";

/** The public client of the dashboard: it has no secret and only exchanges users' passwords for tokens. */
export const DASHBOARD_CLIENT_ID = "merchant-dashboard";

/** How long a link to set a password works. */
export const SETUP_LINK_HOURS = 72;

/** The `iss` of every token, from the provider's base URL. */
export function issuerUrl(baseUrl: string): string {
  return `${baseUrl}/realms/${REALM}`;
}

export function tokenUrl(issuer: string): string {
  return `${issuer}/protocol/openid-connect/token`;
}

export function jwksUrl(issuer: string): string {
  return `${issuer}/protocol/openid-connect/certs`;
}
