import { Hono } from "hono";
import type { Realm } from "./realm.ts";
import { readSigningKey } from "./signing-key.ts";
import { GRANT_TYPES } from "./token-endpoint.ts";

export function createDiscovery(realm: Realm): Hono {
  const { issuer } = realm;
  const app = new Hono();
  app.get("/.well-known/openid-configuration", (c) =>
    c.json({
      issuer,
      token_endpoint: `${issuer}/protocol/openid-connect/token`,
      jwks_uri: `${issuer}/protocol/openid-connect/certs`,
      grant_types_supported: GRANT_TYPES,
      token_endpoint_auth_methods_supported: ["client_secret_basic", "client_secret_post", "none"],
      // Required by OpenID Connect Discovery although there is no authorization endpoint.
      response_types_supported: [],
      subject_types_supported: ["public"],
      id_token_signing_alg_values_supported: ["RS256"],
    }),
  );
  app.get("/protocol/openid-connect/certs", async (c) => {
    const { publicJwk } = await readSigningKey(realm);
    return c.json({ keys: [publicJwk] });
  });
  return app;
}
