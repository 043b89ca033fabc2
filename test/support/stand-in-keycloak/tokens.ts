// Tokens as a client's mappers make them. Nobody verifies them, so they are not signed.
import { REALM } from "#core/domain/identity-provider/realm.ts";
import type { Client, Realm } from "./realm.ts";

export interface Bearer {
  roles: string[];
  rights: string[];
  attributes: Record<string, string[]>;
}

export function tokenOf(claims: Record<string, unknown>): string {
  return ["e30", Buffer.from(JSON.stringify(claims)).toString("base64url"), ""].join(".");
}

/** `now` in epoch milliseconds. */
export function claimsOf(
  realm: Realm,
  hostname: string,
  client: Client,
  bearer: Bearer,
  now: number,
): Record<string, unknown> {
  const iat = Math.floor(now / 1000);
  const claims: Record<string, unknown> = {
    iss: `${hostname}/realms/${REALM}`,
    azp: client.clientId,
    iat,
    exp: iat + realm.settings.accessTokenLifespan,
    ...(bearer.rights.length > 0 && { resource_access: { "realm-management": { roles: bearer.rights } } }),
  };
  for (const { protocolMapper, config } of client.protocolMappers ?? []) {
    if (config["access.token.claim"] !== "true") continue;
    const name = config["claim.name"] ?? "";
    if (protocolMapper === "oidc-audience-mapper") claims.aud = config["included.custom.audience"];
    if (protocolMapper === "oidc-hardcoded-claim-mapper") claims[name] = config["claim.value"];
    if (protocolMapper === "oidc-usermodel-attribute-mapper")
      claims[name] = bearer.attributes[config["user.attribute"] ?? ""]?.[0];
    if (protocolMapper === "oidc-usermodel-realm-role-mapper") {
      const allowed = realm.scopes.get(client.clientId) ?? [];
      const isFull = client.fullScopeAllowed ?? true;
      claims.realm_access = { roles: bearer.roles.filter((role) => isFull || allowed.includes(role)) };
    }
  }
  return claims;
}

/** What its mappers add to the response, beside the token. */
export function responseClaimsOf({ protocolMappers = [] }: Client): Record<string, string> {
  const shown = protocolMappers.filter(({ config }) => config["access.tokenResponse.claim"] === "true");
  return Object.fromEntries(shown.map(({ config }) => [config["claim.name"], config["claim.value"] ?? ""]));
}
