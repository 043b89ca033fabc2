import { env } from "cloudflare:workers";
import { describe, expect, vi } from "vitest";
import { open } from "#core/lib/seal.ts";
import { hashSecret } from "#core/lib/secrets.ts";
import {
  findSubscription,
  listEndpointHashes,
  subscriptionColumn,
} from "#parts/push/db/push-subscriptions.ts";
import { call } from "../../../support/api.ts";
import { DAY, moveClock, useStoppedClock } from "../../../support/clock.ts";
import { expectInvalid } from "../../../support/error-responses.ts";
import { it } from "../../../support/it.ts";
import { makeWallet } from "../../../support/parties.ts";
import {
  type Browser,
  newBrowser,
  PUSH,
  stateOf,
  subscribe,
  subscriptionsOf,
} from "../../../support/push.ts";
import { runSweep } from "../../../support/queues.ts";
import { bearer, startService } from "../../../support/rate-limits.ts";
import { rowsOf } from "../../../support/rows.ts";
import { db, deps } from "../../../support/seeds.ts";
import {
  callAsCustomer,
  callUnchecked,
  openWallet,
  SAME_ORIGIN,
  walletCookieOf,
} from "../../../support/sessions.ts";
import { walletToken } from "../../../support/tokens.ts";

useStoppedClock();

const storedOf = (walletId: string) =>
  rowsOf(walletId).value("SELECT count(*) FROM push_subscriptions WHERE wallet_id = ?", walletId);

describe("PUT /wallet/api/v1/push", () => {
  it("returns the state, again when repeated", async ({ wallet }) => {
    const browser = await subscribe(wallet);
    await subscribe(wallet, browser);
    expect(await stateOf(wallet)).toEqual({
      success: true,
      public_key: env.VAPID_PUBLIC_KEY,
      subscriptions: 1,
    });
  });

  it("keeps the ten newest", async ({ wallet }) => {
    const browsers: Browser[] = [];
    for (let made = 0; made < 11; made++) {
      moveClock(1);
      browsers.push(await subscribe(wallet));
    }
    expect(await subscriptionsOf(wallet)).toBe(10);
    const [oldest, next] = browsers;
    for (const [browser, left] of [
      [oldest, 10],
      [next, 9],
    ] as const) {
      const json = { endpoint: browser?.subscription.endpoint };
      expect((await call("DELETE", PUSH, { token: wallet.token, json })).body.subscriptions).toBe(left);
    }
  });

  it("takes a browser over from whoever had signed in there before", async ({ wallet }) => {
    const before = await makeWallet();
    const browser = await subscribe(before);
    await subscribe(wallet, browser);
    expect(await Promise.all([before, wallet].map(subscriptionsOf))).toEqual([0, 1]);
  });

  it("stores nothing in clear, and what can be sealed again under another master key", async ({ wallet }) => {
    const { subscription } = await subscribe(wallet);
    const row = await rowsOf(wallet.id).first(
      "SELECT * FROM push_subscriptions WHERE wallet_id = ?",
      wallet.id,
    );
    expect(JSON.stringify(row)).not.toContain(subscription.endpoint.slice(-36));
    const column = subscriptionColumn(db);
    const keyIds = [...(await column.countByKey()).keys()];
    const values = await column.list(keyIds, 100);
    const texts = await Promise.all(
      values.map(({ sealed, purpose }) => open(sealed, purpose, [env.MASTER_KEY])),
    );
    expect(texts.map((text) => JSON.parse(text))).toContainEqual(subscription);
  });

  it("refuses what is no subscription, and names each fault", async ({ wallet }) => {
    const { keys, endpoint } = newBrowser().subscription;
    const put = (json: unknown) => call("PUT", PUSH, { token: wallet.token, json });
    expectInvalid(
      await put({ endpoint: "https://u:p@push.test/1", keys }),
      "endpoint",
      "must not contain credentials",
    );
    expectInvalid(await put({ endpoint }), "keys", "is required");
    expectInvalid(await put({ endpoint, keys: { ...keys, auth: "short" } }), "keys.auth", "must be valid");
    expectInvalid(
      await put({ endpoint, keys: { ...keys, p256dh: `B${"A".repeat(86)}` } }),
      "keys.p256dh",
      "must be a public key on the curve P-256",
    );
    expect(await subscriptionsOf(wallet)).toBe(0);
  });

  const put = async (change: Partial<Env>, endpoint: string) => {
    const wallet = await makeWallet();
    const body = JSON.stringify({ ...newBrowser().subscription, endpoint });
    const headers = { ...bearer(wallet), "Content-Type": "application/json" };
    const response = await startService(change)(PUSH, { method: "PUT", headers, body });
    return { status: response.status, code: ((await response.json()) as { code?: string }).code };
  };
  const UNKNOWN = { status: 400, code: "push_service_unknown" };

  it("refuses an address that is no known push service's, and takes one without asking who is there", async () => {
    const asked = vi.spyOn(globalThis, "fetch");
    const change = { WEBHOOK_ALLOW_PRIVATE: "false", DOH_URL: "https://resolver.test/dns-query" };
    expect(await put(change, "https://push.test/1")).toEqual(UNKNOWN);
    expect(await put(change, "https://fcm.googleapis.com/fcm/send/1")).toMatchObject({ status: 200 });
    expect(asked).not.toHaveBeenCalled();
  });

  it("knows the services that PUSH_SERVICES names, and no others", async () => {
    const change = { WEBHOOK_ALLOW_PRIVATE: "false", PUSH_SERVICES: "push.test,other.test" };
    expect(await put(change, "https://eu.push.test/1")).toMatchObject({ status: 200 });
    expect(await put(change, "https://fcm.googleapis.com/1")).toEqual(UNKNOWN);
  });

  it("allows loopback addresses for development alone, and no other machine's", async () => {
    expect(await put({}, "http://localhost:8080/1")).toMatchObject({ status: 200 });
    expect(await put({}, "http://push.test/1")).toEqual(UNKNOWN);
  });
});

