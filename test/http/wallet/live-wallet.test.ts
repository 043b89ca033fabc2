import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, vi } from "vitest";
import { CHECKED_FOR_MS, PINGS_MAX, WALLET_SOCKETS_MAX } from "#core/durable/wallet-object.ts";
import { call } from "../../support/api.ts";
import { makeApproval, reject, setUpApproval } from "../../support/approvals.ts";
import { DAY, HOUR, MINUTE, moveClock, useStoppedClock } from "../../support/clock.ts";
import { failDatabase, interceptDatabase, muteLog, repair } from "../../support/faults.ts";
import { confirm, makeIntent, withdraw } from "../../support/intents.ts";
import { it } from "../../support/it.ts";
import {
  changesOf,
  requestWalletSocket,
  untilClosed,
  type Watcher,
  watchWallet,
} from "../../support/live.ts";
import { until } from "../../support/objects.ts";
import { renewMerchant, renewWallet } from "../../support/parties.ts";
import { WALLET_API } from "../../support/paths.ts";
import { captureQueue, consume } from "../../support/queues.ts";
import { rowsOf } from "../../support/rows.ts";
import { callUnchecked, openWallet, SAME_ORIGIN, walletCookieOf } from "../../support/sessions.ts";
import { mintToken, withRoles } from "../../support/tokens.ts";

const NEXT_RELEASE = { id: "1", walletId: "w", cloudEvent: JSON.stringify({ type: "of.a.later.release" }) };

const untilOf = ({ id }: { id: string }) =>
  rowsOf(id).value("SELECT until FROM live_wallets WHERE wallet_id = ?", id);

async function ping({ socket, received }: Watcher): Promise<string | undefined> {
  const before = received.length;
  socket.send("ping");
  await until(() => received.length > before);
  return received.pop();
}

describe("GET /wallet/api/v1/live", () => {
  it("says that an approval is requested, and that it is withdrawn", async ({ merchant, wallet }) => {
    const [phone, tablet] = [await watchWallet(wallet), await watchWallet(wallet)];
    const { id } = await makeApproval(merchant, wallet);
    const requested = { type: "approval_requested", payment_intent_id: id };
    expect(await changesOf(phone, 1)).toEqual([requested]);

    expect((await withdraw(merchant, id)).status).toBe(200);

    const withdrawn = { type: "approval_ended", payment_intent_id: id };
    for (const device of [phone, tablet]) expect(await changesOf(device, 2)).toEqual([requested, withdrawn]);
  });

  it("says that the balance has changed by a payment", async ({ intent, wallet }) => {
    const watcher = await watchWallet(wallet);
    expect((await confirm(wallet, intent.id)).status).toBe(200);
    expect(await changesOf(watcher, 1)).toEqual([{ type: "balance_changed", payment_intent_id: intent.id }]);
  });

  it("says on the customer's other devices that a request was rejected", async () => {
    captureQueue(env.WALLET_EVENTS);
    const { wallet, intent } = await setUpApproval();
    const watcher = await watchWallet(wallet);
    expect((await reject(wallet, intent.id)).status).toBe(200);
    expect(await changesOf(watcher, 1)).toEqual([{ type: "approval_ended", payment_intent_id: intent.id }]);
  });

  it("tells an object that has hibernated, and stores nothing in it", async ({ intent, wallet }) => {
    const watcher = await watchWallet(wallet);
    const object = env.WALLETS.getByName(wallet.id);
    await evictDurableObject(object);
    await confirm(wallet, intent.id);
    await changesOf(watcher, 1);
    const kept = await runInDurableObject(object, async (_, { storage }) => [
      [...storage.kv.list()].length,
      await storage.getAlarm(),
    ]);
    expect(kept).toEqual([0, null]);
  });

  it("closes the oldest when there are more than eight", async ({ wallet }) => {
    expect(WALLET_SOCKETS_MAX).toBe(8);
    const watchers: Watcher[] = [];
    for (let opened = 0; opened < 10; opened++) {
      moveClock(1);
      watchers.push(await watchWallet(wallet));
    }
    const [first, second, ...others] = watchers;
    for (const oldest of [first, second]) {
      await until(() => oldest?.closed !== null);
      expect(oldest?.closed).toEqual({ code: 1008, reason: "too many connections" });
    }
    for (const open of others) expect(await ping(open)).toBe("pong");
  });

  it("ends with the access token, at the next ping", async ({ wallet }) => {
    const watcher = await watchWallet(wallet);
    moveClock(4 * MINUTE);
    expect(await ping(watcher)).toBe("pong");
    moveClock(MINUTE);
    watcher.socket.send("ping");
    await untilClosed(watcher);
    expect([watcher.received, watcher.closed]).toEqual([[], { code: 1008, reason: "sign in again" }]);
  });

  it("ends with the access token, at the next event, which it does not tell", async ({
    merchant,
    wallet,
  }) => {
    const watcher = await watchWallet(wallet);
    moveClock(6 * MINUTE);
    const renewed = await renewWallet(wallet);
    const { id } = await makeIntent(await renewMerchant(merchant));
    await confirm(renewed, id);
    await untilClosed(watcher);
    expect([watcher.received, watcher.closed?.code]).toEqual([[], 1008]);
  });

  it("ends after a day, however long the token is valid", async ({ wallet }) => {
    const exp = Math.floor(Date.now() / 1000) + 7 * 24 * 3600;
    const token = await mintToken({ ...withRoles("customer"), wallet_id: wallet.id, exp });
    const watcher = await watchWallet({ token });
    moveClock(23 * HOUR);
    expect(await ping(watcher)).toBe("pong");
    moveClock(HOUR);
    watcher.socket.send("ping");
    await untilClosed(watcher);
    expect(watcher.closed?.code).toBe(1008);
  });

  it("closes a socket that sends anything but a ping", async ({ wallet }) => {
    const watcher = await watchWallet(wallet);
    watcher.socket.send("hello");
    await untilClosed(watcher);
    expect(watcher.closed).toEqual({ code: 1008, reason: "send only ping" });
  });

  it("closes a socket that pings more than once a second for a minute", async ({ wallet }) => {
    const watcher = await watchWallet(wallet);
    const pingOften = () => {
      for (let sent = 0; sent < PINGS_MAX; sent++) watcher.socket.send("ping");
    };
    pingOften();
    await until(() => watcher.received.length === PINGS_MAX);
    moveClock(MINUTE);
    pingOften();
    await until(() => watcher.received.length === 2 * PINGS_MAX);
    watcher.socket.send("ping");
    await untilClosed(watcher);
    expect(watcher.closed).toEqual({ code: 1008, reason: "too many pings" });
  });

  it("returns 426 without an upgrade, and 401 without a token", async ({ wallet }) => {
    const { status, body } = await call("GET", `${WALLET_API}/live`, { token: wallet.token });
    expect([status, body.code]).toEqual([426, "upgrade_required"]);
    expect((await requestWalletSocket({})).status).toBe(401);
  });
});

