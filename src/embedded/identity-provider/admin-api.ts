import { type Context, Hono, type Next } from "hono";
import { bodyLimit } from "hono/body-limit";
import { REALM } from "../../domain/realm.ts";
import { bearerToken } from "../../lib/authorization.ts";
import { readRealmRoles } from "./access-token.ts";
import { createClientsApi } from "./admin-clients.ts";
import { createKeysApi } from "./admin-keys.ts";
import { createUsersApi } from "./admin-users.ts";
import type { Realm } from "./realm.ts";
import { ROLES } from "./representations.ts";

const BODY_BYTES_MAX = 64 * 1024;

/** Manages the realm's clients, users and keys; only the platform administrator may call it. */
export function createAdminApi(realm: Realm): Hono {
  const app = new Hono();
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

async function requireAdmin(realm: Realm, c: Context, next: Next): Promise<Response | undefined> {
  c.header("Cache-Control", "no-store");
  const token = bearerToken(c.req.header("authorization"));
  const roles = token === null ? null : await readRealmRoles(realm, token);
  if (roles === null) {
    return c.json({ error: "HTTP 401 Unauthorized" }, 401, { "WWW-Authenticate": `Bearer realm="${REALM}"` });
  }
  if (!roles.includes("admin")) return c.json({ error: "HTTP 403 Forbidden" }, 403);
  await next();
  return undefined;
}
