// Steps of the scenario: which scopes may be asked for.
import { PASSWORD, type Play, type Shop } from "./play.ts";
import { clientForm, demand, passwordForm, requestToken } from "./requests.ts";

/** What the response says of the scopes that were asked for; null for `invalid_scope`. */
type Granted = Record<string, string | null>;

const REFUSED: Granted = {
  "": null,
  profile: null,
  offline_access: null,
  "payments:read": null,
  OPENID: null,
  "openid payments:read": null,
  "openid  openid": null,
};
const TO_CLIENTS: Granted = {
  ...REFUSED,
  ...{ openid: "openid", basic: "", service_account: "", email: null, "openid openid": "openid" },
};
const TO_USERS: Granted = { ...REFUSED, email: "email", "openid email": "openid email" };

export async function playScopes({ at, step }: Play, shop: Shop): Promise<void> {
  const demandAll = async (form: Record<string, string>, granted: Granted) => {
    for (const [asked, expected] of Object.entries(granted)) {
      const { status, body } = await requestToken(at, { ...form, scope: asked });
      const given = status === 400 && body.error === "invalid_scope" ? null : body.scope;
      demand(given === expected, `"${asked}" gets ${status} ${JSON.stringify(body)}`);
    }
  };
  await step("a scope that is unknown or empty is refused to a client", () =>
    demandAll(clientForm(shop), TO_CLIENTS),
  );
  await step("and to a user, whatever the password", async () => {
    await demandAll(passwordForm(shop.email, PASSWORD), TO_USERS);
    await demandAll(passwordForm(shop.email, "wrong"), REFUSED);
  });
}
