import { createLocalJWKSet, decodeProtectedHeader, type JSONWebKeySet, jwtVerify } from "jose";
import { beforeEach, describe, expect, it } from "vitest";
import { MINUTE } from "../../support/clock.ts";
import { anotherIsolate, ISSUER, startProvider, takeTokenFrom } from "../../support/identity-provider.ts";
import { CERTS_PATH, REALM_PATH, TOKEN_PATH } from "../../support/paths.ts";
import { sharedRows } from "../../support/rows.ts";

const provider = startProvider();

describe("the signing key", () => {
  beforeEach(async () => {
    await sharedRows.run("DELETE FROM idp_keys");
  });

  it("is created once by three concurrent first tokens, each in its own isolate", async () => {
    const isolates = Array.from({ length: 3 }, () => startProvider({ binding: anotherIsolate() }));
    const tokens = await Promise.all(isolates.map((isolate) => takeTokenFrom(isolate)));
    const kids = tokens.map((token) => decodeProtectedHeader(token).kid);
    const results = await sharedRows.all<{ kid: string }>("SELECT kid FROM idp_keys");
    expect(results).toHaveLength(1);
    expect(new Set(kids)).toEqual(new Set([results[0]?.kid]));
  });

  it("is stored sealed and opened by the next isolate", async () => {
    const token = await takeTokenFrom(startProvider({ binding: anotherIsolate() }));
    const results = await sharedRows.all<{ private_jwk: string }>("SELECT * FROM idp_keys");
    expect(results).toHaveLength(1);
    expect(results[0]?.private_jwk).toMatch(/^v1\./);
    expect(JSON.stringify(results)).not.toMatch(/\\"(d|p|q|dp|dq|qi)\\":/);

    const next = startProvider({ binding: anotherIsolate() });
    const keys = await (await next.request(CERTS_PATH)).json<JSONWebKeySet>();
    await jwtVerify(token, createLocalJWKSet(keys));
    await jwtVerify(await takeTokenFrom(next), createLocalJWKSet(keys));
  });

  it("is made anew where an operator has deleted it, and signs everywhere within a minute", async () => {
    let clock = Date.now();
    const isolate = startProvider({ binding: anotherIsolate(), now: () => clock });
    const kidOf = async () => decodeProtectedHeader(await takeTokenFrom(isolate)).kid;
    const leaked = await kidOf();
    await sharedRows.run("DELETE FROM idp_keys");
    expect(await kidOf()).toBe(leaked);
    clock += MINUTE;
    const kid = await kidOf();
    expect(kid).not.toBe(leaked);
    const { keys } = await (await isolate.request(CERTS_PATH)).json<JSONWebKeySet>();
    expect(keys.map((key) => key.kid)).toEqual([kid]);
  });

  it("is served without its private part", async () => {
    const response = await startProvider({ binding: anotherIsolate() }).request(CERTS_PATH);
    expect(await response.json()).toEqual({
      keys: [
        {
          kty: "RSA",
          alg: "RS256",
          use: "sig",
          e: "AQAB",
          kid: expect.any(String),
          n: expect.stringMatching(/^[\w-]{342}$/),
        },
      ],
    });
  });
});

describe("GET /realms/payment-platform/.well-known/openid-configuration", () => {
  it("lists the endpoints under the configured address, whatever the Host header", async () => {
    const response = await provider.request(`http://evil.test${REALM_PATH}/.well-known/openid-configuration`);
    expect(await response.json()).toEqual({
      issuer: ISSUER,
      authorization_endpoint: `${ISSUER}/protocol/openid-connect/auth`,
      token_endpoint: `http://payments.test${TOKEN_PATH}`,
      revocation_endpoint: `${ISSUER}/protocol/openid-connect/revoke`,
      end_session_endpoint: `${ISSUER}/protocol/openid-connect/logout`,
      jwks_uri: `http://payments.test${CERTS_PATH}`,
      grant_types_supported: ["client_credentials", "password", "authorization_code", "refresh_token"],
      token_endpoint_auth_methods_supported: ["client_secret_basic", "client_secret_post", "none"],
      revocation_endpoint_auth_methods_supported: ["none"],
      response_types_supported: ["code"],
      response_modes_supported: ["query"],
      code_challenge_methods_supported: ["S256"],
      authorization_response_iss_parameter_supported: true,
      scopes_supported: ["openid", "basic", "email", "service_account"],
      ui_locales_supported: ["en", "de", "fr", "es", "ar", "ja"],
      subject_types_supported: ["public"],
      id_token_signing_alg_values_supported: ["RS256"],
    });
  });

  it("returns 404 for another realm", async () => {
    const response = await provider.request("/realms/master/.well-known/openid-configuration");
    expect(response.status).toBe(404);
    expect(await response.json()).toEqual({ error: "HTTP 404 Not Found" });
  });
});
