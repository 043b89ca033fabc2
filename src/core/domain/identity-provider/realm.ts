// What the service and its identity provider, embedded or Keycloak, agree on.

export const REALM = "payment-platform";

/** The `aud` of every token meant for this service. */
export const AUDIENCE = "merchant-payments";

/** The dashboard's public client: it has no secret. Users sign in with it, or exchange their passwords for tokens. */
export const DASHBOARD_CLIENT_ID = "merchant-dashboard";

/** The public client with which customers sign in to the wallet. */
export const WALLET_CLIENT_ID = "wallet-app";

/** How long a link for setting a password stays valid. */
export const SETUP_LINK_HOURS = 72;

/** How long the service caches the provider's keys. */
export const KEY_SET_CACHE_MS = 10 * 60_000;

/** The `iss` of every token. */
export function issuerUrl(baseUrl: string): string {
  return `${baseUrl}/realms/${REALM}`;
}

export function authorizationUrl(issuer: string): string {
  return `${issuer}/protocol/openid-connect/auth`;
}

export function revocationUrl(issuer: string): string {
  return `${issuer}/protocol/openid-connect/revoke`;
}

export function endSessionUrl(issuer: string): string {
  return `${issuer}/protocol/openid-connect/logout`;
}

/** Where the provider sends users back to after they have signed out: the one that the dashboard client may name. */
export function signedOutUrl(publicUrl: string): string {
  return `${publicUrl}/session/signed-out`;
}

/** Where the provider sends users back to after they have signed in: the dashboard client's one redirect URI. */
export function callbackUrl(publicUrl: string): string {
  return `${publicUrl}/session/callback`;
}

export function tokenUrl(issuer: string): string {
  return `${issuer}/protocol/openid-connect/token`;
}

export function jwksUrl(issuer: string): string {
  return `${issuer}/protocol/openid-connect/certs`;
}
