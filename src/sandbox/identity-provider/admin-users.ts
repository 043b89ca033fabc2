import { type Context, Hono } from "hono";
import { ADMIN_PATH, type Realm } from "./realm.ts";
import {
  actionsSchema,
  newUserSchema,
  presentUser,
  ROLES,
  readJson,
  roleMappingsSchema,
  userChangesSchema,
} from "./representations.ts";
import type { OwnerAttribute } from "./schema.ts";
import { makeSetupLink } from "./setup-link.ts";
import { endSignInsOf } from "./sign-ins.ts";
import { deleteUser, findUserByEmail, findUserById, insertUser, listUsersOf, updateUser } from "./users.ts";

const USERS_MAX = 1_000;

export function createUsersApi(realm: Realm): Hono {
  const { db } = realm;
  const app = new Hono();

  app.post("/", async (c) => {
    const body = await readJson(c.req, newUserSchema);
    if (body === null) return invalid(c);
    const { email, enabled = true, attributes = {} } = body;
    const id = crypto.randomUUID();
    if (!(await insertUser(db, { id, email, enabled, attributes, createdAt: realm.now() }))) {
      return taken(c);
    }
    return c.body(null, 201, { Location: `${realm.publicUrl}${ADMIN_PATH}/users/${id}` });
  });

  app.get("/", async (c) => {
    const { username, exact, q } = c.req.query();
    const [, attribute, value] = /^(merchant_id|wallet_id):(\S+)$/.exec(q ?? "") ?? [];
    if (attribute !== undefined && value !== undefined) {
      const owner = { attribute: attribute as OwnerAttribute, value };
      return c.json((await listUsersOf(db, owner, USERS_MAX)).map(presentUser));
    }
    if (!username || exact !== "true") {
      return c.json({ errorMessage: "username and exact=true, or q=<attribute>:<id>, are required" }, 400);
    }
    const user = await findUserByEmail(db, username);
    return c.json(user ? [presentUser(user)] : []);
  });

  app.get("/:id", async (c) => {
    const user = await findUserById(db, c.req.param("id"));
    return user ? c.json(presentUser(user)) : notFound(c);
  });

  app.get("/:id/credentials", async (c) => {
    const user = await findUserById(db, c.req.param("id"));
    if (user === undefined) return notFound(c);
    return c.json(user.passwordHash === null ? [] : [{ type: "password" }]);
  });

  app.put("/:id", async (c) => {
    const body = await readJson(c.req, userChangesSchema);
    if (body === null) return invalid(c);
    const user = await findUserById(db, c.req.param("id"));
    if (user === undefined) return notFound(c);
    const { email = user.email, username = email, enabled, attributes } = body;
    if (username !== email) return invalid(c);
    if (await updateUser(db, user.id, { email, enabled, attributes })) return c.body(null, 204);
    return (await findUserById(db, user.id)) === undefined ? notFound(c) : taken(c);
  });

  app.delete("/:id", async (c) =>
    (await deleteUser(db, c.req.param("id"))) ? c.body(null, 204) : notFound(c),
  );

  app.post("/:id/logout", async (c) => {
    const user = await findUserById(db, c.req.param("id"));
    if (user === undefined) return notFound(c);
    await endSignInsOf(db, user.id);
    return c.body(null, 204);
  });

  app.on(["POST", "DELETE"], "/:id/role-mappings/realm", async (c) => {
    const mappings = await readJson(c.req, roleMappingsSchema);
    if (mappings === null) return invalid(c);
    const isKnown = mappings.every(({ id, name }) =>
      ROLES.some((role) => role.id === id && role.name === name),
    );
    if (!isKnown) return c.json({ error: "Role not found" }, 404);
    const user = await findUserById(db, c.req.param("id"));
    if (user === undefined) return notFound(c);
    const named = mappings.map(({ name }) => name);
    const roles =
      c.req.method === "POST"
        ? [...new Set([...user.roles, ...named])]
        : user.roles.filter((role) => !named.includes(role));
    return (await updateUser(db, user.id, { roles })) ? c.body(null, 204) : notFound(c);
  });

  app.route("/", createLinksApi(realm));
  return app;
}

function createLinksApi(realm: Realm): Hono {
  const app = new Hono();

  // Accepted for compatibility, although the embedded provider sends no mail: /setup-link returns the link.
  app.put("/:id/execute-actions-email", async (c) => {
    if ((await readJson(c.req, actionsSchema)) === null) return invalid(c);
    return (await findUserById(realm.db, c.req.param("id"))) ? c.body(null, 204) : notFound(c);
  });

  // An addition: Keycloak has no such path and responds with 404.
  app.post("/:id/setup-link", async (c) => {
    const user = await findUserById(realm.db, c.req.param("id"));
    if (user === undefined) return notFound(c);
    const url = await makeSetupLink(realm, user.id);
    return url === null ? c.json({ errorMessage: "User is disabled" }, 400) : c.json({ url });
  });
  return app;
}

function invalid(c: Context): Response {
  return c.json({ errorMessage: "Invalid user" }, 400);
}

function taken(c: Context): Response {
  return c.json({ errorMessage: "User exists with same username" }, 409);
}

function notFound(c: Context): Response {
  return c.json({ error: "User not found" }, 404);
}
