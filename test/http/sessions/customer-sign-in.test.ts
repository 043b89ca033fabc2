// Customers sign in at the embedded identity provider. Whoever has no wallet there is given one by the service.

import { describe, expect, it } from "vitest";
import { BASE_URL, UUID } from "../../support/api.ts";
import { MINUTE, moveClock } from "../../support/clock.ts";
import { expectUnauthorized } from "../../support/error-responses.ts";
import { atService, ISSUER } from "../../support/identity-provider.ts";
import { callRealm } from "../../support/identity-provider-users.ts";
import { makeMerchantWithUser, PASSWORD } from "../../support/logins.ts";
import { USERS_PATH, WALLET_API } from "../../support/paths.ts";
import { startService } from "../../support/rate-limits.ts";
import { sharedRows } from "../../support/rows.ts";
import {
  callAsCustomer,
  callUnchecked,
  openWallet,
  SAME_ORIGIN,
  walletCookieOf,
} from "../../support/sessions.ts";
import { makeCustomer, openBrowser, signInAsCustomer, startSignIn } from "../../support/sign-in.ts";

const WALLET = `${WALLET_API}/wallet`;

async function walletIdOf(secret: string): Promise<string> {
  const { body } = await callUnchecked("GET", "/wallet/session", {
    ...SAME_ORIGIN,
    ...walletCookieOf(secret),
  });
  return (body.session as { wallet_id: string }).wallet_id;
}

async function setWallet(subject: string, email: string, walletIds: string[]): Promise<void> {
  const user = { email, attributes: { wallet_id: walletIds } };
  expect((await callRealm(atService, "PUT", `${USERS_PATH}/${subject}`, user)).status).toBe(204);
}

describe("a customer's first sign-in", () => {
  it("gives a wallet, stored once, and the same one again", async () => {
    const { email, id: subject } = await makeCustomer();
    const first = await signInAsCustomer(email, "/wallet?pay=1");
    expect([first.page.status, first.page.location]).toEqual([303, "/wallet?pay=1"]);
    expect([...first.browser.cookies.keys()]).toEqual(["__Host-wallet"]);
    const walletId = await walletIdOf(first.secret);
    expect(walletId).toMatch(UUID);
    const again = await signInAsCustomer(email);
    expect(await walletIdOf(again.secret)).toBe(walletId);
    const rows = await sharedRows.all("SELECT * FROM customer_wallets WHERE subject = ?", subject);
    expect(rows).toEqual([{ issuer: ISSUER, subject, wallet_id: walletId, created_at: expect.any(Number) }]);
    await sharedRows.run("DELETE FROM customer_wallets WHERE subject = ?", subject);
    expect(await walletIdOf((await signInAsCustomer(email)).secret)).toBe(walletId);
  });

  it("keeps the wallet that is stored, whatever the secret would make", async () => {
    const { email, id: subject } = await makeCustomer();
    const stored = crypto.randomUUID();
    await sharedRows.run("INSERT INTO customer_wallets VALUES (?, ?, ?, 0)", ISSUER, subject, stored);
    expect(await walletIdOf((await signInAsCustomer(email)).secret)).toBe(stored);
  });

  it("opens an empty account at the ledger", async () => {
    const { secret } = await signInAsCustomer((await makeCustomer()).email);
    const { body } = await callAsCustomer(secret, "GET", WALLET);
    expect(body.wallet.balances).toEqual([{ currency: "USD", amount: "0.00" }]);
  });

  it("gives different wallets to different customers", async () => {
    const [one, other] = [await makeCustomer(), await makeCustomer()];
    const ids = [
      await walletIdOf((await signInAsCustomer(one.email)).secret),
      await walletIdOf((await signInAsCustomer(other.email)).secret),
    ];
    expect(new Set(ids).size).toBe(2);
  });
});

it("begun for both kinds of session by one browser, arrives at both", async () => {
  const [{ email: owner }, { email: customer }] = [await makeMerchantWithUser(), await makeCustomer()];
  const browser = openBrowser();
  const atDashboard = await startSignIn(browser);
  const atWallet = await startSignIn(browser, "/wallet", "/wallet");
  const ends: string[] = [];
  for (const [form, username] of [
    [atDashboard, owner],
    [atWallet, customer],
  ] as const) {
    const { location } = await browser.open(form, { form: { username, password: PASSWORD } });
    ends.push((await browser.open(location)).location);
  }
  expect(ends).toEqual(["/dashboard", "/wallet"]);
  expect([...browser.cookies.keys()].sort()).toEqual(["__Host-session", "__Host-wallet", "shop"]);
});

