import { describe, expect, it } from "vitest";
import { call } from "../../support/api.ts";
import { moveClock, useStoppedClock } from "../../support/clock.ts";
import { COUNTERS, makeCounter, rotateCounterSecret } from "../../support/counters.ts";
import { expectInvalid } from "../../support/error-responses.ts";
import { useMutedLog } from "../../support/faults.ts";
import { confirm, makeIntent } from "../../support/intents.ts";
import { drained } from "../../support/objects.ts";
import {
  makeMerchant,
  makeWallet,
  renewMerchant,
  renewWallet,
  type TestMerchant,
  type TestWallet,
} from "../../support/parties.ts";
import { isSignedWith, useDeliveries } from "../../support/receiver.ts";

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
  await drained(id);
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

  it.each([[0], [WEEK_SECONDS]])("accepts a grace period of %d seconds", async (seconds) => {
    const { merchant, counter } = await setUpShop();
    const response = await rotateCounterSecret(merchant, counter.id, { grace_period_seconds: seconds });
    expect(response.status).toBe(200);
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
