// The scopes of a Keycloak's realm that is made from the file for operators: they add nothing to what a client may do.
import { isPublicClient } from "./public-clients.ts";

const CLIENT_SCOPES = ["openid", "basic", "service_account"];
const USER_SCOPES = ["openid", "basic", "email"];
/** Tokens are said to have these of them. */
const NAMED = ["openid", "email"];

/** Whether the client may ask for all of these. Like Keycloak, and unlike RFC 6749 §3.2, it may not ask for an empty one. */
export function areScopesKnown(scope: string, clientId: string): boolean {
  const known = isPublicClient(clientId) ? USER_SCOPES : CLIENT_SCOPES;
  return scope.split(" ").every((name) => known.includes(name));
}

/** What was granted of the scopes that were asked for. */
export function grantedScope(scope: string): string {
  return [...new Set(scope.split(" "))].filter((name) => NAMED.includes(name)).join(" ");
}
