// Stands in for what the service and the doctor call of a Keycloak. What it is and has can be changed in `realm`.
import { REALM } from "#core/domain/identity-provider/realm.ts";
import { type Client, makeRealm, type User } from "./realm.ts";
import { type Bearer, claimsOf, responseClaimsOf, tokenOf } from "./tokens.ts";

const ADMIN = `/admin/realms/${REALM}`;

export class StandInKeycloak {
  readonly realm;
  /** What its tokens name as their issuer's address. */
  hostname: string;
  /** Added to its clock. */
  aheadMs = 0;
  /** By token. */
  readonly #bearers = new Map<string, Bearer>();
  readonly #loggedIn = new Set<string>();

  constructor(hostname: string, publicUrl: string) {
    this.hostname = hostname;
    this.realm = makeRealm(publicUrl);
  }

  respond = async (request: Request): Promise<Response> => {
    const { pathname, searchParams } = new URL(request.url);
    const text = await request.text();
    return pathname.startsWith(ADMIN)
      ? this.#administer(request, pathname.slice(ADMIN.length), searchParams, text)
      : this.#serve(pathname, new URLSearchParams(text));
  };

  client(clientId: string): Client {
    const client = this.realm.clients.find((known) => known.clientId === clientId);
    if (client === undefined) throw new Error(`no client ${clientId}`);
    return client;
  }

  #serve(path: string, form: URLSearchParams): Response {
    if (path.endsWith("/.well-known/openid-configuration"))
      return Response.json({ issuer: `${this.hostname}/realms/${REALM}` });
    const client = this.realm.clients.find(({ clientId }) => clientId === form.get("client_id"));
    if (client === undefined) return refusal(401, "invalid_client");
    return form.get("grant_type") === "password"
      ? this.#passwordGrant(client, form)
      : this.#ownGrant(client, form);
  }

  #ownGrant(client: Client, form: URLSearchParams): Response {
    if (client.secret !== form.get("client_secret")) return refusal(401, "invalid_client");
    const account = this.realm.serviceAccounts.get(client.clientId) ?? { roles: [], rights: [] };
    return this.#issue(client, { ...account, attributes: {} });
  }

  #passwordGrant(client: Client, form: URLSearchParams): Response {
    if (!client.directAccessGrantsEnabled) return refusal(400, "unauthorized_client");
    const user = this.realm.users.find(({ username }) => username === form.get("username"));
    if (user?.password !== form.get("password")) return refusal(401, "invalid_grant");
    const isIncomplete = this.realm.profile.attributes.some(
      ({ name, required }) => required && name !== "email",
    );
    if (isIncomplete) return refusal(400, "invalid_grant", "Account is not fully set up");
    // A busy Keycloak has not noted the login before yet, and takes this one for an attack.
    if (this.#loggedIn.has(user.id)) return refusal(400, "invalid_grant", "Invalid user credentials");
    this.#loggedIn.add(user.id);
    return this.#issue(client, { roles: user.roles, rights: [], attributes: user.attributes });
  }

  #issue(client: Client, bearer: Bearer): Response {
    const access_token = tokenOf(this.#claims(client, bearer));
    this.#bearers.set(access_token, bearer);
    const { accessTokenLifespan: expires_in } = this.realm.settings;
    const added = this.realm.hasResponseClaims ? responseClaimsOf(client) : {};
    return Response.json({ access_token, expires_in, ...added });
  }

  #claims(client: Client, bearer: Bearer): Record<string, unknown> {
    return claimsOf(this.realm, this.hostname, client, bearer, Date.now() + this.aheadMs);
  }

  #administer(request: Request, path: string, query: URLSearchParams, text: string): Response {
    const bearer = this.#bearers.get(request.headers.get("Authorization")?.slice("Bearer ".length) ?? "");
    if (bearer === undefined) return refusal(401, "unauthorized");
    const [, kind = "", id = "", part = ""] = path.split("/");
    const right =
      { clients: "manage-clients", users: "manage-users", groups: "manage-users" }[kind] ?? "view-realm";
    if (id !== "profile" && !bearer.rights.includes(right)) return refusal(403, "forbidden");
    const json = text === "" ? {} : JSON.parse(text);
    if (kind === "clients") return this.#clients(request.method, id, part, query, json);
    if (kind === "users") return this.#users(request.method, id, query, json);
    if (kind === "default-groups") return named(this.realm.newUsersGroups);
    if (kind === "groups") return named(this.realm.groupRoles);
    if (part === "composites") return named([]);
    if (kind === "roles") return this.realm.roles.includes(id) ? Response.json({ id, name: id }) : notFound();
    return Response.json(this.realm.settings);
  }

  #clients(
    method: string,
    id: string,
    part: string,
    query: URLSearchParams,
    json: Partial<Client>,
  ): Response {
    const { clients, scopes } = this.realm;
    const client = clients.find((known) => known.id === id);
    if (method === "POST") {
      clients.push({ clientId: "", secret: "", ...json, id: crypto.randomUUID() });
      return new Response(null, { status: 201 });
    }
    if (method === "DELETE") {
      this.realm.clients = clients.filter((known) => known !== client);
      return new Response(null, { status: 204 });
    }
    if (part === "evaluate-scopes" && client !== undefined) {
      const user = this.realm.users.find((known) => known.id === query.get("userId"));
      return user === undefined ? notFound() : Response.json(this.#claims(client, { ...user, rights: [] }));
    }
    if (part === "service-account-user") return Response.json({ id: `account-of-${client?.clientId}` });
    if (part === "scope-mappings") return named(scopes.get(client?.clientId ?? "") ?? []);
    return Response.json(clients.filter(({ clientId }) => clientId === query.get("clientId")));
  }

  #users(method: string, id: string, query: URLSearchParams, json: Record<string, unknown>): Response {
    const { users, profile, serviceAccounts } = this.realm;
    if (id === "profile") return Response.json(profile);
    const user = users.find((known) => known.id === id);
    if (method === "POST" && id === "") return this.#addUser(json);
    if (method === "DELETE") {
      this.realm.users = users.filter((known) => known !== user);
      return new Response(null, { status: 204 });
    }
    if (method === "POST") {
      user?.roles.push(...(json as unknown as { name: string }[]).map(({ name }) => name));
      return new Response(null, { status: 204 });
    }
    if (id === "") return Response.json(users.filter(({ username }) => username === query.get("username")));
    if (user === undefined) return named(serviceAccounts.get(id.replace("account-of-", ""))?.roles ?? []);
    return Response.json(user);
  }

  /** Drops what the profile does not declare, and does not say so. */
  #addUser({ username, attributes = {}, credentials = [] }: Record<string, unknown>): Response {
    const declared = this.realm.profile.attributes.map(({ name }) => name);
    const kept = Object.entries(attributes as object).filter(([name]) => declared.includes(name));
    const [credential] = credentials as { value: string }[];
    const id = crypto.randomUUID();
    const password = credential?.value ?? null;
    this.realm.users.push({
      ...{ id, username: String(username), password, roles: [] },
      attributes: Object.fromEntries(kept) as User["attributes"],
    });
    return new Response(null, { status: 201, headers: { Location: `${this.hostname}${ADMIN}/users/${id}` } });
  }
}

function named(names: readonly string[]): Response {
  return Response.json(names.map((name) => ({ id: name, name })));
}

function notFound(): Response {
  return refusal(404, "not_found");
}

function refusal(status: number, error: string, error_description?: string): Response {
  return Response.json({ error, error_description }, { status });
}
