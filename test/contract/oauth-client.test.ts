// A third-party OAuth client library that knows only the issuer: what it cannot use does not follow the standard.
import { exports } from "cloudflare:workers";
import { createRemoteJWKSet, customFetch as joseFetch, jwtVerify } from "jose";
import * as oauth from "openid-client";
import { describe, expect, it } from "vitest";
import { call } from "../support/api.ts";
import { ISSUER } from "../support/identity-provider.ts";
import { makeMerchantWithUser, PASSWORD } from "../support/logins.ts";
import { INTENTS } from "../support/paths.ts";

const workerFetch = (url: string, init: object = {}): Promise<Response> => exports.default.fetch(url, init);

function discover(clientId: string, secret: string | undefined, authentication: oauth.ClientAuth) {
  return oauth.discovery(new URL(ISSUER), clientId, secret, authentication, {
    [oauth.customFetch]: workerFetch,
    execute: [oauth.allowInsecureRequests],
  });
}

/** Verified with the keys that discovery lists. */
async function verify(configuration: oauth.Configuration, token: string) {
  const { issuer, jwks_uri: jwksUri = "" } = configuration.serverMetadata();
  const keys = createRemoteJWKSet(new URL(jwksUri), { [joseFetch]: workerFetch });
  const { payload } = await jwtVerify(token, keys, { issuer, audience: "merchant-payments" });
  return payload;
}

describe("openid-client by discovery", () => {
  it.each([
    ["client_secret_post", oauth.ClientSecretPost],
    ["client_secret_basic", oauth.ClientSecretBasic],
  ])("gets a merchant's token by client credentials with %s", async (_, authentication) => {
    const { clientId, clientSecret, id: merchantId } = await makeMerchantWithUser();
    const configuration = await discover(clientId, clientSecret, authentication(clientSecret));
    const tokens = await oauth.clientCredentialsGrant(configuration);
    expect(tokens).toMatchObject({ token_type: "bearer", expires_in: 300 });
    expect(tokens.expiresIn()).toBeGreaterThan(290);
    expect(await verify(configuration, tokens.access_token)).toMatchObject({ merchant_id: merchantId });
    expect((await call("GET", INTENTS, { token: tokens.access_token })).status).toBe(200);
  });

  it("gets a dashboard user's token by password, as a public client", async () => {
    const { email, id: merchantId } = await makeMerchantWithUser();
    const configuration = await discover("merchant-dashboard", undefined, oauth.None());
    const credentials = { username: email, password: PASSWORD };
    const tokens = await oauth.genericGrantRequest(configuration, "password", credentials);
    expect(tokens).toMatchObject({ token_type: "bearer", expires_in: 300 });
    expect(await verify(configuration, tokens.access_token)).toMatchObject({
      azp: "merchant-dashboard",
      merchant_id: merchantId,
      realm_access: { roles: ["merchant"] },
    });
    expect((await call("GET", INTENTS, { token: tokens.access_token })).status).toBe(200);
  });

  it("understands why a grant is refused", async () => {
    const { email, clientId } = await makeMerchantWithUser();
    const dashboard = await discover("merchant-dashboard", undefined, oauth.None());
    const wrong = oauth.genericGrantRequest(dashboard, "password", { username: email, password: "wrong" });
    await expect(wrong).rejects.toMatchObject({ status: 400, error: "invalid_grant" });
    await expect(oauth.clientCredentialsGrant(dashboard)).rejects.toMatchObject({
      status: 400,
      error: "unauthorized_client",
    });
    const merchant = await discover(clientId, "wrong", oauth.ClientSecretBasic("wrong"));
    await expect(oauth.clientCredentialsGrant(merchant)).rejects.toMatchObject({ status: 401 });
  });
});
