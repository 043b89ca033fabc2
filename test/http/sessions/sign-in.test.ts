// Signing in at the embedded identity provider by authorization code, as a browser does it.

import { env } from "cloudflare:workers";
import { describe, expect, it, vi } from "vitest";
import { createSandboxApp } from "#sandbox/app.ts";
import { BASE_URL } from "../../support/api.ts";
import { MINUTE, moveClock, SECOND } from "../../support/clock.ts";
import { countQueries } from "../../support/count-queries.ts";
import { expectUnauthorized } from "../../support/error-responses.ts";
import { atService, ISSUER } from "../../support/identity-provider.ts";
import { makeLink, readStoredUser } from "../../support/identity-provider-users.ts";
import { makeIntent } from "../../support/intents.ts";
import { keyOf, makeMerchantWithUser, PASSWORD, submitPassword } from "../../support/logins.ts";
import { makeMerchant } from "../../support/parties.ts";
import { INTENTS, SETUP_PAGE_PATH } from "../../support/paths.ts";
import { sharedRows } from "../../support/rows.ts";
import { callAs, callSession, cookieOf, SAME_ORIGIN } from "../../support/sessions.ts";
import { openBrowser, signInAs, startSignIn } from "../../support/sign-in.ts";

describe("signing in", () => {
  it("leads to the page that the user wanted to see, with a session", async () => {
    const { email, id: merchantId } = await makeMerchantWithUser();
    const { location, secret, browser } = await signInAs(email, "/dashboard/payments?day=today#top");
    expect(location).toBe("/dashboard/payments?day=today#top");
    expect([...browser.cookies.keys()]).toEqual(["shop", "__Host-session"]);
    expect((await callAs(secret, "GET", INTENTS)).status).toBe(200);
    const { body } = await callSession("GET", "", cookieOf(secret));
    expect(body.session).toMatchObject({ kind: "user", email, merchant_id: merchantId, role: "owner" });
  });

  it("asks for a code with PKCE, a state and a nonce", async () => {
    const { location } = await openBrowser().open("/session/sign-in");
    const url = new URL(location);
    expect(url.origin + url.pathname).toBe(`${ISSUER}/protocol/openid-connect/auth`);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      response_type: "code",
      client_id: "merchant-dashboard",
      redirect_uri: `${BASE_URL}/session/callback`,
      scope: "openid email",
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: "S256",
    });
  });

  it.each([
    "//evil.test",
    "https://evil.test",
    "/\\evil.test",
    "/\t/evil.test",
    "/.//evil.test",
    "javascript:alert(1)",
    "evil.test",
    "/session/sign-out",
    "",
  ])("never leads to another site: %j", async (to) => {
    const { email } = await makeMerchantWithUser();
    expect((await signInAs(email, to)).location).toBe("/dashboard/home");
  });

  it("is renewed when its access token expires, and each refresh token is used once", async () => {
    const { email } = await makeMerchantWithUser();
    const { secret } = await signInAs(email);
    for (let renewal = 1; renewal <= 3; renewal++) {
      moveClock(5 * MINUTE);
      const responses = await Promise.all([1, 2, 3, 4].map(() => callAs(secret, "GET", INTENTS)));
      expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    }
  });

  it("keeps the renewed tokens also when the page is left before they arrive", async () => {
    const { email } = await makeMerchantWithUser();
    const { secret } = await signInAs(email);
    moveClock(5 * MINUTE);
    const waitUntil = vi.fn<(promise: Promise<unknown>) => void>();
    const context = { waitUntil, passThroughOnException: () => {}, props: {} };
    const headers = { ...cookieOf(secret), ...SAME_ORIGIN };
    const { status } = await createSandboxApp().request(INTENTS, { headers }, env, context);
    expect([status, waitUntil.mock.calls.length]).toEqual([200, 1]);
  });

  it("ends everywhere when the user signs out", async () => {
    const { email } = await makeMerchantWithUser();
    const { secret } = await signInAs(email);
    expect(await countSignIns()).toBeGreaterThan(0);
    const before = await countSignIns();
    expect((await callSession("POST", "/sign-out", cookieOf(secret))).status).toBe(200);
    expect(await countSignIns()).toBe(before - 1);
    expectUnauthorized(await callAs(secret, "GET", INTENTS));
  });

  it("ends when the provider no longer knows the user", async () => {
    const { email } = await makeMerchantWithUser();
    const { secret } = await signInAs(email);
    await sharedRows.run("UPDATE idp_users SET enabled = 0 WHERE email = ?", email);
    moveClock(5 * MINUTE);
    expectUnauthorized(await callAs(secret, "GET", INTENTS));
    moveClock(SECOND);
    expectUnauthorized(await callAs(secret, "GET", INTENTS));
  });
});

