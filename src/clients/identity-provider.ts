// Keycloak's token endpoint and admin API, whether the embedded provider or a real Keycloak answers.
import * as z from "zod";
import type { ClientCredentials } from "../config.ts";
import { randomSecret } from "../crypto/secrets.ts";
import { DependencyError, type IdentityProvider, type NewClient } from "../domain/ports.ts";
import { AUDIENCE, issuerUrl, REALM } from "../embedded/identity-provider/realm.ts";
import { type Fetch, fetchJson, type JsonAnswer } from "./http.ts";

const TIMEOUT_MS = 5_000;
const REFRESH_MARGIN_MS = 30_000;

const tokenSchema = z.object({ access_token: z.string(), expires_in: z.number() });
/** Loose: a change is sent as the whole client, since Keycloak takes some absent fields as switched off. */
const clientsSchema = z.array(z.looseObject({ id: z.string(), clientId: z.string() }));

export interface IdentityProviderClientOptions {
  fetch: Fetch;
  baseUrl: string;
  admin: ClientCredentials;
  audience?: string;
}

export function createIdentityProviderClient(options: IdentityProviderClientOptions): IdentityProvider {
  const { audience = AUDIENCE } = options;
  const callAdmin = createAdminCaller(options);

  async function findClient(clientId: string) {
    const answer = await callAdmin("GET", `?clientId=${encodeURIComponent(clientId)}`, [200]);
    const clients = parse(clientsSchema, answer.body);
    return clients.find((client) => client.clientId === clientId);
  }

  async function changeClient(clientId: string, changes: object): Promise<"changed" | "gone"> {
    const client = await findClient(clientId);
    if (client === undefined) return "gone";
    const path = `/${encodeURIComponent(client.id)}`;
    const { status } = await callAdmin("PUT", path, [204, 404], { ...client, ...changes });
    return status === 204 ? "changed" : "gone";
  }

  async function requireChange(clientId: string, changes: object): Promise<void> {
    if ((await changeClient(clientId, changes)) === "gone") throw fault(`client ${clientId} is gone`);
  }

  return {
    async createClient(client) {
      const secret = randomSecret();
      const representation = represent(client, secret, audience);
      const { status } = await callAdmin("POST", "", [201, 409], representation);
      // 409 is a repeat after a lost answer: nobody has the first secret.
      if (status === 409) await requireChange(client.clientId, representation);
      return secret;
    },
    async rotateClientSecret(clientId) {
      const secret = randomSecret();
      await requireChange(clientId, { secret });
      return secret;
    },
    async disableClient(clientId) {
      await changeClient(clientId, { enabled: false });
    },
    async deleteClient(clientId) {
      const client = await findClient(clientId);
      if (client) await callAdmin("DELETE", `/${encodeURIComponent(client.id)}`, [204, 404]);
    },
  };
}

type AdminCaller = (
  method: string,
  path: string,
  statuses: readonly number[],
  body?: object,
) => Promise<JsonAnswer>;

function createAdminCaller({ fetch, baseUrl, admin }: IdentityProviderClientOptions): AdminCaller {
  const clientsUrl = `${baseUrl}/admin/realms/${REALM}/clients`;
  const tokenUrl = `${issuerUrl(baseUrl)}/protocol/openid-connect/token`;
  let cached = { token: "", refreshAt: 0 };

  async function readToken(): Promise<string> {
    if (Date.now() < cached.refreshAt) return cached.token;
    const form = {
      grant_type: "client_credentials",
      client_id: admin.clientId,
      client_secret: admin.clientSecret,
    };
    const answer = await call(fetch, tokenUrl, { method: "POST", body: new URLSearchParams(form) }, [200]);
    const { access_token, expires_in } = parse(tokenSchema, answer.body);
    cached = { token: access_token, refreshAt: Date.now() + expires_in * 1000 - REFRESH_MARGIN_MS };
    return access_token;
  }

  return async (method, path, statuses, body) => {
    const headers = new Headers({ Authorization: `Bearer ${await readToken()}` });
    if (body) headers.set("Content-Type", "application/json");
    const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
    const answer = await call(fetch, clientsUrl + path, init, [...statuses, 401]);
    if (answer.status !== 401) return answer;
    // A token that is refused early, after a change of keys, must not be kept until it expires.
    cached = { token: "", refreshAt: 0 };
    throw fault("refused the administrator's token");
  };
}

/** Throws DependencyError for no answer and for any status but the expected ones. */
async function call(
  fetch: Fetch,
  url: string,
  init: RequestInit,
  statuses: readonly number[],
): Promise<JsonAnswer> {
  const answer = await fetchJson(fetch, url, init, { timeoutMs: TIMEOUT_MS }).catch((error: unknown) => {
    throw fault("did not answer", error);
  });
  if (!statuses.includes(answer.status)) throw fault(`answered ${init.method} with ${answer.status}`);
  return answer;
}

function parse<T>(schema: z.ZodType<T>, body: unknown): T {
  const parsed = schema.safeParse(body);
  if (!parsed.success) throw fault("answered outside its contract");
  return parsed.data;
}

function fault(message: string, cause?: unknown): DependencyError {
  return new DependencyError("identity_provider", `identity provider: ${message}`, { cause });
}

/** Keycloak's ClientRepresentation. */
function represent({ clientId, claims, roles }: NewClient, secret: string, audience: string) {
  const protocolMappers = Object.entries(claims).map(([name, value]) => claimMapper(name, value, "String"));
  if (roles.length > 0) {
    protocolMappers.push(claimMapper("realm_access.roles", JSON.stringify(roles), "JSON"));
  }
  protocolMappers.push(mapper("audience", "oidc-audience-mapper", { "included.custom.audience": audience }));
  return {
    clientId,
    secret,
    name: clientId,
    enabled: true,
    protocol: "openid-connect",
    clientAuthenticatorType: "client-secret",
    publicClient: false,
    serviceAccountsEnabled: true,
    standardFlowEnabled: false,
    directAccessGrantsEnabled: false,
    // Keycloak's own `roles` scope would write a second realm_access into the token, and an audience of its own.
    defaultClientScopes: ["basic"],
    optionalClientScopes: [],
    protocolMappers,
  };
}

function claimMapper(name: string, value: string, type: "String" | "JSON") {
  const config = { "claim.name": name, "claim.value": value, "jsonType.label": type };
  return mapper(name, "oidc-hardcoded-claim-mapper", config);
}

function mapper(name: string, protocolMapper: string, config: Record<string, string>) {
  const protocol = "openid-connect";
  return { name, protocol, protocolMapper, config: { ...config, "access.token.claim": "true" } };
}
