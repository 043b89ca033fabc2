import { type Context, Hono, type Next } from "hono";
import { bodyLimit } from "hono/body-limit";
import { isAdmin } from "../../domain/principal.ts";
import { REALM } from "../../domain/realm.ts";
import { bearerToken } from "../../lib/authorization.ts";
import { createClientsApi } from "./admin-clients.ts";
import { createKeysApi } from "./admin-keys.ts";
import { createUsersApi } from "./admin-users.ts";
import { type ProviderEnv, type Realm, reporterOf } from "./realm.ts";
import { ROLES } from "./representations.ts";
import { readPrincipal } from "./tokens.ts";

const BODY_BYTES_MAX = 64 * 1024;

/** Manages the realm's clients, users and keys; only the platform administrator may call it. */
export function createAdminApi(realm: Realm): Hono<ProviderEnv> {
  const app = new Hono<ProviderEnv>();
  app.use((c, next) => requireAdmin(realm, c, next));
  app.use(
    bodyLimit({
      maxSize: BODY_BYTES_MAX,
      onError: (c) => c.json({ error: "HTTP 413 Payload Too Large" }, 413),
    }),
  );
  app.route("/clients", createClientsApi(realm));
  app.route("/users", createUsersApi(realm));
  app.route("/keys", createKeysApi(realm));
  app.get("/roles/:name", (c) => {
    const role = ROLES.find(({ name }) => name === c.req.param("name"));
    return role ? c.json(role) : c.json({ error: "Could not find role" }, 404);
  });
  return app;
}

/** Records in the audit trail what an administrator changes here directly, without the service. */
async function requireAdmin(
  realm: Realm,
  c: Context<ProviderEnv>,
  next: Next,
): Promise<Response | undefined> {
  c.header("Cache-Control", "no-store");
  const token = bearerToken(c.req.header("authorization"));
  const principal = token === null ? null : await readPrincipal(realm, token);
  if (principal === null) {
    return c.json({ error: "HTTP 401 Unauthorized" }, 401, { "WWW-Authenticate": `Bearer realm="${REALM}"` });
  }
  if (!isAdmin(principal)) return c.json({ error: "HTTP 403 Forbidden" }, 403);
  await next();
  if (c.req.method === "GET" || !c.res.ok) return undefined;
  reporterOf(c)({
    action: "identity_provider.changed",
    merchantId: null,
    actor: principal.clientId,
    kind: "administrator",
    subject: principal.subject,
    details: `${c.req.method} ${c.req.path}`,
  });
  return undefined;
}
