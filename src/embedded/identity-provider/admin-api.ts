import { type Context, Hono, type Next } from "hono";
import { bodyLimit } from "hono/body-limit";
import type * as z from "zod";
import { hashSecret, randomSecret } from "../../crypto/secrets.ts";
import { readRealmRoles } from "./access-token.ts";
import { clientChangesSchema, newClientSchema, presentClient } from "./client-representation.ts";
import { deleteClient, findClient, findClientById, insertClient, updateClient } from "./clients.ts";
import { REALM, type Realm } from "./realm.ts";

const BODY_BYTES_MAX = 64 * 1024;

/** The clients of the realm, for its administrator. */
export function createAdminApi(realm: Realm): Hono {
  const { db } = realm;
  const app = new Hono();
  app.use((c, next) => requireAdmin(realm, c, next));
  app.use(
    bodyLimit({
      maxSize: BODY_BYTES_MAX,
      onError: (c) => c.json({ error: "HTTP 413 Payload Too Large" }, 413),
    }),
  );

  app.post("/", async (c) => {
    const body = await readBody(c, newClientSchema);
    if (body === null) return invalid(c);
    const { clientId, secret = randomSecret(), name = "", enabled = true, protocolMappers = [] } = body;
    const id = crypto.randomUUID();
    const secretHash = await hashSecret(secret);
    const createdAt = realm.now();
    const client = { id, clientId, name, enabled, secretHash, protocolMappers, createdAt };
    if (!(await insertClient(realm, client))) {
      return c.json({ errorMessage: `Client ${clientId} already exists` }, 409);
    }
    // Keycloak answers without a body; the id is in the address.
    return c.body(null, 201, { Location: `${adminUrl(realm)}/${id}` });
  });

  app.get("/", async (c) => {
    const clientId = c.req.query("clientId");
    if (!clientId) return c.json({ errorMessage: "clientId is required" }, 400);
    const client = await findClient(db, clientId);
    return c.json(client ? [presentClient(client)] : []);
  });

  app.get("/:id", async (c) => {
    const client = await findClientById(db, c.req.param("id"));
    return client ? c.json(presentClient(client)) : notFound(c);
  });

  app.put("/:id", async (c) => {
    const body = await readBody(c, clientChangesSchema);
    if (body === null) return invalid(c);
    const { clientId, name, enabled, protocolMappers, secret } = body;
    const secretHash = secret === undefined ? undefined : await hashSecret(secret);
    const changes = { clientId, name, enabled, protocolMappers, secretHash };
    return (await updateClient(db, c.req.param("id"), changes)) ? c.body(null, 204) : notFound(c);
  });

  app.delete("/:id", async (c) =>
    (await deleteClient(db, c.req.param("id"))) ? c.body(null, 204) : notFound(c),
  );

  app.post("/:id/client-secret", async (c) => {
    const secret = randomSecret();
    const isKnown = await updateClient(db, c.req.param("id"), { secretHash: await hashSecret(secret) });
    return isKnown ? c.json({ type: "secret", value: secret }) : notFound(c);
  });
  return app;
}

async function requireAdmin(realm: Realm, c: Context, next: Next): Promise<Response | undefined> {
  c.header("Cache-Control", "no-store");
  const token = /^Bearer +(\S+)$/i.exec(c.req.header("authorization") ?? "")?.[1];
  const roles = token === undefined ? null : await readRealmRoles(realm, token);
  if (roles === null) {
    return c.json({ error: "HTTP 401 Unauthorized" }, 401, { "WWW-Authenticate": `Bearer realm="${REALM}"` });
  }
  if (!roles.includes("admin")) return c.json({ error: "HTTP 403 Forbidden" }, 403);
  await next();
  return undefined;
}

async function readBody<T>(c: Context, schema: z.ZodType<T>): Promise<T | null> {
  const body: unknown = await c.req.json().catch(() => null);
  return schema.safeParse(body).data ?? null;
}

function invalid(c: Context): Response {
  return c.json({ errorMessage: "Invalid client" }, 400);
}

function notFound(c: Context): Response {
  return c.json({ error: "Could not find client" }, 404);
}

function adminUrl({ issuer }: Realm): string {
  return issuer.replace(`/realms/${REALM}`, `/admin/realms/${REALM}/clients`);
}
