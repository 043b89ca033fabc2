// The browsers that are signed in to a wallet.
import { describe, expect } from "vitest";
import { deviceName } from "#core/lib/device-name.ts";
import { openCustomerSession } from "#core/services/sessions/customer-sessions.ts";
import { call, ISO_TIME, UUID } from "../../../support/api.ts";
import { DAY, MINUTE, moveClock, useStoppedClock } from "../../../support/clock.ts";
import { expectFailure } from "../../../support/error-responses.ts";
import { it } from "../../../support/it.ts";
import { WALLET_API } from "../../../support/paths.ts";
import { newBrowser, PUSH } from "../../../support/push.ts";
import { rowsOf } from "../../../support/rows.ts";
import { deps } from "../../../support/seeds.ts";
import { callAsCustomer, callUnchecked, ONE_TAP, SAME_ORIGIN } from "../../../support/sessions.ts";

useStoppedClock();

const SESSIONS = `${WALLET_API}/sessions`;
const ANDROID =
  "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36";

async function openOn(userAgent: string) {
  const headers = { ...SAME_ORIGIN, "User-Agent": userAgent };
  const opened = await callUnchecked("POST", ONE_TAP, headers, {});
  const [, secret = ""] = /^__Host-wallet=([\w-]+);/.exec(opened.headers.get("Set-Cookie") ?? "") ?? [];
  return { secret, walletId: (opened.body.session as { wallet_id: string }).wallet_id };
}

/** Another sign-in to the wallet. */
async function signIn(walletId: string, device: string | null = null) {
  moveClock(MINUTE);
  return await openCustomerSession(deps, { walletId, isClaimed: false, label: "", device }, null);
}

describe("GET /wallet/api/v1/sessions", () => {
  it("lists who is signed in, the last used first, and no other wallet's", async () => {
    const { secret, walletId } = await openOn(ANDROID);
    await openOn(ANDROID);
    const other = await signIn(walletId);
    const { status, body } = await callAsCustomer(other.secret, "GET", SESSIONS);
    const times = {
      created_at: expect.stringMatching(ISO_TIME),
      last_used_at: expect.stringMatching(ISO_TIME),
    };
    const id = expect.stringMatching(UUID);
    expect([status, body]).toEqual([
      200,
      {
        success: true,
        sessions: [
          { id: other.session.id, device: null, ...times, is_current: true },
          { id, device: "Chrome, Android", ...times, is_current: false },
        ],
      },
    ]);
    moveClock(31 * DAY);
    const late = await signIn(walletId);
    const { body: left } = await callAsCustomer(late.secret, "GET", SESSIONS);
    expect(left.sessions.map((session: { id: string }) => session.id)).toEqual([late.session.id]);
    expect((await callAsCustomer(secret, "GET", SESSIONS)).status).toBe(401);
  });

  it("names none of them as the own for a caller with a token", async ({ wallet }) => {
    await signIn(wallet.id, "Safari, iPhone");
    const { body } = await call("GET", SESSIONS, { token: wallet.token });
    expect(body.sessions).toMatchObject([{ device: "Safari, iPhone", is_current: false }]);
  });
});

describe("DELETE /wallet/api/v1/sessions/{sessionID}", () => {
  it("signs that browser out, with what is pushed to it, and returns the others", async () => {
    const { secret, walletId } = await openOn(ANDROID);
    const lost = await signIn(walletId);
    const json = newBrowser().subscription;
    expect((await callAsCustomer(lost.secret, "PUT", PUSH, { json })).status).toBe(200);
    const path = `${SESSIONS}/${lost.session.id}`;
    const { status, body } = await callAsCustomer(secret, "DELETE", path);
    expect([status, body.sessions]).toMatchObject([200, [{ device: "Chrome, Android", is_current: true }]]);
    expect((await callAsCustomer(lost.secret, "GET", SESSIONS)).status).toBe(401);
    const subscriptions = "SELECT count(*) FROM push_subscriptions WHERE wallet_id = ?";
    expect(await rowsOf(walletId).value(subscriptions, walletId)).toBe(0);
    for (const gone of [path, `${SESSIONS}/no-id`]) {
      const refused = await callAsCustomer(secret, "DELETE", gone);
      expectFailure(refused, 404, "session_not_found", "Session not found");
    }
  });
});

describe("the name of a device", () => {
  it.each([
    [ANDROID, "Chrome, Android"],
    [
      "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Mobile/1 Safari/604.1",
      "Safari, iPhone",
    ],
    ["Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) CriOS/141.0 Mobile/15E148 Safari/604.1", "Chrome, iPad"],
    ["Mozilla/5.0 (Windows NT 10.0; Win64) Chrome/141.0 Safari/537.36 Edg/141.0", "Edge, Windows"],
    ["Mozilla/5.0 (Macintosh; Intel Mac OS X 15.0; rv:145.0) Gecko/20100101 Firefox/145.0", "Firefox, Mac"],
    ["curl/8.5.0", null],
    ["", null],
  ])("is taken from %s", (userAgent, name) => {
    expect(deviceName(userAgent)).toBe(name);
  });
});
