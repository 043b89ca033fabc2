// The socket of a browser, which the wallet's cookie admits instead of a token.
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { CHECKED_FOR_MS } from "../../../src/durable/wallet-object.ts";
import { DAY, moveClock, useStoppedClock } from "../../support/clock.ts";
import { failDatabase, interceptDatabase, muteLog, repair } from "../../support/faults.ts";
import { untilClosed } from "../../support/live.ts";
import { changesOf, requestWalletSocket, watchWallet } from "../../support/live-wallet.ts";
import { until } from "../../support/objects.ts";
import { callUnchecked, openWallet, SAME_ORIGIN, walletCookieOf } from "../../support/sessions.ts";

useStoppedClock();

const OWN = { Origin: env.PUBLIC_URL };
const CHANGE = { type: "balance_changed", intentId: null } as const;

const signOut = (secret: string) =>
  callUnchecked("POST", "/wallet/session/sign-out", { ...walletCookieOf(secret), ...SAME_ORIGIN }, {});
const objectOf = (walletId: string) => env.WALLETS.getByName(walletId);

describe("GET /wallet/api/v1/live with the wallet's cookie", () => {
  it("tells the browser until it signs out, at the next event", async () => {
    const { secret, walletId } = await openWallet();
    const other = await openWallet();
    const watcher = await watchWallet({ ...walletCookieOf(secret), ...OWN });
    await objectOf(walletId).tell(CHANGE);
    expect(await changesOf(watcher, 1)).toEqual([{ type: "balance_changed" }]);

    await signOut(other.secret);
    await objectOf(walletId).tell(CHANGE);
    await changesOf(watcher, 2);

    expect((await signOut(secret)).status).toBe(200);
    await objectOf(walletId).tell(CHANGE);
    await untilClosed(watcher);
    expect([watcher.received.length, watcher.closed]).toEqual([2, { code: 1008, reason: "sign in again" }]);
  });

  it("ends at the next ping when the session is over, for which D1 is asked every 20 seconds at most", async () => {
    const { secret } = await openWallet();
    const watcher = await watchWallet({ ...walletCookieOf(secret), ...OWN });
    let asked = 0;
    interceptDatabase(/from "customer_sessions"/i, (run) => {
      asked += 1;
      return run();
    });
    for (const [count, asks] of [0, 1, 1].entries()) {
      moveClock(count === 1 ? CHECKED_FOR_MS : 1);
      watcher.socket.send("ping");
      await until(() => watcher.received.length > count);
      expect(asked).toBe(asks);
    }
    await signOut(secret);
    moveClock(CHECKED_FOR_MS);
    watcher.socket.send("ping");
    await untilClosed(watcher);
    expect(watcher.closed?.code).toBe(1008);
  });

  it("ends after a day, although the session goes on", async () => {
    const { secret } = await openWallet();
    const watcher = await watchWallet({ ...walletCookieOf(secret), ...OWN });
    moveClock(DAY);
    watcher.socket.send("ping");
    await untilClosed(watcher);
    expect((await requestWalletSocket({ ...walletCookieOf(secret), ...OWN })).status).toBe(101);
  });

  it.each([
    [{}],
    [{ Origin: "https://stranger.test" }],
    [{ Origin: "null" }],
    [{ ...OWN, "Sec-Fetch-Site": "cross-site" }],
    [{ ...OWN, "Sec-Fetch-Site": "same-site" }],
  ] as Record<string, string>[][])("returns 403 to a page of another site: %j", async (headers = {}) => {
    const { secret } = await openWallet();
    const { status, webSocket } = await requestWalletSocket({ ...walletCookieOf(secret), ...headers });
    expect([status, webSocket]).toEqual([403, null]);
  });

  it("is admitted by what browsers with and without Sec-Fetch-Site send", async () => {
    const { secret } = await openWallet();
    for (const site of [{}, SAME_ORIGIN]) await watchWallet({ ...walletCookieOf(secret), ...OWN, ...site });
  });

  it("has to connect again when it is not known whether its session is over", async () => {
    const { secret, walletId } = await openWallet();
    const watcher = await watchWallet({ ...walletCookieOf(secret), ...OWN });
    muteLog();
    failDatabase(/from "customer_sessions"/i);
    await objectOf(walletId).tell(CHANGE);
    await untilClosed(watcher);
    expect([watcher.received, watcher.closed?.code]).toEqual([[], 1013]);
    repair();
    await watchWallet({ ...walletCookieOf(secret), ...OWN });
  });
});