describe("the object of a wallet", () => {
  it("is not called while nobody can be connected", async ({ intent, wallet }) => {
    const sent = captureQueue(env.WALLET_EVENTS);
    await confirm(wallet, intent.id);
    await until(() => sent.length > 0);
    const called = vi.spyOn(env.WALLETS, "getByName");
    await consume("wallet-events", [sent[0]?.body]);
    expect(called).not.toHaveBeenCalled();
  });

  it("is called for as long as a socket may last, which one row says that is written once a day", async ({
    wallet,
  }) => {
    const openAt = Date.now();
    await watchWallet(wallet);
    const until = await untilOf(wallet);
    expect(until).toBeGreaterThanOrEqual(openAt + 48 * HOUR);
    moveClock(23 * HOUR);
    await watchWallet(await renewWallet(wallet));
    expect(await untilOf(wallet)).toBe(until);
    moveClock(2 * HOUR);
    await watchWallet(await renewWallet(wallet));
    expect(await untilOf(wallet)).toBeGreaterThanOrEqual(Date.now() + 47 * HOUR);
  });

  it("keeps nobody else from the event when it cannot be told", async () => {
    const sent = captureQueue(env.WALLET_EVENTS);
    const { wallet } = await setUpApproval();
    await until(() => sent.length > 0);
    await watchWallet(wallet);
    const log = muteLog();
    failDatabase(/from "live_wallets"/i);
    expect(await consume("wallet-events", [sent[0]?.body])).toMatchObject({ acked: [0], retried: [] });
    expect(log.filter((line) => line.includes("wallet_not_told"))).toHaveLength(1);
  });

  it("is told nothing of events that a later release has sent", async () => {
    expect(await consume("wallet-events", [NEXT_RELEASE])).toMatchObject({ acked: [0] });
  });

  it("may fail after a rejection, which is stored", async () => {
    const { wallet, intent } = await setUpApproval();
    const log = muteLog();
    failDatabase(/from "live_wallets"/i);
    expect((await reject(wallet, intent.id)).status).toBe(200);
    await until(() => log.some((line) => line.includes("wallet_not_told")));
  });
});

// The socket of a browser, which the wallet's cookie admits instead of a token.

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
