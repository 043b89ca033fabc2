import { expect, it } from "vitest";
import {
  AUDIENCE,
  authorizationUrl,
  callbackUrl,
  endSessionUrl,
  issuerUrl,
  jwksUrl,
  KEY_SET_CACHE_MS,
  revocationUrl,
  signedOutUrl,
  tokenUrl,
} from "../../../src/domain/realm.ts";

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

it("expects of an external provider what operators are told to configure", () => {
  expect(AUDIENCE).toBe("merchant-payments");
});

it("keeps the keys of an external provider for ten minutes", () => {
  expect(KEY_SET_CACHE_MS).toBe(600_000);
});
