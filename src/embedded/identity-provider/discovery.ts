import { Hono } from "hono";
import { jwksUrl, tokenUrl } from "../../domain/realm.ts";
import type { Realm } from "./realm.ts";
import { readPublishedKeys } from "./signing-key.ts";
import { GRANT_TYPES } from "./token-endpoint.ts";

export function createDiscovery(realm: Realm): Hono {
  const { issuer } = realm;
  const app = new Hono();
  app.get("/.well-known/openid-configuration", (c) =>
    c.json({
      issuer,
      token_endpoint: tokenUrl(issuer),
      jwks_uri: jwksUrl(issuer),
      grant_types_supported: GRANT_TYPES,
      token_endpoint_auth_methods_supported: ["client_secret_basic", "client_secret_post", "none"],
      // OpenID Connect Discovery requires these three, although there is no authorization endpoint.
      response_types_supported: [],
      subject_types_supported: ["public"],
      id_token_signing_alg_values_supported: ["RS256"],
    }),
  );
  app.get(jwksUrl(""), async (c) => c.json({ keys: await readPublishedKeys(realm) }));
  return app;
}
