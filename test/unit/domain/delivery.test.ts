import { expect, it } from "vitest";
import {
  AUDIENCE,
  authorizationUrl,
  callbackUrl,
  DASHBOARD_CLIENT_ID,
  endSessionUrl,
  issuerUrl,
  jwksUrl,
  REALM,
  revocationUrl,
  signedOutUrl,
  tokenUrl,
} from "#core/domain/identity-provider/realm.ts";
import { originOf } from "#core/domain/webhooks/delivery.ts";
import { FAULT_LIFETIME_MS } from "#sandbox/domain/playground.ts";
import realm from "#scripts/keycloak/payment-platform-realm.json" with { type: "json" };

it.each([
  ["https://shop.example.com/hooks?id=1", "https://shop.example.com"],
  ["https://Shop.Example.com:443/other", "https://shop.example.com"],
  ["https://shop.example.com:8443/hooks", "https://shop.example.com:8443"],
  ["http://shop.example.com/hooks", "http://shop.example.com"],
  ["not an address", "not an address"],
])("the origin of %j is %j", (url, origin) => {
  expect(originOf(url)).toBe(origin);
});

it("a fault of the playground ends after an hour", () => {
  expect(FAULT_LIFETIME_MS).toBe(3_600_000);
});

it("has the addresses that Keycloak gives a realm", () => {
  const issuer = "https://pay.example.com/realms/payment-platform";
  expect(issuerUrl("https://pay.example.com")).toBe(issuer);
  expect(tokenUrl(issuer)).toBe(`${issuer}/protocol/openid-connect/token`);
  expect(jwksUrl(issuer)).toBe(`${issuer}/protocol/openid-connect/certs`);
  expect(authorizationUrl(issuer)).toBe(`${issuer}/protocol/openid-connect/auth`);
  expect(revocationUrl(issuer)).toBe(`${issuer}/protocol/openid-connect/revoke`);
  expect(endSessionUrl(issuer)).toBe(`${issuer}/protocol/openid-connect/logout`);
});

it("is sent back to where the realm's dashboard client allows it", () => {
  expect(callbackUrl("https://pay.example.com")).toBe("https://pay.example.com/session/callback");
  expect(signedOutUrl("https://pay.example.com")).toBe("https://pay.example.com/session/signed-out");
});

// The realm that operators import agrees with what the service expects. `npm run test:keycloak` plays it at a Keycloak.

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
