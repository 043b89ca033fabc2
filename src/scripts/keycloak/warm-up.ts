import { createIdentityProviderClient } from "../../adapters/identity-provider.ts";
import type { ClientCredentials } from "../fetch-token.ts";
import { ScriptError } from "../run.ts";

const WARM_UPS_MAX = 10;
export const WARM_UP_EMAIL = "warm-up@example.com";

/** The first calls to a cold JVM take longer than the service waits. */
export async function warmUp(
  baseUrl: string,
  { client_id, client_secret }: ClientCredentials,
): Promise<void> {
  const admin = { clientId: client_id, clientSecret: client_secret };
  const provider = createIdentityProviderClient({ fetch, baseUrl, admin });
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
