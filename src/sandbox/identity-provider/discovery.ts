import { Hono } from "hono";
import {
  authorizationUrl,
  endSessionUrl,
  jwksUrl,
  revocationUrl,
  tokenUrl,
} from "#core/domain/identity-provider/realm.ts";
import { LANGUAGES } from "#pages/languages.ts";
import type { Realm } from "./realm.ts";
import { readPublishedKeys } from "./signing-key.ts";
import { GRANT_TYPES } from "./token-endpoint.ts";

export function createDiscovery(realm: Realm): Hono {
  const { issuer } = realm;
  const app = new Hono();
  app.get("/.well-known/openid-configuration", (c) =>
    c.json({
      issuer,
      authorization_endpoint: authorizationUrl(issuer),
      token_endpoint: tokenUrl(issuer),
      revocation_endpoint: revocationUrl(issuer),
      end_session_endpoint: endSessionUrl(issuer),
      jwks_uri: jwksUrl(issuer),
      grant_types_supported: GRANT_TYPES,
      token_endpoint_auth_methods_supported: ["client_secret_basic", "client_secret_post", "none"],
      revocation_endpoint_auth_methods_supported: ["none"],
      response_types_supported: ["code"],
      response_modes_supported: ["query"],
      code_challenge_methods_supported: ["S256"],
      authorization_response_iss_parameter_supported: true,
      scopes_supported: ["openid", "basic", "email", "service_account"],
      ui_locales_supported: LANGUAGES,
      subject_types_supported: ["public"],
      id_token_signing_alg_values_supported: ["RS256"],
    }),
  );
  app.get(jwksUrl(""), async (c) => c.json({ keys: await readPublishedKeys(realm) }));
  return app;
}
