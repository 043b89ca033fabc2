// What an operator does at Keycloak by hand after importing the realm, through its admin API.

import { createIdentityProviderClient } from "../../core/adapters/identity-provider.ts";
import { REALM } from "../../core/domain/identity-provider/realm.ts";
import type { ClientCredentials } from "../fetch-token.ts";
import { ScriptError } from "../run.ts";
import type { Keycloak } from "./distribution.ts";

// biome-ignore lint/suspicious/noExplicitAny: whatever Keycloak responds
export type Body = any;

export class KeycloakOperator {
  readonly #keycloak: Keycloak;

  constructor(keycloak: Keycloak) {
    this.#keycloak = keycloak;
  }

  async credentialsOf(clientId: string): Promise<ClientCredentials> {
    const [client] = await this.call("GET", `/clients?clientId=${clientId}`);
    const { value } = await this.call("GET", `/clients/${client.id}/client-secret`);
    return { client_id: clientId, client_secret: value };
  }

  async setMailServer(port: number): Promise<void> {
    const smtpServer = { host: "127.0.0.1", port: String(port), from: "identity@example.com" };
    await this.call("PUT", "", { smtpServer });
  }

  async hasUser(email: string): Promise<boolean> {
    return (await this.#usersWith(email)).length > 0;
  }

  async addUser(email: string, password: string, role: string, attributes: object): Promise<void> {
    const credentials = [{ type: "password", value: password, temporary: false }];
    const representation = {
      username: email,
      email,
      emailVerified: true,
      enabled: true,
      attributes,
      credentials,
    };
    await this.call("POST", "/users", representation);
    const [user] = await this.#usersWith(email);
    const mapping = await this.call("GET", `/roles/${role}`);
    await this.call("POST", `/users/${user.id}/role-mappings/realm`, [mapping]);
  }

  async #usersWith(email: string): Promise<Body[]> {
    return await this.call("GET", `/users?username=${encodeURIComponent(email)}&exact=true`);
  }

  /** `path` is below the realm. */
  protected async call(method: string, path: string, json?: object): Promise<Body> {
    const { url } = this.#keycloak;
    const response = await fetch(`${url}/admin/realms/${REALM}${path}`, {
      method,
      headers: { Authorization: `Bearer ${await this.#token()}`, "Content-Type": "application/json" },
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    });
    const text = await response.text();
    if (!response.ok) throw new ScriptError(`Keycloak: ${method} ${path}: ${response.status} ${text}`);
    return text === "" ? null : JSON.parse(text);
  }

  async #token(): Promise<string> {
    const { url, operator } = this.#keycloak;
    const body = new URLSearchParams({ grant_type: "password", client_id: "admin-cli", ...operator });
    const response = await fetch(`${url}/realms/master/protocol/openid-connect/token`, {
      method: "POST",
      body,
    });
    if (!response.ok) throw new ScriptError(`Keycloak gives its operator no token: ${response.status}`);
    return ((await response.json()) as Body).access_token;
  }
}

const WARM_UPS_MAX = 10;
export const WARM_UP_EMAIL = "warm-up@example.com";

/** The first calls to a cold JVM take longer than the service waits. */
export async function warmUp(
  baseUrl: string,
  { client_id, client_secret }: ClientCredentials,
): Promise<void> {
  const admin = { clientId: client_id, clientSecret: client_secret };
  const provider = createIdentityProviderClient({ fetch, baseUrl, admin, environment: "sandbox" });
  const client = { clientId: "warm-up", claims: { merchant_id: "warm-up" }, roles: [] };
  const user = { email: WARM_UP_EMAIL, attributes: { merchant_id: "warm-up" }, roles: ["merchant"] };
  for (let count = 1; ; count++) {
    try {
      await provider.createClient(client);
      const created = await provider.createUser(user, async () => "replace");
      if (!created.ok) throw new Error(created.error);
      await provider.createSetupLink(created.value);
      for (const { id } of await provider.listUsers("warm-up")) await provider.removeUser(id);
      await provider.deleteClient(client.clientId);
      return;
    } catch (error) {
      if (count === WARM_UPS_MAX) throw new ScriptError(`Keycloak cannot register: ${error}`);
    }
  }
}