describe("a subscription that a signed-in browser has made", () => {
  it("ends when the customer signs out there, and that of no other browser", async () => {
    const { secret, walletId } = await openWallet();
    const phone = { id: walletId, token: await walletToken(walletId) };
    await subscribe(phone);
    const json = newBrowser().subscription;
    const made = await callAsCustomer(secret, "PUT", PUSH, { json });
    expect([made.status, made.body.subscriptions]).toEqual([200, 2]);
    const cookie = { ...walletCookieOf(secret), ...SAME_ORIGIN };
    await callUnchecked("POST", "/wallet/session/sign-out", cookie, {});
    expect(await subscriptionsOf(phone)).toBe(1);
    const hashes = await listEndpointHashes(db, walletId, Date.now());
    expect(hashes).toHaveLength(1);
    const ended = await hashSecret(json.endpoint);
    expect(hashes).not.toContain(ended);
    expect(await findSubscription(db, walletId, ended, Date.now())).toBeNull();
    expect(await storedOf(walletId)).toBe(1);
  });

  it("is deleted with the session, once that must be over, and that of no app", async () => {
    const { secret, walletId } = await openWallet();
    // One that has been used: the others go with all that is stored about them.
    await deps.sandboxLedger?.openAccount(walletId, "USD", 100);
    await subscribe({ token: await walletToken(walletId) });
    await callAsCustomer(secret, "PUT", PUSH, { json: newBrowser().subscription });
    moveClock(91 * DAY);
    expect(await storedOf(walletId)).toBe(2);
    await runSweep();
    expect(await storedOf(walletId)).toBe(1);
  });
});

describe("DELETE /wallet/api/v1/push", () => {
  it("ends a subscription of one's own, and no other's", async ({ wallet }) => {
    const { subscription } = await subscribe(wallet);
    const json = { endpoint: subscription.endpoint };
    const stranger = await makeWallet();
    expect((await call("DELETE", PUSH, { token: stranger.token, json })).status).toBe(200);
    expect(await subscriptionsOf(wallet)).toBe(1);
    for (let time = 0; time < 2; time++) {
      const { status, body } = await call("DELETE", PUSH, { token: wallet.token, json });
      expect([status, body.subscriptions]).toEqual([200, 0]);
    }
  });
});
