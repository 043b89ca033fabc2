import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect } from "vitest";
import { handleWalletEvent } from "#core/services/wallet/wallet-events.ts";
import { preparePush, sendPushes } from "#parts/push/services/push.ts";
import { sandboxDependenciesFor } from "#sandbox/composition.ts";
import worker from "#sandbox.ts";
import { call } from "../../../support/api.ts";
import { listApprovals, makeApproval } from "../../../support/approvals.ts";
import { MINUTE, moveClock, useStoppedClock } from "../../../support/clock.ts";
import { failDatabase, muteLog } from "../../../support/faults.ts";
import { withdraw } from "../../../support/intents.ts";
import { it } from "../../../support/it.ts";
import { until } from "../../../support/objects.ts";
import { makeWallet } from "../../../support/parties.ts";
import {
  decrypt,
  newBrowser,
  PUSH,
  setUpPush,
  subscribe,
  subscriptionsOf,
  take,
  verifyVapid,
} from "../../../support/push.ts";
import { consume, type SentMessage } from "../../../support/queues.ts";
import { bearer, startService } from "../../../support/rate-limits.ts";
import { useReceiver } from "../../../support/receiver.ts";

const receiver = useReceiver(() => new Response(null, { status: 201 }));
useStoppedClock();

/** The event, and then the pushes that it leads to. */
async function deliver({ sent, pushes }: { sent: SentMessage[]; pushes: SentMessage[] }) {
  await consume("wallet-events", take(sent));
  return await consume("pushes", take(pushes));
}

const hosts = () => receiver.requests.map(({ url }) => url);

describe("a request for approval while the wallet is closed", () => {
  it("arrives encrypted and signed, as the standards say, and names the request that the wallet opens", async () => {
    const { wallet, intent, browser, ...queues } = await setUpPush({ amount: 12.5, expires_in: 90 });
    moveClock(10_500);
    await deliver(queues);
    const [request] = receiver.requests;
    expect(hosts()).toEqual([browser.subscription.endpoint]);
    expect(new TextDecoder("latin1").decode(request?.init.body as Uint8Array)).not.toContain(intent.id);
    const pushed = decrypt({ init: request?.init ?? {} }, browser);
    expect(pushed).toEqual({
      type: "approval_requested",
      payment_intent_id: intent.id,
      merchant_name: "Bean & Leaf",
      amount: "12.50",
      currency: "USD",
    });
    expect((await listApprovals(wallet)).map(({ id }: { id: string }) => id)).toEqual([
      pushed.payment_intent_id,
    ]);
    const { headers, init } = request ?? {};
    expect(init).toMatchObject({ method: "POST", redirect: "manual" });
    expect(headers).toMatchObject({
      "content-encoding": "aes128gcm",
      ttl: "79",
      urgency: "high",
      topic: expect.stringMatching(/^[\w-]{32}$/),
    });
    expect(await verifyVapid(headers?.authorization)).toEqual({
      aud: new URL(browser.subscription.endpoint).origin,
      sub: "mailto:operator@payments.test",
      exp: Math.floor(Date.now() / 1000) + 3600,
    });
  });

  it("replaces an earlier push of itself, and of no other request", async () => {
    const { sent, pushes, merchant, wallet } = await setUpPush();
    const [event] = sent;
    await deliver({ sent: [...sent], pushes });
    const other = await makeApproval(merchant, wallet);
    await until(() => sent.length > 1);
    expect(other.id).not.toBe(JSON.parse(event?.body.cloudEvent).subject);
    await deliver({ sent, pushes });
    const topics = receiver.requests.map(({ headers }) => headers.topic);
    expect(topics).toHaveLength(3);
    expect(new Set(topics).size).toBe(2);
  });

  it("is encrypted for each browser of the wallet, and for no other wallet's", async () => {
    const stranger = await subscribe(await makeWallet());
    const { browsers, ...queues } = await setUpPush({}, 2);
    await deliver(queues);
    expect(hosts().sort()).toEqual(browsers.map(({ subscription }) => subscription.endpoint).sort());
    expect(hosts()).not.toContain(stranger.subscription.endpoint);
  });

  it("is not pushed after its deadline, nor when the browser has unsubscribed meanwhile", async () => {
    const late = await setUpPush({ expires_in: 60 });
    await consume("wallet-events", take(late.sent));
    moveClock(MINUTE);
    await consume("pushes", take(late.pushes));
    const left = await setUpPush();
    await consume("wallet-events", take(left.sent));
    const { endpoint } = left.browser.subscription;
    await call("DELETE", PUSH, { token: left.wallet.token, json: { endpoint } });
    expect(await consume("pushes", take(left.pushes))).toMatchObject({ acked: [0] });
    expect(receiver.requests).toEqual([]);
  });

  it("is all that is pushed", async () => {
    const { sent, pushes, merchant, intent } = await setUpPush();
    take(sent);
    await withdraw(merchant, intent.id);
    await until(() => sent.length > 0);
    await deliver({ sent, pushes });
    expect(receiver.requests).toEqual([]);
  });
});

