import { describe, expect } from "vitest";
import { call } from "../../support/api.ts";
import { approve, makeApproval, postScan } from "../../support/approvals.ts";
import { MINUTE, moveClock, useStoppedClock } from "../../support/clock.ts";
import {
  COUNTERS,
  deactivateCounter,
  listCounters,
  makeCounter,
  readCounter,
  rotateCounterSecret,
  updateCounter,
} from "../../support/counters.ts";
import { expectFailure, expectInvalid } from "../../support/error-responses.ts";
import { muteLog, useMutedLog } from "../../support/faults.ts";
import { listIntents, readIntent } from "../../support/intent-reads.ts";
import { cancel, confirm, makeIntent, postIntent, refund, withdraw } from "../../support/intents.ts";
import { it } from "../../support/it.ts";
import { published } from "../../support/objects.ts";
import {
  makeMerchant,
  makeWallet,
  renewMerchant,
  renewWallet,
  type TestMerchant,
  type TestWallet,
} from "../../support/parties.ts";
import { isSignedWith, startDeliveries, useDeliveries } from "../../support/receiver.ts";
import { requestToken } from "../../support/tokens.ts";

const WEEK_SECONDS = 604_800;

const deliveries = useDeliveries();
useMutedLog();
useStoppedClock();

async function setUpShop() {
  const merchant = await makeMerchant();
  const counter = await makeCounter(merchant, { webhook_url: "https://till.test/hook" });
  return { merchant, counter, wallet: await makeWallet() };
}

/** The webhook of a payment made now. */
async function payAndReceiveWebhook(
  merchant: TestMerchant,
  wallet: TestWallet,
  fields: Record<string, unknown>,
) {
  const { id } = await makeIntent(await renewMerchant(merchant), fields);
  expect((await confirm(await renewWallet(wallet), id)).status).toBe(200);
  await published(id);
  const [request] = await deliveries.deliverAll();
  return request;
}

describe("POST /merchant/api/v1/counters/{counterID}/rotate-secret", () => {
  it("returns 200 with a new secret each time and a note", async () => {
    const { merchant, counter } = await setUpShop();
    const [first, second] = [
      await rotateCounterSecret(merchant, counter.id),
      await rotateCounterSecret(merchant, counter.id, {}),
    ];
    for (const { status, body } of [first, second]) {
      expect(status).toBe(200);
      expect(body).toEqual({
        success: true,
        webhook_secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
        note: expect.stringMatching(/./),
      });
    }
    const secrets = [counter.webhookSecret, first.body.webhook_secret, second.body.webhook_secret];
    expect(new Set(secrets).size).toBe(3);
  });

  it("signs with both secrets until the grace period ends", async () => {
    const { merchant, counter, wallet } = await setUpShop();
    const rotated = await rotateCounterSecret(merchant, counter.id, { grace_period_seconds: 3600 });
    expect(rotated.status).toBe(200);
    const secret = rotated.body.webhook_secret;
    for (const [milliseconds, isOldValid] of [
      [0, true],
      [3_599_000, true],
      [999, true],
      [1, false],
      [3_600_000, false],
    ] as const) {
      moveClock(milliseconds);
      const request = await payAndReceiveWebhook(merchant, wallet, { counter_id: counter.id, amount: 0.5 });
      expect(isSignedWith(secret, request)).toBe(true);
      expect(isSignedWith(counter.webhookSecret, request)).toBe(isOldValid);
    }
  });

  it("signs for a callback_url with both of the counter's secrets during the grace period", async () => {
    const { merchant, counter, wallet } = await setUpShop();
    const { body } = await rotateCounterSecret(merchant, counter.id, { grace_period_seconds: WEEK_SECONDS });
    const fields = { counter_id: counter.id, callback_url: "https://order.test/1" };
    const request = await payAndReceiveWebhook(merchant, wallet, fields);
    expect(request?.url).toBe("https://order.test/1");
    for (const secret of [body.webhook_secret, counter.webhookSecret]) {
      expect(isSignedWith(secret, request)).toBe(true);
    }
  });

  it("keeps one old secret at most, and none after a rotation without a grace period", async () => {
    const { merchant, counter, wallet } = await setUpShop();
    const grace = { grace_period_seconds: 600 };
    const second = (await rotateCounterSecret(merchant, counter.id, grace)).body.webhook_secret;
    const third = (await rotateCounterSecret(merchant, counter.id, grace)).body.webhook_secret;
    const twice = await payAndReceiveWebhook(merchant, wallet, { counter_id: counter.id });
    const secrets = [third, second, counter.webhookSecret];
    expect(secrets.map((secret) => isSignedWith(secret, twice))).toEqual([true, true, false]);
    const fourth = (await rotateCounterSecret(merchant, counter.id, { grace_period_seconds: 0 })).body
      .webhook_secret;
    const last = await payAndReceiveWebhook(merchant, wallet, { counter_id: counter.id });
    expect([fourth, ...secrets].map((secret) => isSignedWith(secret, last))).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });

  it("does not change other counters' secrets or the counter itself", async () => {
    const { merchant, counter, wallet } = await setUpShop();
    const other = await makeCounter(merchant, { webhook_url: "https://other.test/hook" });
    await rotateCounterSecret(merchant, other.id);
    const request = await payAndReceiveWebhook(merchant, wallet, { counter_id: counter.id });
    expect(isSignedWith(counter.webhookSecret, request)).toBe(true);
    const { body } = await call("GET", `${COUNTERS}/${other.id}`, { token: merchant.token });
    expect(body.counter).toEqual({ ...other.counter, updated_at: body.counter.updated_at });
  });

  it.each([[-1], [WEEK_SECONDS + 1], [1.5], ["60"]])(
    "refuses a grace period of %j and keeps the secret",
    async (seconds) => {
      const { merchant, counter, wallet } = await setUpShop();
      const response = await rotateCounterSecret(merchant, counter.id, { grace_period_seconds: seconds });
      expectInvalid(response, "grace_period_seconds");
      const request = await payAndReceiveWebhook(merchant, wallet, { counter_id: counter.id });
      expect(isSignedWith(counter.webhookSecret, request)).toBe(true);
    },
  );
});

