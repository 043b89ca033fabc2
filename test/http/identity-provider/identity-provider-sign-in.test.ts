// The embedded provider's authorization endpoint, and the tokens that its codes are exchanged for.
import { describe, expect, it } from "vitest";
import { MINUTE } from "../../support/clock.ts";
import { ISSUER, type Provider, postForm, startProvider } from "../../support/identity-provider.ts";
import { addUserWithPassword, callRealm, makeLink } from "../../support/identity-provider-users.ts";
import { PASSWORD, submitPassword } from "../../support/logins.ts";
import { REALM_PATH, USERS_PATH } from "../../support/paths.ts";

const AUTH_PATH = `${REALM_PATH}/protocol/openid-connect/auth`;
const REVOKE_PATH = `${REALM_PATH}/protocol/openid-connect/revoke`;
const REDIRECT_URI = "http://payments.test/session/callback";
const VERIFIER = "a".repeat(43);
/** SHA-256 of the verifier. */
const CHALLENGE = "ZtNPunH49FD35FWYhT5Tv8I7vRKQJ8uxMaL0_9eHjNA";
const REQUEST = {
  client_id: "merchant-dashboard",
  redirect_uri: REDIRECT_URI,
  response_type: "code",
  scope: "openid",
  state: "the state",
  nonce: "the nonce",
  code_challenge: CHALLENGE,
  code_challenge_method: "S256",
};

const provider = startProvider();

const pathWith = (change: Record<string, string> = {}) =>
  `${AUTH_PATH}?${new URLSearchParams({ ...REQUEST, ...change })}`;

function submit(email: string, password = PASSWORD, caller: object = {}, at: Provider = provider) {
  const body = new URLSearchParams({ username: email, password });
  return at.request(pathWith(), { method: "POST", body }, caller);
}

async function takeCode(email: string): Promise<string> {
  const response = await submit(email);
  expect(response.status).toBe(303);
  const { origin, pathname, searchParams } = new URL(response.headers.get("Location") ?? "");
  expect([origin + pathname, searchParams.get("state"), searchParams.get("iss")]).toEqual([
    REDIRECT_URI,
    "the state",
    ISSUER,
  ]);
  return searchParams.get("code") ?? "";
}

async function exchange(form: Record<string, string>, at: Provider = provider) {
  const response = await postForm(at, { client_id: "merchant-dashboard", ...form });
  return { status: response.status, body: await response.json<Record<string, string>>() };
}

const exchangeCode = (code: string, change: Record<string, string> = {}, at?: Provider) =>
  exchange(
    {
      grant_type: "authorization_code",
      code,
      redirect_uri: REDIRECT_URI,
      code_verifier: VERIFIER,
      ...change,
    },
    at,
  );
const refresh = (token = "") => exchange({ grant_type: "refresh_token", refresh_token: token });

async function signIn() {
  const user = await addUserWithPassword(provider);
  const code = await takeCode(user.email);
  const { status, body } = await exchangeCode(code);
  expect(status).toBe(200);
  return { ...user, code, tokens: body };
}

const INVALID = { status: 400, body: { error: "invalid_grant", error_description: expect.any(String) } };

