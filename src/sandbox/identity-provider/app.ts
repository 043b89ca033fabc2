// A subset of Keycloak with the same paths and bodies, so that setting AUTH_URL is enough to use a real one.
import { Hono } from "hono";
import { isDatabaseFailure } from "#core/db/client.ts";
import { DependencyError } from "#core/domain/dependency-error.ts";
import { authorizationUrl, endSessionUrl, issuerUrl } from "#core/domain/identity-provider/realm.ts";
import { methodsByPath } from "#core/lib/allowed-methods.ts";
import { log } from "#core/lib/log.ts";
import { createAdminApi } from "./admin-api.ts";
import { createDiscovery } from "./discovery.ts";
import { ADMIN_PATH, type ProviderEnv, type Realm } from "./realm.ts";
import { SETUP_PATH } from "./setup-link.ts";
import { createSetupPage } from "./setup-page.ts";
import { createSignInPage } from "./sign-in-page.ts";
import { createSignOutPage } from "./sign-out-page.ts";
import { createTokenEndpoint } from "./token-endpoint.ts";

const RETRY_AFTER_SECONDS = "5";

export function createIdentityProvider(
  options: Omit<Realm, "issuer" | "now"> & { now?: () => number },
): Hono<ProviderEnv> {
  const realm = { now: () => Date.now(), ...options, issuer: issuerUrl(options.publicUrl) };
  const app = new Hono<ProviderEnv>();
  const realmPath = issuerUrl("");
  app.route(realmPath, createTokenEndpoint(realm));
  app.route(authorizationUrl(realmPath), createSignInPage(realm));
  app.route(endSessionUrl(realmPath), createSignOutPage(realm));
  app.route(realmPath, createDiscovery(realm));
  app.route(realmPath + SETUP_PATH, createSetupPage(realm));
  app.route(ADMIN_PATH, createAdminApi(realm));
  const methodsOf = methodsByPath(app.routes);
  app.notFound((c) => {
    const allowed = methodsOf(c.req.path);
    if (allowed.length === 0) return c.json({ error: "HTTP 404 Not Found" }, 404);
    return c.json({ error: "HTTP 405 Method Not Allowed" }, 405, { Allow: allowed.join(", ") });
  });
  app.onError((error, c) => {
    log("error", "identity_provider.request_failed", { error });
    const isTemporary = error instanceof DependencyError || isDatabaseFailure(error);
    if (!isTemporary) return c.json({ error: "unknown_error" }, 500);
    return c.json({ error: "temporarily_unavailable" }, 503, { "Retry-After": RETRY_AFTER_SECONDS });
  });
  return app;
}
