// Signing out, here and at the identity provider (OpenID Connect RP-Initiated Logout 1.0).

import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { DependencyError } from "#core/domain/dependency-error.ts";
import { endSession } from "#core/services/sessions/sessions.ts";
import { sandboxDependenciesFor } from "#sandbox/composition.ts";
import { BASE_URL } from "../../support/api.ts";
import { HOUR, moveClock } from "../../support/clock.ts";
import { expectUnauthorized } from "../../support/error-responses.ts";
import { ISSUER } from "../../support/identity-provider.ts";
import { makeMerchantWithUser } from "../../support/logins.ts";
import { INTENTS } from "../../support/paths.ts";
import { sharedRows } from "../../support/rows.ts";
import { callAs, callSession, cookieOf } from "../../support/sessions.ts";
import { openBrowser, signInAs } from "../../support/sign-in.ts";

const LOGOUT = `${ISSUER}/protocol/openid-connect/logout`;
const SIGNED_OUT = `${BASE_URL}/session/signed-out`;

async function signIn() {
  const { email } = await makeMerchantWithUser();
  return await signInAs(email);
}

async function signOut(secret: string): Promise<URL> {
  const { status, body } = await callSession("POST", "/sign-out", cookieOf(secret));
  expect(status).toBe(200);
  return new URL(String(body.redirect_to));
}

/** Takes that of a session that is over here, but whose sign-in at the provider has been restored. */
async function takeIdToken() {
  const { secret } = await signIn();
  const results = await sharedRows.all("SELECT * FROM idp_sign_ins ORDER BY created_at DESC");
  const idToken = (await signOut(secret)).searchParams.get("id_token_hint") ?? "";
  const row = results[0] ?? {};
  const columns = Object.keys(row);
  const marks = columns.map(() => "?").join(", ");
  await sharedRows.run(
    `INSERT INTO idp_sign_ins (${columns.join(", ")}) VALUES (${marks})`,
    ...Object.values(row),
  );
  return { idToken, isSignedIn: () => hasSignIn(String(row.id)) };
}

async function hasSignIn(id: string): Promise<boolean> {
  return (await sharedRows.first("SELECT 1 FROM idp_sign_ins WHERE id = ?", id)) !== null;
}

const logout = (parameters: Record<string, string>) =>
  openBrowser().open(`${LOGOUT}?${new URLSearchParams(parameters)}`);

describe("signing out", () => {
  it("leads to the provider, which leads back to a page that says so", async () => {
    const { secret, browser } = await signIn();
    const url = await signOut(secret);
    expect([url.origin + url.pathname, Object.fromEntries(url.searchParams)]).toEqual([
      LOGOUT,
      {
        id_token_hint: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
        client_id: "merchant-dashboard",
        post_logout_redirect_uri: SIGNED_OUT,
      },
    ]);
    browser.cookies.clear();
    const { status, location } = await browser.open(url.href);
    expect([status, location]).toEqual([303, SIGNED_OUT]);
    const page = await browser.open(location, { headers: { "Accept-Language": "de" } });
    expect([page.status, page.html]).toEqual([200, expect.stringContaining("Sie sind abgemeldet")]);
    expect(page.html).toContain('href="/session/sign-in"');
  });

  it("ends the session, and its refresh token with it, while the provider is down", async () => {
    const { secret } = await signIn();
    const deps = sandboxDependenciesFor(env);
    const idHash = await sharedRows.value<string>("SELECT id_hash FROM sessions ORDER BY created_at DESC");
    const session = await deps.sessions.of(null).find(idHash ?? "", Date.now());
    if (session === null) throw new Error("there is no session");
    const end = () => Promise.reject(new DependencyError("identity_provider", "no response"));
    expect(await endSession({ ...deps, signIn: { ...deps.signIn, end } }, "user", session)).toBeNull();
    expectUnauthorized(await callAs(secret, "GET", INTENTS));
    const kept = await sharedRows.first("SELECT 1 FROM sessions WHERE id_hash = ?", idHash);
    expect(kept).toBeNull();
  });

  it("leads whoever is still signed in back to the dashboard", async () => {
    const { browser } = await signIn();
    const { status, location } = await browser.open("/session/signed-out");
    expect([status, location]).toEqual([303, "/dashboard/home"]);
  });
});

describe("the provider's end_session_endpoint", () => {
  it("ends the sign-in of an ID token, also of one that has expired", async () => {
    const { idToken, isSignedIn } = await takeIdToken();
    expect(await isSignedIn()).toBe(true);
    moveClock(HOUR);
    const parameters = { id_token_hint: idToken, post_logout_redirect_uri: SIGNED_OUT, state: "a b" };
    const { status, location } = await logout(parameters);
    expect([status, location]).toEqual([303, `${SIGNED_OUT}?state=a+b`]);
    expect(await isSignedIn()).toBe(false);
  });

  it("takes a form as well, and shows a page when there is no address to return to", async () => {
    const { idToken, isSignedIn } = await takeIdToken();
    const { status, html } = await openBrowser().open(LOGOUT, { form: { id_token_hint: idToken } });
    expect([status, html]).toEqual([200, expect.stringContaining("You are signed out")]);
    expect(await isSignedIn()).toBe(false);
  });

  it.each([
    ["another address", { client_id: "merchant-dashboard", post_logout_redirect_uri: "https://evil.test" }],
    ["an address without a client", { post_logout_redirect_uri: SIGNED_OUT }],
    ["another client", { client_id: "merchant-1", post_logout_redirect_uri: SIGNED_OUT }],
  ])("sends nobody to %s, and ends nothing", async (_, parameters) => {
    const { idToken, isSignedIn } = await takeIdToken();
    const hint = "client_id" in parameters ? { id_token_hint: idToken } : {};
    const { status, location, html } = await logout({ ...hint, ...parameters });
    expect([status, location, html]).toEqual([400, "", expect.stringContaining("This link does not work")]);
    expect(await isSignedIn()).toBe(true);
  });

  it("ends nothing for a token that was changed, or is no ID token", async () => {
    const { idToken, isSignedIn } = await takeIdToken();
    const [header, payload, signature = ""] = idToken.split(".");
    const forged = `${header}.${payload}.${signature.split("").reverse().join("")}`;
    for (const id_token_hint of [forged, "x", ""]) {
      const parameters = { client_id: "merchant-dashboard", post_logout_redirect_uri: SIGNED_OUT };
      expect((await logout({ ...parameters, id_token_hint })).status).toBe(303);
    }
    expect(await isSignedIn()).toBe(true);
  });
});
