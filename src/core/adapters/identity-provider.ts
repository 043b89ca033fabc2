import * as z from "zod/mini";
import type { Environment } from "#core/domain/environment.ts";
import { AUDIENCE } from "#core/domain/identity-provider/realm.ts";
import type { IdentityProvider, NewClient } from "#core/domain/ports/identity-provider.ts";
import { randomSecret } from "#core/lib/secrets.ts";
import { createUserAdmin } from "./identity-users.ts";
import { type AdminApiOptions, createAdminApi, fault, parseBody } from "./keycloak-admin.ts";

/** Loose: an update sends the whole client, because Keycloak turns off some settings that are left out. */
const clientsSchema = z.array(z.looseObject({ id: z.string(), clientId: z.string() }));

const secretSchema = z.object({ value: z.string().check(z.minLength(1)) });

interface IdentityProviderClientOptions extends AdminApiOptions {
  asksForEachToken?: boolean;
  /** What token responses of the clients that it makes say. */
  environment: Environment;
}

export function createIdentityProviderClient(options: IdentityProviderClientOptions): IdentityProvider {
  const { asksForEachToken = false, environment } = options;
  const callAdmin = createAdminApi(options);

  async function findClient(clientId: string) {
    const response = await callAdmin("GET", `/clients?clientId=${encodeURIComponent(clientId)}`, [200]);
    const clients = parseBody(clientsSchema, response.body);
    return clients.find((client) => client.clientId === clientId);
  }

  /** Returns false when there is no such client. */
  async function changeClient(clientId: string, changes: object): Promise<boolean> {
    const client = await findClient(clientId);
    if (client === undefined) return false;
    const path = `/clients/${encodeURIComponent(client.id)}`;
    const { status } = await callAdmin("PUT", path, [204, 404], { ...client, ...changes });
    return status === 204;
  }

  return {
    ...createUserAdmin(callAdmin),
    asksForEachToken,
    async createClient(client) {
      const secret = randomSecret();
      const representation = represent(client, secret, environment);
      const { status } = await callAdmin("POST", "/clients", [201, 409], representation);
      // 409: an earlier request created the client but its response was lost, so nobody has that secret.
      if (status === 409 && !(await changeClient(client.clientId, representation)))
        throw fault(`client ${client.clientId} is gone`);
      return secret;
    },
    async rotateClientSecret(clientId) {
      const client = await findClient(clientId);
      if (client === undefined) throw fault(`client ${clientId} is gone`);
      const path = `/clients/${encodeURIComponent(client.id)}/client-secret`;
      const { body } = await callAdmin("POST", path, [200]);
      return parseBody(secretSchema, body).value;
    },
    async setClientEnabled(clientId, isEnabled) {
      await changeClient(clientId, { enabled: isEnabled });
    },
    async deleteClient(clientId) {
      const client = await findClient(clientId);
      if (client === undefined) return false;
      await callAdmin("DELETE", `/clients/${encodeURIComponent(client.id)}`, [204, 404]);
      return true;
    },
  };
}

/** Keycloak's ClientRepresentation. */
function represent(
  { clientId, claims, roles, isEnabled = true }: NewClient,
  secret: string,
  environment: Environment,
) {
  const protocolMappers = Object.entries(claims).map(([name, value]) => claimMapper(name, value, "String"));
  if (roles.length > 0) {
    protocolMappers.push(claimMapper("realm_access.roles", JSON.stringify(roles), "JSON"));
  }
  protocolMappers.push(mapper("audience", "oidc-audience-mapper", { "included.custom.audience": AUDIENCE }));
  const inResponse = { "access.token.claim": "false", "access.tokenResponse.claim": "true" };
  protocolMappers.push(claimMapper("environment", environment, "String", inResponse));
  return {
    clientId,
    secret,
    name: clientId,
    enabled: isEnabled,
    protocol: "openid-connect",
    clientAuthenticatorType: "client-secret",
    publicClient: false,
    serviceAccountsEnabled: true,
    standardFlowEnabled: false,
    directAccessGrantsEnabled: false,
    // Keycloak's own `roles` scope would add a second realm_access and its own audience to the token.
    defaultClientScopes: ["basic"],
    optionalClientScopes: [],
    protocolMappers,
  };
}

function claimMapper(name: string, value: string, type: "String" | "JSON", where = {}) {
  const config = { "claim.name": name, "claim.value": value, "jsonType.label": type, ...where };
  return mapper(name, "oidc-hardcoded-claim-mapper", config);
}

function mapper(name: string, protocolMapper: string, config: Record<string, string>) {
  const protocol = "openid-connect";
  return { name, protocol, protocolMapper, config: { "access.token.claim": "true", ...config } };
}
