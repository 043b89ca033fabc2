// The wallet's session in the sandbox: one tap makes a wallet with money in it, and its cookie takes the place of a token.
import { describe, expect, it } from "vitest";
import { BASE_URL, ISO_TIME, UUID } from "../../support/api.ts";
import { DAY, moveClock } from "../../support/clock.ts";
import { expectUnauthorized } from "../../support/error-responses.ts";
import { makeIntent } from "../../support/intents.ts";
import { makeMerchant } from "../../support/parties.ts";
import { WALLET_API } from "../../support/paths.ts";
import { runSweep } from "../../support/queues.ts";
import { limiterOf, newAddress, startService } from "../../support/rate-limits.ts";
import { sharedRows } from "../../support/rows.ts";
import {
  callAsCustomer,
  callUnchecked,
  ONE_TAP,
  openWallet,
  SAME_ORIGIN,
  walletCookieOf,
} from "../../support/sessions.ts";

const WALLET = `${WALLET_API}/wallet`;

function callWallet(method: string, path: string, headers: Record<string, string> = {}) {
  return callUnchecked(method, `/wallet/session${path}`, { ...SAME_ORIGIN, ...headers });
}

describe("POST /sandbox/v1/wallet-session", () => {
  it("makes a wallet with money in it, and signs the browser in", async () => {
    const { status, headers, body } = await callUnchecked("POST", ONE_TAP, SAME_ORIGIN, {});
    expect([status, body]).toEqual([
      201,
      {
        success: true,
        session: {
          wallet_id: expect.stringMatching(UUID),
          label: "",
          expires_at: expect.stringMatching(ISO_TIME),
        },
      },
    ]);
    const cookie = headers.get("Set-Cookie") ?? "";
    expect(cookie).toMatch(
      /^__Host-wallet=[\w-]{43}; Max-Age=7776000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
  });

  it("puts in it what is asked for", async () => {
    const balancesOf = async (json: object) => {
      const { secret, walletId } = await openWallet(json);
      const { body } = await callAsCustomer(secret, "GET", WALLET);
      expect(body.wallet.wallet_id).toBe(walletId);
      return body.wallet.balances;
    };
    expect(await balancesOf({})).toEqual([{ currency: "USD", amount: "100.00" }]);
    expect(await balancesOf({ currency: "jpy", balance: 5000 })).toEqual([
      { currency: "JPY", amount: "5000" },
    ]);
    const { status } = await callUnchecked("POST", ONE_TAP, SAME_ORIGIN, { balance: 1.234 });
    expect(status).toBe(400);
  });

  it("is for the service's own page alone", async () => {
    for (const headers of [{}, { "Sec-Fetch-Site": "cross-site" }, { Origin: "https://evil.test" }]) {
      const { status, body, headers: set } = await callUnchecked("POST", ONE_TAP, headers, {});
      expect([status, body.code, set.get("Set-Cookie")]).toEqual([403, "cross_site_request", null]);
    }
  });

  it("is limited by address", async () => {
    const send = startService({ LIMIT_PUBLIC_READS: limiterOf(2) });
    const headers = { ...SAME_ORIGIN, "Content-Type": "application/json", "CF-Connecting-IP": newAddress() };
    const tap = async () => (await send(ONE_TAP, { method: "POST", headers, body: "{}" })).status;
    expect([await tap(), await tap(), await tap()]).toEqual([201, 201, 429]);
  });

  it("is limited for all addresses together", async () => {
    const send = startService({ LIMIT_STRANGERS: limiterOf(2) });
    const tap = async () => {
      const headers = {
        ...SAME_ORIGIN,
        "Content-Type": "application/json",
        "CF-Connecting-IP": newAddress(),
      };
      return (await send(ONE_TAP, { method: "POST", headers, body: "{}" })).status;
    };
    expect([await tap(), await tap(), await tap()]).toEqual([201, 201, 429]);
  });
});

describe("GET /wallet/session", () => {
  it("says whose wallet it is", async () => {
    const { secret, walletId } = await openWallet();
    const { status, body } = await callWallet("GET", "", walletCookieOf(secret));
    expect([status, body]).toEqual([
      200,
      {
        success: true,
        session: { wallet_id: walletId, label: "", expires_at: expect.stringMatching(ISO_TIME) },
      },
    ]);
  });

  it("says that there is none", async () => {
    for (const headers of [{}, walletCookieOf("A".repeat(43)), walletCookieOf("garbage")]) {
      const { status, body } = await callWallet("GET", "", headers);
      expect([status, body]).toEqual([200, { success: true, session: null }]);
    }
  });
});

describe("POST /wallet/session/sign-out", () => {
  it("ends the session and takes the cookie back", async () => {
    const { secret } = await openWallet();
    const { status, headers, body } = await callWallet("POST", "/sign-out", walletCookieOf(secret));
    expect([status, body]).toEqual([
      200,
      { success: true, message: "Signed out", redirect_to: `${BASE_URL}/wallet` },
    ]);
    expect(headers.get("Set-Cookie")).toBe(
      "__Host-wallet=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax",
    );
    expectUnauthorized(await callAsCustomer(secret, "GET", WALLET));
  });

  it("is refused from another site", async () => {
    const { secret } = await openWallet();
    const headers = { ...walletCookieOf(secret), "Sec-Fetch-Site": "cross-site" };
    expect((await callWallet("POST", "/sign-out", headers)).status).toBe(403);
    expect((await callAsCustomer(secret, "GET", WALLET)).status).toBe(200);
  });
});

describe("the wallet's cookie", () => {
  it("pays", async () => {
    const { secret, walletId } = await openWallet();
    const { id } = await makeIntent(await makeMerchant(), { amount: 30 });
    const paid = await callAsCustomer(secret, "POST", `${WALLET_API}/payment-intents/${id}/confirm`);
    expect(paid.body.payment_intent).toMatchObject({ status: "completed", completed_by: walletId });
    const { body } = await callAsCustomer(secret, "GET", WALLET);
    expect(body.wallet.balances).toEqual([{ currency: "USD", amount: "70.00" }]);
  });

  it("is refused from another site", async () => {
    const { secret } = await openWallet();
    const headers = { ...walletCookieOf(secret), "Sec-Fetch-Site": "cross-site" };
    for (const [method, path] of [
      ["GET", WALLET],
      ["POST", `${WALLET_API}/scan-token`],
    ] as const) {
      const { status, body } = await callUnchecked(method, path, headers);
      expect([status, body.code]).toEqual([403, "cross_site_request"]);
    }
  });

  it("lasts as long as it is used, is stored as a hash, and is deleted once it must be over", async () => {
    const { secret, walletId } = await openWallet();
    const stored = () => sharedRows.first("SELECT * FROM customer_sessions WHERE wallet_id = ?", walletId);
    expect(JSON.stringify(await stored())).not.toContain(secret);
    for (let month = 1; month <= 3; month++) {
      moveClock(29 * DAY);
      expect((await callAsCustomer(secret, "GET", WALLET)).status).toBe(200);
      await expect.poll(async () => (await stored())?.last_used_at).toBe(Date.now());
    }
    const { secret: younger, walletId: other } = await openWallet();
    moveClock(3 * DAY);
    expectUnauthorized(await callAsCustomer(secret, "GET", WALLET));
    await runSweep();
    expect(await stored()).toBeNull();
    expect((await callAsCustomer(younger, "GET", WALLET)).body.wallet.wallet_id).toBe(other);
  });
});