describe("the sign-in page", () => {
  it("names the shop to a browser that has signed in to it, until that signs out", async () => {
    const { email } = await makeMerchantWithUser();
    const { browser, secret } = await signInAs(email);
    const named = expect.stringContaining(`<p class="shop"><bdi>Bean &amp; Leaf</bdi></p>`);
    const again = await startSignIn(browser);
    expect((await browser.open(again)).html).toEqual(named);
    const wrong = { username: email, password: "not the password" };
    expect((await browser.open(again, { form: wrong })).html).toEqual(named);
    const { body } = await callSession("POST", "/sign-out", cookieOf(secret));
    await browser.open(String(body.redirect_to));
    expect((await browser.open(again)).html).not.toContain("Bean &amp; Leaf");
  });

  it("names it to nobody else: not to a stranger with an email or a payment's id, and not to customers", async () => {
    const { email, token } = await makeMerchantWithUser();
    const { id } = await makeIntent({ token });
    const stranger = openBrowser();
    const form = await startSignIn(stranger, `/dashboard/payments/${id}`);
    const refused = await stranger.open(form, { form: { username: email, password: "not the password" } });
    stranger.cookies.set("shop", "Somebody");
    const { browser } = await signInAs(email);
    const customers = await startSignIn(browser, "/wallet", "/wallet");
    const pages = [refused, await stranger.open(form), await browser.open(customers)];
    for (const { html } of pages) expect(html).not.toContain("Bean &amp; Leaf");
  });
});

describe("a user who has just set a password", () => {
  it("is let in once, without the form", async () => {
    const { setupUrl } = await makeMerchant();
    const browser = openBrowser();
    const form = { key: keyOf(setupUrl), password: PASSWORD, confirmation: PASSWORD };
    const set = await browser.open(`${SETUP_PAGE_PATH}?ui_locales=de`, { form });
    const kept = browser.cookies.get("password-set") ?? "";
    const { location: asked } = await browser.open(set.location);
    const { location: back } = await browser.open(asked);
    expect((await browser.open(back)).location).toBe("/dashboard/home?lang=de");
    expect([...browser.cookies.keys()].sort()).toEqual(["__Host-session", "shop"]);

    browser.cookies.set("password-set", kept);
    const { status, html } = await browser.open(asked);
    expect([status, html]).toEqual([200, expect.stringContaining("Bean &amp; Leaf")]);
    const counts = countQueries();
    browser.cookies.set("password-set", `${crypto.randomUUID()}.invented`);
    expect([(await browser.open(asked)).status, counts.queries]).toEqual([200, 0]);
  });

  it("is shown the form after a minute, or when another password has been set", async () => {
    for (const happen of [async () => moveClock(MINUTE), setAnother]) {
      const { email, setupUrl } = await makeMerchant();
      const browser = openBrowser();
      const form = { key: keyOf(setupUrl), password: PASSWORD, confirmation: PASSWORD };
      const { location } = await browser.open(SETUP_PAGE_PATH, { form });
      const { location: asked } = await browser.open(location);
      await happen(email);
      expect((await browser.open(asked)).status).toBe(200);
    }
  });
});

async function setAnother(email: string): Promise<void> {
  const { id } = await readStoredUser(email);
  const link = await makeLink(atService, String(id));
  expect((await submitPassword(atService, link, "another long password")).status).toBe(200);
}

