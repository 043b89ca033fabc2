import { type Context, Hono, type Next } from "hono";
import { REALM } from "#core/domain/identity-provider/realm.ts";
import { isAdmin } from "#core/domain/sessions/actor-identity.ts";
import { bearerToken } from "#core/lib/authorization.ts";
import { type BodyFault, textBody } from "#core/lib/text-body.ts";
import { createClientsApi } from "./admin-clients.ts";
import { createUsersApi } from "./admin-users.ts";
import { type ProviderEnv, type Realm, reporterOf } from "./realm.ts";
import { ROLES } from "./representations.ts";
import { readIdentity } from "./tokens.ts";

const BODY_BYTES_MAX = 64 * 1024;

const FAULTS = {
  body_too_large: [413, "HTTP 413 Payload Too Large"],
  not_utf8: [400, "HTTP 400 body must be UTF-8"],
  unsupported_charset: [415, "HTTP 415 Unsupported Media Type"],
  unsupported_encoding: [415, "HTTP 415 Unsupported Media Type"],
} as const satisfies Record<BodyFault, unknown>;

const checkedBody = textBody(BODY_BYTES_MAX, (fault, c) => {
  const [status, error] = FAULTS[fault];
  return c.json({ error }, status);
});

/** Manages the realm's clients and users; only the platform administrator may call it. */
export function createAdminApi(realm: Realm): Hono<ProviderEnv> {
  const app = new Hono<ProviderEnv>();
  app.use((c, next) => requireAdmin(realm, c, next));
  app.use(checkedBody);
  app.route("/clients", createClientsApi(realm));
  app.route("/users", createUsersApi(realm));
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
  const identity = token === null ? null : await readIdentity(realm, token);
  if (identity === null) {
    return c.json({ error: "HTTP 401 Unauthorized" }, 401, { "WWW-Authenticate": `Bearer realm="${REALM}"` });
  }
  if (!isAdmin(identity)) return c.json({ error: "HTTP 403 Forbidden" }, 403);
  await next();
  if (c.req.method === "GET" || !c.res.ok) return undefined;
  reporterOf(c)({
    action: "identity_provider.changed",
    merchantId: null,
    actor: identity.clientId,
    kind: "administrator",
    subject: identity.subject,
    details: `${c.req.method} ${c.req.path}`,
  });
  return undefined;
}