describe("the authorization endpoint", () => {
  it.each([
    ["another client", { client_id: "merchant-1" }],
    ["another address", { redirect_uri: "https://evil.test/session/callback" }],
    ["an address below the right one", { redirect_uri: `${REDIRECT_URI}/x` }],
  ])("sends nobody to an address that is not the client's: %s", async (_, change) => {
    const response = await provider.request(pathWith(change));
    expect([response.status, response.headers.get("Location")]).toEqual([400, null]);
    expect(await response.text()).toContain("This link does not work");
  });

  it.each([
    ["no PKCE", { code_challenge: "" }, "invalid_request"],
    ["plain PKCE", { code_challenge_method: "plain" }, "invalid_request"],
    ["an implicit flow", { response_type: "token" }, "unsupported_response_type"],
    ["no OpenID Connect", { scope: "email" }, "invalid_scope"],
    ["no form", { prompt: "none" }, "login_required"],
  ])("tells the client what is wrong: %s", async (_, change, error) => {
    const location = (await provider.request(pathWith(change))).headers.get("Location") ?? "";
    expect(location).toBe(
      `${REDIRECT_URI}?${new URLSearchParams({ error, state: "the state", iss: ISSUER })}`,
    );
  });

  it("shows the same page for a wrong password and an unknown user, and reports the failure", async () => {
    const { email, id } = await addUserWithPassword(provider);
    const reports: { action: string; subject: string | null }[] = [];
    const caller = { report: (event: (typeof reports)[0]) => reports.push(event) };
    for (const name of [email, "nobody@shop.test"]) {
      const response = await submit(name, "wrong password", caller);
      const text = (await response.text()).replace(name, "");
      expect([response.status, text]).toEqual([400, expect.stringContaining("do not match")]);
      expect(response.headers.get("Content-Security-Policy")).toContain("default-src 'none'");
    }
    expect(reports.map(({ action, subject }) => [action, subject])).toEqual([
      ["login.failed", id],
      ["login.failed", null],
    ]);
  });

  it("has the limits of the password grant", async () => {
    const { email } = await addUserWithPassword(provider);
    const names: string[] = [];
    const admitGuess = async (name: string) => names.push(name) < 2;
    expect((await submit(email.toUpperCase(), PASSWORD, { admitGuess })).status).toBe(303);
    expect((await submit(email, PASSWORD, { admitGuess })).status).toBe(429);
    expect(names).toEqual([email, email]);
  });

  it("refuses users that the service has stopped, as if the password were wrong", async () => {
    const { email } = await addUserWithPassword(provider);
    const response = await submit(email, PASSWORD, { isAllowed: async () => false });
    expect([response.status, await response.text()]).toEqual([400, expect.stringContaining("do not match")]);
  });

  it("escapes what it repeats, and speaks six languages", async () => {
    const response = await submit('"><script>alert(1)</script>', "wrong");
    expect(await response.text()).not.toContain("<script>alert");
    const titles = ["en", "de", "fr", "es", "ar", "ja"].map(async (language) => {
      const page = await provider.request(pathWith({ ui_locales: language }));
      return /<h1>([^<]+)/.exec(await page.text())?.[1];
    });
    expect(await Promise.all(titles)).toEqual([
      "Sign in",
      "Anmelden",
      "Se connecter",
      "Iniciar sesión",
      "تسجيل الدخول",
      "ログイン",
    ]);
  });
});

describe("a code", () => {
  it("works once; used again, it ends what it began", async () => {
    const { code, tokens } = await signIn();
    expect(await exchangeCode(code)).toEqual(INVALID);
    expect(await refresh(tokens.refresh_token)).toEqual(INVALID);
  });

  it.each([
    ["another verifier", { code_verifier: "b".repeat(43) }],
    ["another address", { redirect_uri: "http://payments.test/other" }],
  ])("does not work with %s", async (_, change) => {
    const { email } = await addUserWithPassword(provider);
    const code = await takeCode(email);
    expect(await exchangeCode(code, change)).toEqual(INVALID);
    expect((await exchangeCode(code)).status).toBe(200);
  });

  it("does not work after a minute, or with another secret", async () => {
    const { email } = await addUserWithPassword(provider);
    const code = await takeCode(email);
    const later = startProvider({ now: () => Date.now() + MINUTE });
    expect(await exchangeCode(code, {}, later)).toEqual(INVALID);
    expect(await exchangeCode(`${code}x`)).toEqual(INVALID);
  });
});

describe("a refresh token", () => {
  it("is replaced each time; an old one ends the whole sign-in", async () => {
    const { tokens } = await signIn();
    const second = await refresh(tokens.refresh_token);
    expect(second).toMatchObject({ status: 200, body: { token_type: "Bearer", expires_in: 300 } });
    expect(await refresh(tokens.refresh_token)).toEqual(INVALID);
    expect(await refresh(second.body.refresh_token)).toEqual(INVALID);
  });

  it("is good for one of several requests at once", async () => {
    const { tokens } = await signIn();
    const results = await Promise.all([1, 2, 3].map(() => refresh(tokens.refresh_token)));
    expect(results.filter(({ status }) => status === 200).length).toBeLessThan(2);
  });

  it.each([
    [
      "it is revoked",
      async (_: string, token: string) => {
        const body = new URLSearchParams({ client_id: "merchant-dashboard", token });
        const { status } = await provider.request(REVOKE_PATH, { method: "POST", body });
        expect(status).toBe(200);
      },
    ],
    [
      "the user is logged out",
      async (id: string) => {
        expect((await callRealm(provider, "POST", `${USERS_PATH}/${id}/logout`)).status).toBe(204);
      },
    ],
    [
      "the user sets a new password",
      async (id: string) => {
        const set = await submitPassword(provider, await makeLink(provider, id), "another long password");
        expect(set.status).toBe(200);
      },
    ],
    [
      "the user is disabled",
      async (id: string) => {
        const body = { enabled: false };
        expect((await callRealm(provider, "PUT", `${USERS_PATH}/${id}`, body)).status).toBe(204);
      },
    ],
    [
      "the user is deleted",
      async (id: string) => {
        expect((await callRealm(provider, "DELETE", `${USERS_PATH}/${id}`)).status).toBe(204);
      },
    ],
  ])("does not work once %s", async (_, end) => {
    const { id, tokens } = await signIn();
    await end(id, tokens.refresh_token ?? "");
    expect(await refresh(tokens.refresh_token)).toEqual(INVALID);
  });
});