describe("a callback", () => {
  it("opens no session for a user whose sessions have been ended, who would come back for ever", async () => {
    const { email } = await makeMerchantWithUser();
    const browser = openBrowser();
    const form = await startSignIn(browser);
    const { location } = await browser.open(form, { form: { username: email, password: PASSWORD } });
    // Disabled after the token was issued, and enabled again: an external provider has never heard of it.
    await sharedRows.run(
      `INSERT INTO disabled_users (user_id, merchant_id, reason, disabled_at, enabled_at)
       SELECT id, attributes ->> '$.merchant_id[0]', 'left', ?2, ?2 FROM idp_users WHERE email = ?1`,
      email,
      Date.now() + MINUTE,
    );
    const { status, html } = await browser.open(location);
    expect([status, html]).toEqual([403, expect.stringContaining("No access")]);
    expect(browser.cookies.has("__Host-session")).toBe(false);
  });

  it("is refused in another browser than the one that began", async () => {
    const { email } = await makeMerchantWithUser();
    const form = await startSignIn(openBrowser());
    const victim = openBrowser();
    await startSignIn(victim);
    const { location } = await openBrowser().open(form, { form: { username: email, password: PASSWORD } });
    for (const browser of [victim, openBrowser()]) {
      const { status, html, location: next } = await browser.open(location);
      expect([status, next, html]).toEqual([400, "", expect.stringContaining("That took too long")]);
      expect(browser.cookies.has("__Host-session")).toBe(false);
    }
  });

  it("is refused for the second time, and then the sign-in is over", async () => {
    const { email } = await makeMerchantWithUser();
    const browser = openBrowser();
    const form = await startSignIn(browser);
    const kept = browser.cookies.get("__Host-sign-in") ?? "";
    const { location } = await browser.open(form, { form: { username: email, password: PASSWORD } });
    expect((await browser.open(location)).status).toBe(303);
    const secret = browser.cookies.get("__Host-session") ?? "";
    browser.cookies.set("__Host-sign-in", kept);
    expect((await browser.open(location)).status).toBe(400);
    moveClock(5 * MINUTE);
    expectUnauthorized(await callAs(secret, "GET", INTENTS));
  });

  it("is refused after a minute, in the user's language", async () => {
    const { email } = await makeMerchantWithUser();
    const browser = openBrowser();
    const form = await startSignIn(browser);
    const { location } = await browser.open(form, { form: { username: email, password: PASSWORD } });
    moveClock(MINUTE);
    const { status, html } = await browser.open(location, { headers: { "Accept-Language": "ar, en;q=0.5" } });
    expect(status).toBe(400);
    expect(html).toContain('<html lang="ar" dir="rtl">');
    expect(html).toContain("استغرق ذلك وقتًا طويلًا");
  });

  it.each([
    ["without anything", ""],
    ["with a state of its own", "code=x&state=y"],
    ["with two states", "code=x&state=y&state=z"],
    ["with the error of someone else", "error=access_denied&state=y"],
  ])("is refused %s", async (_, query) => {
    const browser = openBrowser();
    await startSignIn(browser);
    expect((await browser.open(`/session/callback?${query}`)).status).toBe(400);
    expect(browser.cookies.size).toBe(0);
  });

  it("says that signing in was cancelled", async () => {
    const browser = openBrowser();
    const state = new URL(await startSignIn(browser)).searchParams.get("state") ?? "";
    const response = new URLSearchParams({ error: "access_denied", state, iss: ISSUER });
    const { status, html } = await browser.open(`/session/callback?${response}`);
    expect([status, html]).toEqual([400, expect.stringContaining("Signing in was cancelled.")]);
  });

  it("lets nobody in who belongs to no merchant", async () => {
    const { email } = await makeMerchantWithUser();
    await sharedRows.run("UPDATE idp_users SET attributes = '{}' WHERE email = ?", email);
    const browser = openBrowser();
    const form = await startSignIn(browser);
    const { location } = await browser.open(form, { form: { username: email, password: PASSWORD } });
    const { status, html } = await browser.open(location);
    expect([status, html]).toEqual([403, expect.stringContaining("does not belong to a merchant")]);
    expect(browser.cookies.has("__Host-session")).toBe(false);
  });
});

async function countSignIns(): Promise<number> {
  return (await sharedRows.value<number>("SELECT count(*) AS n FROM idp_sign_ins")) ?? 0;
}
