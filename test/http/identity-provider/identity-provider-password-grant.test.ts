import { env } from "cloudflare:workers";
import { createLocalJWKSet, decodeJwt, type JSONWebKeySet, jwtVerify } from "jose";
import { describe, expect, it, vi } from "vitest";
import { openDatabase } from "#core/db/client.ts";
import { createIdentityProvider } from "#sandbox/identity-provider/app.ts";
import {
  ADMIN,
  addClient,
  basic,
  INVALID_CLIENT,
  ISSUER,
  type Provider,
  postForm,
  startProvider,
} from "../../support/identity-provider.ts";
import { addUser, addUserWithPassword, callRealm, makeLink } from "../../support/identity-provider-users.ts";
import { expectInvalidGrant, keyOf, PASSWORD, signIn, submitPassword } from "../../support/logins.ts";
import { CERTS_PATH, REALM_PATH, SETUP_PAGE_PATH, USERS_PATH } from "../../support/paths.ts";
import { closedLimiter, fromAddress, newAddress, startService } from "../../support/rate-limits.ts";

const provider = startProvider();

describe("POST /realms/payment-platform/protocol/openid-connect/token with a password", () => {
  it("returns a token with the user's role and merchant", async () => {
    const user = await addUserWithPassword(provider, { merchant_id: ["m-1"], team: ["x"] });
    const response = await signIn(provider, user.email.toUpperCase());
    expect(response.status).toBe(200);
    expect(response.headers.get("Cache-Control")).toBe("no-store");
    const body = await response.json<{ access_token: string }>();
    expect(body).toEqual({
      access_token: expect.any(String),
      expires_in: 300,
      token_type: "Bearer",
      environment: "sandbox",
    });
    const keys = await (await provider.request(CERTS_PATH)).json<JSONWebKeySet>();
    const { payload } = await jwtVerify(body.access_token, createLocalJWKSet(keys));
    expect(payload).toEqual({
      iss: ISSUER,
      sub: user.id,
      aud: "merchant-payments",
      azp: "merchant-dashboard",
      typ: "Bearer",
      jti: expect.stringMatching(/^[0-9a-f-]{36}$/),
      iat: expect.any(Number),
      exp: expect.any(Number),
      realm_access: { roles: ["merchant"] },
      merchant_id: "m-1",
      preferred_username: user.email,
      email: user.email,
    });
  });

  it("omits the merchant for a user without one, and puts no other attribute into the token", async () => {
    const attributes = { iss: ["https://evil.test"], counter_id: ["c-1"], realm_access: ["admin"] };
    const { email } = await addUserWithPassword(provider, attributes);
    const { access_token } = await (await signIn(provider, email)).json<{ access_token: string }>();
    const claims = decodeJwt(access_token);
    expect(claims).toMatchObject({ iss: ISSUER, realm_access: { roles: ["merchant"] } });
    expect(claims).not.toHaveProperty("merchant_id");
    expect(claims).not.toHaveProperty("counter_id");
  });

  it("returns the same error for a wrong password, an unknown or disabled user, and one without a password", async () => {
    const derive = vi.spyOn(crypto.subtle, "deriveBits");
    const user = await addUserWithPassword(provider);
    const disabled = await addUserWithPassword(provider);
    await callRealm(provider, "PUT", `${USERS_PATH}/${disabled.id}`, { enabled: false });
    const unfinished = await addUser(provider);
    derive.mockClear();
    await expectInvalidGrant(await signIn(provider, user.email, "wrong password"));
    await expectInvalidGrant(await signIn(provider, "nobody@shop.test"));
    await expectInvalidGrant(await signIn(provider, disabled.email));
    await expectInvalidGrant(await signIn(provider, unfinished.email));
    expect(derive).toHaveBeenCalledTimes(4);
  });

  it.each(["username", "password"])("refuses a form without %s as invalid_request", async (missing) => {
    const form = { username: "a@shop.test", password: PASSWORD, [missing]: "" };
    const client = { grant_type: "password", client_id: "merchant-dashboard" };
    const response = await postForm(provider, { ...client, ...form });
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({
      error: "invalid_request",
      error_description: `Missing form parameter: ${missing}`,
    });
  });

  it("is refused to clients with a secret, and to the wallet's", async () => {
    const { email } = await addUserWithPassword(provider, {}, ["merchant", "customer"]);
    const secret = ({ clientId: client_id, clientSecret: client_secret }: typeof ADMIN) => ({
      client_id,
      client_secret,
    });
    for (const credentials of [
      secret(ADMIN),
      secret(await addClient(provider)),
      { client_id: "wallet-app" },
    ]) {
      const form = { grant_type: "password", ...credentials, username: email, password: PASSWORD };
      const response = await postForm(provider, form);
      expect(response.status).toBe(400);
      expect(await response.json()).toEqual({
        error: "unauthorized_client",
        error_description: "Client not allowed for direct access grants",
      });
    }
  });

  it("is refused to a client that does not authenticate", async () => {
    const { email } = await addUserWithPassword(provider);
    const form = { grant_type: "password", username: email, password: PASSWORD };
    for (const client of [{}, { client_id: "other" }, { client_id: ADMIN.clientId }]) {
      const response = await postForm(provider, { ...form, ...client });
      expect(response.status).toBe(401);
      expect(await response.json()).toEqual(INVALID_CLIENT);
    }
  });

  it("also accepts the public client by HTTP Basic", async () => {
    const { email } = await addUserWithPassword(provider);
    const form = { grant_type: "password", username: email, password: PASSWORD };
    const response = await postForm(provider, form, { Authorization: basic("merchant-dashboard", "") });
    expect(response.status).toBe(200);
  });

  it.each([{}, { client_secret: "any" }])(
    "issues no token to the public client itself, with %o",
    async (extra) => {
      const form = { grant_type: "client_credentials", client_id: "merchant-dashboard", ...extra };
      const response = await postForm(provider, form);
      expect(response.status).toBe(400);
      expect(await response.json()).toEqual({
        error: "unauthorized_client",
        error_description: "Public client not allowed to retrieve service account",
      });
    },
  );
});