async function deactivated(fields: Record<string, unknown> = {}) {
  const merchant = await makeMerchant();
  const counter = await makeCounter(merchant, fields);
  expect((await deactivateCounter(merchant, counter.id)).status).toBe(200);
  return { merchant, counter };
}

async function intentOf(counter: { token: string }) {
  const { status, body } = await postIntent(counter, { amount: 12.5 });
  expect(status).toBe(201);
  return body.payment_intent;
}

describe("DELETE /merchant/api/v1/counters/{counterID}", () => {
  it("returns 200 with a message; the counter becomes inactive", async () => {
    const merchant = await makeMerchant();
    const { id, counter } = await makeCounter(merchant);
    const { status, body } = await deactivateCounter(merchant, id);
    expect(status).toBe(200);
    expect(body).toEqual({ success: true, message: expect.stringMatching(/./) });
    const shown = (await readCounter(merchant, id)).body.counter;
    expect(shown).toEqual({ ...counter, status: "inactive", updated_at: shown.updated_at });
    expect((await listCounters(merchant)).body).toEqual({ success: true, counters: [shown], total: 1 });
  });

  it("refuses writes with tokens it already has; they can still read until they expire", async ({
    merchant,
    counter,
  }) => {
    const intent = await intentOf(counter);
    await deactivateCounter(merchant, counter.id);
    for (const response of [
      await postIntent(counter, { amount: 1 }),
      await postIntent(counter, { amount: 1, counter_id: counter.id }),
      await cancel(counter, intent.id),
      await cancel(counter, crypto.randomUUID()),
      await withdraw(counter, intent.id),
    ]) {
      expectFailure(response, 403, "counter_not_active", "Counter is not active");
    }
    expect(await listIntents(counter)).toEqual([intent]);
    expect((await readIntent(counter, intent.id)).body.payment_intent).toEqual(intent);
    moveClock(6 * MINUTE);
    expect((await readIntent(counter, intent.id)).status).toBe(401);
  });

  it("refuses the merchant's new intents for it with a 400 that names counter_id", async () => {
    const { merchant, counter } = await deactivated();
    const message = "must be an active counter of this merchant";
    const json = { amount: 1, counter_id: counter.id };
    expectInvalid(await postIntent(merchant, json), "counter_id", message);
    const scan = await postScan(merchant, { ...json, scan_token: (await makeWallet()).id });
    expectInvalid(scan, "counter_id", message);
    expect(await listIntents(merchant)).toEqual([]);
    expect((await postIntent(merchant, { amount: 1 })).status).toBe(201);
  });

  it("leaves its open intents payable, refundable and cancellable", async ({ merchant, counter, wallet }) => {
    const [paid, cancelled] = [await intentOf(counter), await intentOf(counter)];
    const approved = await makeApproval(merchant, wallet, { counter_id: counter.id });
    await deactivateCounter(merchant, counter.id);
    expect((await confirm(wallet, paid.id)).status).toBe(200);
    expect((await approve(wallet, approved.id)).status).toBe(200);
    for (const { id } of [paid, approved]) {
      const { status, body } = await refund(merchant, id);
      expect(status).toBe(200);
      expect(body.payment_intent).toMatchObject({ counter_id: counter.id, refund_status: "pending" });
    }
    expect((await cancel(merchant, cancelled.id)).status).toBe(200);
  });

  it("still delivers its pending webhooks, signed with its secret", async ({ merchant }) => {
    const counter = await makeCounter(merchant, { webhook_url: "https://till.test/hook" });
    const [wallet, intent] = [await makeWallet(), await intentOf(counter)];
    await deactivateCounter(merchant, counter.id);
    muteLog();
    const deliveries = startDeliveries();
    await confirm(wallet, intent.id);
    await published(intent.id);
    const [request] = await deliveries.deliverAll();
    expect(request?.url).toBe("https://till.test/hook");
    expect(isSignedWith(counter.webhookSecret, request)).toBe(true);
  });

  it("still allows updates and rotation, which do not reactivate it", async () => {
    const { merchant, counter } = await deactivated();
    const updated = await updateCounter(merchant, counter.id, { name: "Old till", status: "active" });
    expect(updated.status).toBe(200);
    expect(updated.body.counter).toMatchObject({ name: "Old till", status: "inactive" });
    const rotated = await rotateCounterSecret(merchant, counter.id);
    expect(rotated.status).toBe(200);
    expect(rotated.body.webhook_secret).not.toBe(counter.webhookSecret);
    expect((await requestToken(counter.clientId, counter.clientSecret)).status).toBe(401);
    expect((await postIntent(counter, { amount: 1 })).status).toBe(403);
  });
});
