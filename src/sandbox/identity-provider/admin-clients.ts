import { type Context, Hono } from "hono";
import { hashSecret, randomSecret } from "#core/lib/secrets.ts";
import { deleteClient, findClient, insertClient, updateClient } from "./clients.ts";
import { ADMIN_PATH, type Realm } from "./realm.ts";
import { clientChangesSchema, newClientSchema, presentClient, readJson } from "./representations.ts";

export function createClientsApi(realm: Realm): Hono {
  const { db } = realm;
  const app = new Hono();

  app.post("/", async (c) => {
    const body = await readJson(c.req, newClientSchema);
    if (body === null) return invalid(c);
    const { clientId, secret = randomSecret(), name = "", enabled = true, protocolMappers = [] } = body;
    const id = crypto.randomUUID();
    const secretHash = await hashSecret(secret);
    const createdAt = realm.now();
    const client = { id, clientId, name, enabled, secretHash, protocolMappers, createdAt };
    if (!(await insertClient(realm, client))) {
      return c.json({ errorMessage: `Client ${clientId} already exists` }, 409);
    }
    // Keycloak's response has no body either: the id is in the Location.
    return c.body(null, 201, { Location: `${realm.publicUrl}${ADMIN_PATH}/clients/${id}` });
  });

  app.get("/", async (c) => {
    const clientId = c.req.query("clientId");
    if (!clientId) return c.json({ errorMessage: "clientId is required" }, 400);
    const client = await findClient(db, clientId);
    return c.json(client ? [presentClient(client)] : []);
  });

  app.put("/:id", async (c) => {
    const body = await readJson(c.req, clientChangesSchema);
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

function invalid(c: Context): Response {
  return c.json({ errorMessage: "Invalid client" }, 400);
}

function notFound(c: Context): Response {
  return c.json({ error: "Could not find client" }, 404);
}