// A new password for a user of the embedded provider, and how often a person may try at its pages.

const AUTH_PATH = `${REALM_PATH}/protocol/openid-connect/auth`;

const FORGOTTEN_PATH = `${AUTH_PATH}/forgotten-password`;

async function ask(provider: Provider, email: string) {
  const body = new URLSearchParams({ username: email });
  const response = await provider.request(FORGOTTEN_PATH, { method: "POST", body });
  return { status: response.status, text: await response.text() };
}

describe("a forgotten password", () => {
  it("gets the same response whoever asks", async () => {
    const provider = startProvider();
    const { email } = await addUserWithPassword(provider);
    const known = await ask(provider, email);
    expect(known).toEqual(await ask(provider, "nobody@shop.test"));
    expect(known.text).toContain("If there is an account with this address");
    expect(known.text).not.toContain("key=");
  });

  it("gets a link at once where the service runs on the person's own machine", async () => {
    const publicUrl = "http://localhost:8787";
    const local = createIdentityProvider({
      db: openDatabase(env.DB),
      publicUrl,
      masterKeys: [env.MASTER_KEY],
      admin: ADMIN,
    });
    const { email } = await addUserWithPassword(startProvider());
    const link = /href="(http[^"]+key=[^"]+)"/.exec((await ask(local, email)).text)?.[1] ?? "";
    expect(link.startsWith(`${publicUrl}${REALM_PATH}/login-actions/action-token#key=`)).toBe(true);
    expect((await submitPassword(local, link, "a new and long password")).status).toBe(200);
  });
});

describe("the provider's pages", () => {
  it("behind a setup link speak the language of the browser", async () => {
    const provider = startProvider();
    const key = keyOf(await makeLink(provider, (await addUser(provider)).id));
    const post = async (fields: Record<string, string>) => {
      const body = new URLSearchParams({ key, ...fields });
      const init = { method: "POST", headers: { "Accept-Language": "de" }, body };
      return await (await provider.request(SETUP_PAGE_PATH, init)).text();
    };
    expect(await post({})).toContain("Legen Sie Ihr Passwort fest");
    expect(await post({ password: "kurz" })).toContain("Verwenden Sie mindestens 12 Zeichen.");
    expect(await post({ password: PASSWORD, confirmation: PASSWORD })).toContain("ist festgelegt");
    expect(await post({})).toContain("Dieser Link funktioniert nicht");
  });

  it.each([AUTH_PATH, FORGOTTEN_PATH])("count failures against the address: %s", async (path) => {
    const send = startService({ LIMIT_TOKEN_FAILURES: closedLimiter() });
    const body = new URLSearchParams({ username: "nobody@shop.test", password: "wrong" });
    const response = await send(path, { method: "POST", body, ...fromAddress(newAddress()) });
    expect(response.status).toBe(429);
    expect(Number(response.headers.get("Retry-After"))).toBeGreaterThan(0);
    expect(await response.text()).toContain("Too many attempts");
  });
});
