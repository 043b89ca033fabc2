// The realm that operators import agrees with what the service expects. `npm run test:keycloak` plays it at a Keycloak.
import { expect, it } from "vitest";
import realm from "../../../src/deploy/keycloak/payment-platform-realm.json" with { type: "json" };
import { AUDIENCE, callbackUrl, DASHBOARD_CLIENT_ID, REALM } from "../../../src/domain/realm.ts";

const PROFILE = "org.keycloak.userprofile.UserProfileProvider";
const clients = new Map(realm.clients.map((client) => [client.clientId, client]));

it("has the names that the service uses", () => {
  expect(realm.realm).toBe(REALM);
  const dashboard = clients.get(DASHBOARD_CLIENT_ID);
  expect(dashboard?.rootUrl).toMatch(/^\$\{PUBLIC_URL\}$/);
  expect(dashboard?.redirectUris).toEqual([callbackUrl("")]);
});

it("puts the audience and the roles into every caller's token", () => {
  const callers = ["platform-admin", DASHBOARD_CLIENT_ID, "wallet-app"].map((id) => clients.get(id));
  for (const client of callers) {
    const mappers = client?.protocolMappers ?? [];
    expect(mappers.map(({ name }) => name).slice(0, 2)).toEqual(["audience", "realm roles"]);
    expect(mappers[0]?.config).toMatchObject({ "included.custom.audience": AUDIENCE });
  }
});

it("lets nobody but administrators edit what decides whose data a user sees", () => {
  const [profile] = realm.components[PROFILE];
  const { attributes, ...others } = JSON.parse(profile?.config["kc.user.profile.config"][0] ?? "");
  expect(others).toEqual({});
  const editors = attributes.map(({ name, permissions }: (typeof attributes)[number]) => [
    name,
    permissions.edit,
  ]);
  expect(editors).toEqual(["username", "email", "merchant_id", "wallet_id"].map((name) => [name, ["admin"]]));
});

it("has no secrets", () => {
  expect(JSON.stringify(realm)).not.toMatch(/"(secret|credentials|smtpServer|privateKey)"/);
});