describe("a push that fails", () => {
  it.each([400, 403, 404, 410])("ends the subscription when the service says %i", async (status) => {
    muteLog();
    receiver.response = () => new Response(null, { status });
    const { wallet, ...queues } = await setUpPush();
    expect(await deliver(queues)).toMatchObject({ acked: [0], retried: [] });
    expect(await subscriptionsOf(wallet)).toBe(0);
  });

  it.each([
    ["408", () => new Response("slow", { status: 408 })],
    ["429", () => new Response("busy", { status: 429 })],
    ["500", () => new Response("broken", { status: 500 })],
    ["a redirect", () => new Response(null, { status: 307, headers: { location: "https://other.test" } })],
    [
      "a fault of the connection",
      () => {
        throw new TypeError("connection lost");
      },
    ],
  ])("is tried again after %s, alone, by a message of its own", async (_, response) => {
    muteLog();
    const { sent, pushes, wallet, browsers } = await setUpPush({}, 2);
    const [broken] = browsers;
    receiver.response = ({ url }) =>
      url === broken?.subscription.endpoint ? response() : new Response(null, { status: 201 });
    await consume("wallet-events", take(sent));
    const { acked } = await consume("pushes", take(pushes));
    expect(acked).toEqual([0, 1]);
    expect(pushes).toEqual([{ body: { ...pushes[0]?.body, attempt: 2 }, delaySeconds: 10 }]);
    await consume("pushes", take(pushes));
    const broke = (url: string) => url === broken?.subscription.endpoint;
    expect(hosts().map(broke).sort()).toEqual([false, true, true]);
    expect(await subscriptionsOf(wallet)).toBe(2);
  });

  it("is given up after three attempts", async () => {
    receiver.response = () => new Response(null, { status: 503 });
    const log = muteLog();
    const { sent, pushes, wallet } = await setUpPush();
    await consume("wallet-events", take(sent));
    for (const attempt of [1, 2, 3]) {
      expect(pushes.map(({ body }) => body.attempt)).toEqual([attempt]);
      await consume("pushes", take(pushes));
    }
    expect(pushes).toEqual([]);
    expect(log.filter((line) => line.includes("push_failed"))).toHaveLength(1);
    expect(log.join("\n")).not.toContain('"level":"error"');
    expect(await subscriptionsOf(wallet)).toBe(1);
  });

  it("is not repeated after a time-out, since the service may have it", async () => {
    receiver.response = () => {
      throw new DOMException("timed out", "TimeoutError");
    };
    muteLog();
    const { pushes, ...set } = await setUpPush();
    expect(await deliver({ ...set, pushes })).toMatchObject({ acked: [0], retried: [] });
    expect([hosts().length, pushes]).toEqual([1, []]);
  });

  it("is done when its attempt begins, however long the service takes", async () => {
    const { sent, pushes } = await setUpPush();
    await consume("wallet-events", take(sent));
    const { promise, resolve } = Promise.withResolvers<Response>();
    receiver.response = () => promise;
    const acked = Promise.withResolvers<void>();
    const message = { body: take(pushes)[0], attempts: 1, ack: acked.resolve, retry: () => {} };
    const batch = { queue: "pushes", messages: [message] } as unknown as MessageBatch;
    const context = createExecutionContext();
    await worker.queue(batch, env, context);
    await acked.promise;
    resolve(new Response(null, { status: 201 }));
    await waitOnExecutionContext(context);
    expect(hosts()).toHaveLength(1);
  });

  it("is repeated by the queue when D1 cannot be read", async () => {
    muteLog();
    const { sent, pushes } = await setUpPush();
    await consume("wallet-events", take(sent));
    failDatabase(/from "push_subscriptions"/i);
    expect(await consume("pushes", take(pushes))).toMatchObject({ acked: [], retried: [0] });
  });
});

