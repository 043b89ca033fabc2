// The embedded identity provider: its clients and tokens, without the Worker around it.
import { env, exports } from "cloudflare:workers";
import { expect } from "vitest";
import { openDatabase } from "#core/db/client.ts";
import { createIdentityProvider } from "#sandbox/identity-provider/app.ts";
import { CLIENTS_PATH, REALM_PATH, TOKEN_PATH } from "./paths.ts";

export const ISSUER = `${env.PUBLIC_URL}${REALM_PATH}`;
export const ADMIN = { clientId: env.ADMIN_CLIENT_ID, clientSecret: env.ADMIN_CLIENT_SECRET };
export const INVALID_CLIENT = {
  error: "invalid_client",
  error_description: "Invalid client or Invalid client credentials",
};

export function startProvider(
  options: {
    binding?: D1Database;
    admin?: typeof ADMIN;
    masterKeys?: readonly string[];
    now?: () => number;
  } = {},
) {
  return createIdentityProvider({
    db: openDatabase(options.binding ?? env.DB),
    publicUrl: "http://payments.test",
    masterKeys: options.masterKeys ?? [env.MASTER_KEY],
    admin: options.admin ?? ADMIN,
    ...(options.now && { now: options.now }),
  });
}

/** The database of another isolate: with another binding object, nothing is in memory. */
export function anotherIsolate(): D1Database {
  const another: Pick<D1Database, "prepare" | "batch"> = {
    prepare: (query) => env.DB.prepare(query),
    batch: (statements) => env.DB.batch(statements),
  };
  return another as D1Database;
}

export interface Provider {
  request(path: string, init?: RequestInit, bindings?: { addressKey?: string }): Response | Promise<Response>;
}

/** The service serves it at its own entry. */
export const atService: Provider = {
  request: (path, init) => exports.default.fetch(new URL(path, env.PUBLIC_URL).href, init),
};

export async function postForm(
  provider: Provider,
  form: string | Record<string, string>,
  headers: HeadersInit = {},
): Promise<Response> {
  const init = { method: "POST", body: new URLSearchParams(form), headers };
  return await provider.request(TOKEN_PATH, init);
}

export function requestTokenFrom(provider: Provider, clientId: string, clientSecret: string, headers = {}) {
  const form = { grant_type: "client_credentials", client_id: clientId, client_secret: clientSecret };
  return postForm(provider, form, headers);
}

export async function takeTokenFrom(provider: Provider, { clientId, clientSecret } = ADMIN): Promise<string> {
  const response = await requestTokenFrom(provider, clientId, clientSecret);
  expect(response.status).toBe(200);
  const { access_token } = await response.json<{ access_token: string }>();
  return access_token;
}

export async function callAdmin(
  provider: Provider,
  method: string,
  path: string,
  body?: object,
  token?: string,
) {
  const headers = { Authorization: `Bearer ${token ?? (await takeTokenFrom(provider))}` };
  const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
  return provider.request(CLIENTS_PATH + path, init);
}

export function claimMapper(name: string, value: string, type = "String", inToken = "true") {
  return {
    name,
    protocol: "openid-connect",
    protocolMapper: "oidc-hardcoded-claim-mapper",
    config: {
      "claim.name": name,
      "claim.value": value,
      "jsonType.label": type,
      "access.token.claim": inToken,
    },
  };
}

export function audienceMapper(audience: string) {
  const config = { "included.custom.audience": audience, "access.token.claim": "true" };
  return { name: audience, protocol: "openid-connect", protocolMapper: "oidc-audience-mapper", config };
}

export async function addClient(provider: Provider, protocolMappers: object[] = []) {
  const clientId = `client-${crypto.randomUUID()}`;
  const clientSecret = crypto.randomUUID();
  const body = { clientId, secret: clientSecret, serviceAccountsEnabled: true, protocolMappers };
  const response = await callAdmin(provider, "POST", "", body);
  expect(response.status).toBe(201);
  const location = response.headers.get("Location") ?? "";
  return { clientId, clientSecret, id: location.slice(location.lastIndexOf("/") + 1), location };
}

export function basic(id: string, secret: string): string {
  return `Basic ${btoa(`${id}:${secret}`)}`;
}
