// A subset of Keycloak with the same paths and bodies, so that setting AUTH_URL is enough to use a real one.

import { Hono } from "hono";
import type { ClientCredentials } from "../../config.ts";
import { type Database, isDatabaseFailure } from "../../db/client.ts";
import { DependencyError } from "../../domain/dependency-error.ts";
import {
  authorizationUrl,
  endSessionUrl,
  issuerUrl,
  REALM,
  revocationUrl,
  tokenUrl,
} from "../../domain/realm.ts";
import { methodsByPath } from "../../lib/allowed-methods.ts";
import { log } from "../../lib/log.ts";
import { createAdminApi } from "./admin-api.ts";
import { createDiscovery } from "./discovery.ts";
import type { ProviderEnv } from "./realm.ts";
import { SETUP_PATH } from "./setup-link.ts";
import { createSetupPage } from "./setup-page.ts";
import { createSignInPage } from "./sign-in-page.ts";
import { createSignOutPage } from "./sign-out-page.ts";
import { createRevocationEndpoint, createTokenEndpoint } from "./token-endpoint.ts";

const RETRY_AFTER_SECONDS = "5";

export interface IdentityProviderOptions {
  db: Database;
  /** PUBLIC_URL. The issuer must not depend on the Host header. */
  issuerBaseUrl: string;
  masterKeys: readonly string[];
  admin: ClientCredentials;
  now?: () => number;
}

export function createIdentityProvider(options: IdentityProviderOptions): Hono<ProviderEnv> {
  const { issuerBaseUrl, now = () => Date.now(), ...rest } = options;
  const realm = { ...rest, now, issuer: issuerUrl(issuerBaseUrl) };
  const app = new Hono<ProviderEnv>();
  const realmPath = issuerUrl("");
  app.route(tokenUrl(realmPath), createTokenEndpoint(realm));
  app.route(revocationUrl(realmPath), createRevocationEndpoint(realm));
  app.route(authorizationUrl(realmPath), createSignInPage(realm));
  app.route(endSessionUrl(realmPath), createSignOutPage(realm));
  app.route(realmPath, createDiscovery(realm));
  app.route(realmPath + SETUP_PATH, createSetupPage(realm));
  app.route(`/admin/realms/${REALM}`, createAdminApi(realm));
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