describe("a wallet that an administrator has set at the provider", () => {
  it("counts before the service's own", async () => {
    const { walletId } = await openWallet();
    const { email, id: subject } = await makeCustomer({ wallet_id: [walletId] });
    const { secret } = await signInAsCustomer(email);
    const { body } = await callAsCustomer(secret, "GET", WALLET);
    expect(body.wallet).toEqual({ wallet_id: walletId, balances: [{ currency: "USD", amount: "100.00" }] });
    expect(await sharedRows.first("SELECT 1 FROM customer_wallets WHERE subject = ?", subject)).toBeNull();
  });

  it("ends the session when it is set, changed or taken away", async () => {
    const { email, id: subject } = await makeCustomer();
    for (const walletIds of [[crypto.randomUUID()], [crypto.randomUUID()], []]) {
      const { secret } = await signInAsCustomer(email);
      expect((await callAsCustomer(secret, "GET", WALLET)).status).toBe(200);
      await setWallet(subject, email, walletIds);
      moveClock(5 * MINUTE);
      expectUnauthorized(await callAsCustomer(secret, "GET", WALLET));
      const { body } = await callUnchecked("GET", "/wallet/session", {
        ...SAME_ORIGIN,
        ...walletCookieOf(secret),
      });
      expect(body.session).toBeNull();
    }
  });
});

describe("a customer's session", () => {
  it("is renewed, by one request alone, and its tokens are stored sealed", async () => {
    const { email } = await makeCustomer();
    const { secret } = await signInAsCustomer(email);
    const stored = () => sharedRows.first("SELECT * FROM customer_sessions WHERE label = ?", email);
    expect(JSON.stringify(await stored())).not.toMatch(/eyJhbGci/);
    for (let renewal = 1; renewal <= 2; renewal++) {
      moveClock(5 * MINUTE);
      const responses = await Promise.all([1, 2, 3].map(() => callAsCustomer(secret, "GET", WALLET)));
      expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
    }
  });

  it("ends when the customer is none any more", async () => {
    const { email } = await makeCustomer();
    const { secret } = await signInAsCustomer(email);
    await sharedRows.run("UPDATE idp_users SET roles = '[]' WHERE email = ?", email);
    moveClock(5 * MINUTE);
    expect((await callAsCustomer(secret, "GET", WALLET)).status).toBe(403);
    const headers = { ...SAME_ORIGIN, ...walletCookieOf(secret) };
    expect((await callUnchecked("GET", "/wallet/session", headers)).body.session).toBeNull();
  });

  it("ends at the provider as well when the customer signs out, and leads back to the wallet", async () => {
    const { email } = await makeCustomer();
    const { secret, browser } = await signInAsCustomer(email);
    const headers = { ...SAME_ORIGIN, ...walletCookieOf(secret) };
    const { body } = await callUnchecked("POST", "/wallet/session/sign-out", headers);
    const atProvider = await browser.open(String(body.redirect_to));
    expect(atProvider.location).toBe(`${BASE_URL}/session/signed-out?state=wallet-app`);
    expect((await browser.open(atProvider.location)).location).toBe("/wallet");
    expectUnauthorized(await callAsCustomer(secret, "GET", WALLET));
    expect(
      await sharedRows.value(
        "SELECT count(*) FROM idp_sign_ins s JOIN idp_users u ON u.id = s.user_id WHERE u.email = ?",
        email,
      ),
    ).toBe(0);
  });
});

describe("signing in beside each other", () => {
  it("lets a merchant's user have no wallet, and a customer no shop", async () => {
    const { email: owner } = await makeMerchantWithUser();
    const walletless = await signInAsCustomer(owner);
    expect([walletless.page.status, walletless.secret]).toEqual([403, ""]);
    expect(walletless.page.html).toContain("This account cannot have a wallet.");
    expect(walletless.page.html).toContain('href="/wallet/session/sign-in"');
    const { email } = await makeCustomer();
    const browser = openBrowser();
    const form = await startSignIn(browser);
    const { location } = await browser.open(form, { form: { username: email, password: PASSWORD } });
    expect((await browser.open(location)).html).toContain("does not belong to a merchant");
    expect(browser.cookies.size).toBe(0);
  });

  it.each(["/dashboard", "/wallet/session", "/walletx"])(
    "never leads a customer away from the wallet: %j",
    async (to) => {
      const { email } = await makeCustomer();
      expect((await signInAsCustomer(email, to)).page.location).toBe("/wallet");
    },
  );
});

describe("where the operator has a wallet app", () => {
  it("nobody signs in to the service's own", async () => {
    const send = startService({ WALLET_APP_URL: "https://wallet.example/pay" });
    expect((await send("/wallet/session")).status).toBe(404);
    expect((await send("/wallet/session/sign-in")).status).toBe(404);
  });
});
