// What the scenario changes and looks up at Keycloak besides what an operator does.
import { type Body, KeycloakOperator } from "#scripts/keycloak/operator.ts";

const KEY_PROVIDER = "org.keycloak.keys.KeyProvider";
const RSA = "rsa-generated";

export class TestOperator extends KeycloakOperator {
  /** Takes an attribute out of the user profile. Call what it returns to put it back. */
  async undeclare(attribute: string): Promise<() => Promise<void>> {
    const profile = await this.call("GET", "/users/profile");
    const attributes = profile.attributes.filter(({ name }: Body) => name !== attribute);
    await this.call("PUT", "/users/profile", { ...profile, attributes });
    return async () => void (await this.call("PUT", "/users/profile", profile));
  }

  async clientIds(): Promise<string[]> {
    const clients: Body[] = await this.call("GET", "/clients");
    return clients.map(({ clientId }) => clientId);
  }

  async countAccess(): Promise<{ clients: number; users: number }> {
    return { clients: (await this.clientIds()).length, users: await this.call("GET", "/users/count") };
  }

  /** How long the client's access tokens last. Call what it returns to put it back. */
  async setTokenLife(clientId: string, seconds: number): Promise<() => Promise<void>> {
    const [client] = await this.call("GET", `/clients?clientId=${clientId}`);
    const put = async (life: string) => {
      const attributes = { ...client.attributes, "access.token.lifespan": life };
      await this.call("PUT", `/clients/${client.id}`, { ...client, attributes });
    };
    await put(String(seconds));
    return () => put("");
  }

  /** The new key signs at once; the old one stays published. */
  async rotateKeys(): Promise<void> {
    const providers: Body[] = await this.call("GET", `/components?type=${KEY_PROVIDER}`);
    const old = providers.filter(({ providerId }) => providerId === RSA);
    const { id: parentId } = await this.call("GET", "");
    const config = { priority: ["200"], enabled: ["true"], active: ["true"], keySize: ["2048"] };
    const added = { name: "rotated", providerId: RSA, providerType: KEY_PROVIDER, parentId, config };
    await this.call("POST", "/components", added);
    for (const provider of old) {
      const passive = { ...provider, config: { ...provider.config, active: ["false"] } };
      await this.call("PUT", `/components/${provider.id}`, passive);
    }
  }
}
