import { describe, expect } from "vitest";
import { updateMerchant } from "../../src/db/merchants/merchants.ts";
import type { EventType } from "../../src/domain/events.ts";
import type { PaymentIntent } from "../../src/domain/payment-intent.ts";
import { moveClock, useStoppedClock } from "../support/clock.ts";
import { useMutedLog } from "../support/faults.ts";
import { eventsOf } from "../support/intent-rows.ts";
import { drained, execute, fireAlarm, pay } from "../support/objects.ts";
import { consume, useQueues } from "../support/queues.ts";
import { isSignedWith, useReceiver } from "../support/receiver.ts";
import { it } from "../support/seeded-it.ts";
import {
  db,
  type SeededMerchant,
  seedCounter,
  seedIntent,
  seedMerchant,
  seedWallet,
} from "../support/seeds.ts";

const ALL_REFUND_EVENTS: EventType[] = ["payment.completed", "refund.pending", "refund.completed"];

const queues = useQueues();
useMutedLog();
const receiver = useReceiver();
useStoppedClock();

async function completeIntent(merchant: SeededMerchant, change: Partial<PaymentIntent> = {}) {
  const intent = await seedIntent(merchant.id, change);
  await pay(intent.id, await seedWallet());
  await drained(intent.id);
  return intent;
}

async function refundIntent(merchant: SeededMerchant, intent: PaymentIntent) {
  await execute(intent.id, { type: "refund", merchantId: merchant.id, key: null });
  moveClock(3_000);
  await fireAlarm(intent.id);
  await drained(intent.id);
}

function deliverAll() {
  return consume(
    "webhooks",
    queues.webhooks.splice(0).map(({ body }) => body),
  );
}

/** The URL and event of each webhook. */
function deliveries() {
  return receiver.requests.map(({ url, body }) => [url, JSON.parse(body).type]);
}

describe("an event's endpoint", () => {
  it("is the callback_url for payment.completed, and the merchant's for what it takes of the others, signed with its secret", async () => {
    const merchant = await seedMerchant({
      webhookUrl: "https://shop.test/hook",
      webhookEvents: ALL_REFUND_EVENTS,
    });
    const intent = await completeIntent(merchant, { callbackUrl: "https://order.test/1" });
    await refundIntent(merchant, intent);

    await deliverAll();

    expect(deliveries().sort()).toEqual([
      ["https://order.test/1", "payment.completed"],
      ["https://shop.test/hook", "refund.completed"],
      ["https://shop.test/hook", "refund.pending"],
    ]);
    for (const request of receiver.requests) expect(isSignedWith(merchant.secret, request)).toBe(true);
  });

  it("is the callback_url signed with the counter's secret when the intent has a counter", async ({
    merchant,
  }) => {
    const counter = await seedCounter(merchant.id, { webhookUrl: "https://till.test/hook" });
    await completeIntent(merchant, { callbackUrl: "https://order.test/1", counterId: counter.id });

    await deliverAll();

    expect(deliveries()).toEqual([["https://order.test/1", "payment.completed"]]);
    expect(isSignedWith(counter.secret, receiver.requests.at(-1))).toBe(true);
  });

  it("is the counter's before the merchant's, for the events and with the secret of each", async () => {
    const merchant = await seedMerchant({
      webhookUrl: "https://shop.test/hook",
      webhookEvents: ALL_REFUND_EVENTS,
    });
    const counter = await seedCounter(merchant.id, {
      webhookUrl: "https://till.test/hook",
      webhookEvents: ["payment.completed", "refund.completed"],
    });
    const intent = await completeIntent(merchant, { counterId: counter.id });
    await refundIntent(merchant, intent);

    await deliverAll();

    expect(deliveries().sort()).toEqual([
      ["https://shop.test/hook", "refund.pending"],
      ["https://till.test/hook", "payment.completed"],
      ["https://till.test/hook", "refund.completed"],
    ]);
    for (const request of receiver.requests) {
      const { secret } = request.url.includes("till") ? counter : merchant;
      expect(isSignedWith(secret, request)).toBe(true);
    }
  });

  it("is the merchant's endpoint for a counter without one, signed with the merchant's secret", async () => {
    const merchant = await seedMerchant({ webhookUrl: "https://shop.test/hook" });
    const counter = await seedCounter(merchant.id);
    await completeIntent(merchant, { counterId: counter.id });

    await deliverAll();

    expect(deliveries()).toEqual([["https://shop.test/hook", "payment.completed"]]);
    expect(isSignedWith(merchant.secret, receiver.requests.at(-1))).toBe(true);
  });

  it("gets only the events its owner subscribed to", async () => {
    const merchant = await seedMerchant({
      webhookUrl: "https://shop.test/hook",
      webhookEvents: ["refund.completed"],
    });
    const intent = await completeIntent(merchant);
    await refundIntent(merchant, intent);

    await deliverAll();

    expect(deliveries()).toEqual([["https://shop.test/hook", "refund.completed"]]);
    expect((await eventsOf(intent.id)).map((row) => row.delivery_status)).toEqual([
      "none",
      "none",
      "delivered",
    ]);
  });

  it("can be absent: the event is kept, and nothing is queued or sent", async ({ merchant }) => {
    const intent = await completeIntent(merchant);

    expect(queues.webhooks).toEqual([]);
    expect(await eventsOf(intent.id)).toMatchObject([
      { type: "payment.completed", delivery_status: "none", next_attempt_at: null, attempts: 0 },
    ]);
    expect(receiver.requests).toEqual([]);
  });
});

describe("a change between the event and its delivery", () => {
  it("sends to the new URL", async () => {
    const merchant = await seedMerchant({ webhookUrl: "https://old.test/hook" });
    await completeIntent(merchant);
    await updateMerchant(db, merchant.id, { webhookUrl: "https://new.test/hook", updatedAt: Date.now() });

    await deliverAll();

    expect(deliveries()).toEqual([["https://new.test/hook", "payment.completed"]]);
  });

  it("sends nothing when the URL was removed, and keeps the event", async () => {
    const merchant = await seedMerchant({ webhookUrl: "https://old.test/hook" });
    const intent = await completeIntent(merchant);
    await updateMerchant(db, merchant.id, { webhookUrl: null, updatedAt: Date.now() });

    expect(await deliverAll()).toMatchObject({ acked: [0] });

    expect(receiver.requests).toEqual([]);
    expect(await eventsOf(intent.id)).toMatchObject([{ delivery_status: "failed", next_attempt_at: null }]);
  });

  it("never delivers one merchant's event for another", async () => {
    const merchant = await seedMerchant({ webhookUrl: "https://shop.test/hook" });
    const stranger = await seedMerchant({ webhookUrl: "https://stranger.test/hook" });
    await completeIntent(merchant);
    const message = queues.webhooks[0]?.body;

    expect(await consume("webhooks", [{ ...message, merchantId: stranger.id }])).toMatchObject({
      acked: [0],
    });

    expect(receiver.requests).toEqual([]);
  });
});