describe("the operator's wallet platform", () => {
  const WALLET_EVENTS_URL = "https://wallet.test/events";
  const SECRETS = { WALLET_EVENTS_SECRET: "whsec_d2FsbGV0LWV2ZW50cy1zZWNyZXQtb2YtMzItYnl0ZXM=" };
  const deps = sandboxDependenciesFor({ ...env, WALLET_EVENTS_URL, ...SECRETS } as Env);

  it("makes each browser be pushed to once, however often it fails", async () => {
    receiver.response = () => new Response(null, { status: 503 });
    const { sent, pushes } = await setUpPush({}, 2);
    const [event] = take(sent);
    if (event === undefined) throw new Error("nothing was sent");
    for (const attempt of [1, 2, 3])
      await expect(handleWalletEvent(deps, event, attempt)).rejects.toThrow("503");
    expect(take(pushes)).toHaveLength(2);
    expect(hosts()).toEqual([WALLET_EVENTS_URL, WALLET_EVENTS_URL, WALLET_EVENTS_URL]);
  });

  it("gets the event when nobody else can be told", async () => {
    const log = muteLog();
    const { sent } = await setUpPush();
    const [event] = take(sent);
    if (event === undefined) throw new Error("nothing was sent");
    failDatabase(/from "(live_wallets|push_subscriptions)"/i);
    await handleWalletEvent(deps, event, 1);
    expect(hosts()).toEqual([WALLET_EVENTS_URL]);
    for (const name of ["wallet_not_told", "pushes_not_queued"])
      expect(log.filter((line) => line.includes(name))).toHaveLength(1);
  });
});

describe("without the service's own keys", () => {
  const WITHOUT = { VAPID_PUBLIC_KEY: "", VAPID_PRIVATE_KEY: "", VAPID_SUBJECT: "" };

  it("nothing is pushed, and the page is told so", async ({ wallet }) => {
    const send = startService(WITHOUT);
    const headers = { ...bearer(wallet), "Content-Type": "application/json" };
    const read = await send(PUSH, { headers });
    expect([read.status, await read.json()]).toEqual([
      200,
      { success: true, public_key: null, subscriptions: 0 },
    ]);
    const body = JSON.stringify(newBrowser().subscription);
    const put = await send(PUSH, { method: "PUT", headers, body });
    expect([put.status, ((await put.json()) as { code: string }).code]).toEqual([409, "push_not_configured"]);
  });

  it("a request that is left from before is dropped", async () => {
    const { sent, pushes } = await setUpPush();
    const deps = sandboxDependenciesFor({ ...env, ...WITHOUT } as Env);
    const [event] = take(sent);
    if (event === undefined) throw new Error("nothing was sent");
    await handleWalletEvent(deps, event, 1);
    expect(pushes).toEqual([]);
    await sendPushes(deps, [preparePush(deps, { ...event, pushTo: "hash", attempt: 1 })]);
    expect(receiver.requests).toEqual([]);
  });
});
