import { describe, expect, it } from "vitest";
import { updateMerchant } from "#core/db/merchants/merchants.ts";
import { EVENT_TYPES } from "#core/domain/payment-intents/events.ts";
import { MINUTE, moveClock } from "../../../support/clock.ts";
import { eventsOf } from "../../../support/intent-rows.ts";
import { execute, pay, published } from "../../../support/objects.ts";
import { findingsAbout, kindsAbout, useReconciliation } from "../../../support/reconciliation.ts";
import { rowsOf } from "../../../support/rows.ts";
import { db, seedCounter, seedIntent, seedPayable } from "../../../support/seeds.ts";
import { seedPaid, settleRefund } from "../../../support/settlement.ts";

useReconciliation();

const URL = "https://shop.test/hook";

async function deleteEvent(intentId: string, type: string): Promise<void> {
  await rowsOf(intentId).run("DELETE FROM events WHERE intent_id = ? AND type = ?", intentId, type);
}

/** Makes the event look as if its webhook had not been planned when it was stored. */
async function forgetDelivery(intentId: string): Promise<string> {
  const [event] = await eventsOf(intentId);
  const forget = "UPDATE events SET delivery_status = 'none', next_attempt_at = NULL WHERE id = ?";
  await rowsOf(intentId).run(forget, event?.id);
  return event?.id ?? "";
}

async function seedNotified() {
  const payable = await seedPayable({ webhookUrl: URL });
  moveClock(MINUTE);
  await pay(payable.intent.id, payable.wallet);
  await published(payable.intent.id);
  return payable;
}

describe("GET /admin/reconciliation, about events", () => {
  it("finds a paid intent without its event", async () => {
    const { merchant, intent } = await seedPaid();
    await published(intent.id);
    await deleteEvent(intent.id, "payment.completed");
    const since = new Date().toISOString();
    expect(await kindsAbout(merchant.id)).toEqual([]);
    moveClock(11 * MINUTE);

    expect(await findingsAbout(merchant.id)).toEqual([
      {
        kind: "event_missing",
        since,
        merchant_id: merchant.id,
        payment_intent_id: intent.id,
        movement_id: null,
        event_id: null,
        transaction_id: null,
        found: "there is no event payment.completed",
        action: expect.stringContaining(`GET /merchant/api/v1/payment-intents/${intent.id}`),
      },
    ]);
  });

  it("finds cancelled, expired and refunded intents without their events", async () => {
    const { merchant, intent: refunded, refund } = await seedPaid();
    await refund();
    await settleRefund(refunded.id);
    const cancelled = await seedIntent(merchant.id);
    await execute(cancelled.id, { type: "cancel", merchantId: merchant.id });
    const expired = await seedIntent(merchant.id);
    await execute(expired.id, { type: "simulate_expiry", merchantId: merchant.id });
    for (const { id } of [refunded, cancelled, expired]) await published(id);
    moveClock(11 * MINUTE);
    expect(await kindsAbout(merchant.id)).toEqual([]);

    await deleteEvent(refunded.id, "refund.completed");
    await deleteEvent(cancelled.id, "payment.cancelled");
    await deleteEvent(expired.id, "payment.expired");

    const found = (await findingsAbout(merchant.id)).map(({ payment_intent_id: id, found: text }) => [
      id,
      text,
    ]);
    expect(new Map(found as [string, string][])).toEqual(
      new Map([
        [refunded.id, "there is no event refund.completed"],
        [cancelled.id, "there is no event payment.cancelled"],
        [expired.id, "there is no event payment.expired"],
      ]),
    );
  });

  it("finds an event without a webhook, if an endpoint was subscribed to it", async () => {
    const { merchant, intent } = await seedNotified();
    const eventId = await forgetDelivery(intent.id);
    moveClock(11 * MINUTE);

    expect(await findingsAbout(merchant.id)).toMatchObject([
      {
        kind: "delivery_missing",
        event_id: eventId,
        action: expect.stringContaining(`POST /merchant/api/v1/webhook-deliveries/${eventId}/redeliver`),
      },
    ]);
  });

  it("does not blame an endpoint that was set later", async () => {
    const { merchant, intent } = await seedNotified();
    await forgetDelivery(intent.id);
    moveClock(11 * MINUTE);
    await rowsOf(merchant.id).run(
      "UPDATE merchants SET updated_at = ? WHERE id = ?",
      Date.now(),
      merchant.id,
    );

    expect(await kindsAbout(merchant.id)).toEqual([]);
  });

  it("does not blame an endpoint that was set later for what a callback_url does not take", async () => {
    const { merchant } = await seedPayable();
    const { id } = await seedIntent(merchant.id, { callbackUrl: URL });
    await execute(id, { type: "cancel", merchantId: merchant.id });
    await published(id);
    moveClock(MINUTE);
    const change = { webhookUrl: URL, webhookEvents: [...EVENT_TYPES], updatedAt: Date.now() };
    await updateMerchant(db, merchant.id, change);
    moveClock(11 * MINUTE);

    expect(await kindsAbout(merchant.id)).toEqual([]);
  });

  it("does not blame a counter's endpoint that was set later, but a callback_url", async () => {
    const { merchant, wallet } = await seedPayable();
    const { id: counterId } = await seedCounter(merchant.id, { webhookUrl: URL });
    moveClock(MINUTE);
    const atCounter = await seedIntent(merchant.id, { counterId });
    const withCallback = await seedIntent(merchant.id, { counterId, callbackUrl: URL });
    for (const { id } of [atCounter, withCallback]) {
      await pay(id, wallet);
      await published(id);
      await forgetDelivery(id);
    }
    moveClock(11 * MINUTE);
    await rowsOf(counterId).run("UPDATE counters SET updated_at = ? WHERE id = ?", Date.now(), counterId);

    expect(await findingsAbout(merchant.id)).toMatchObject([
      { kind: "delivery_missing", payment_intent_id: withCallback.id },
    ]);
  });

  it("finds a webhook that is neither due nor waiting nor finished", async () => {
    const { merchant, intent } = await seedNotified();
    await rowsOf(intent.id).run("UPDATE events SET next_attempt_at = NULL WHERE intent_id = ?", intent.id);
    moveClock(11 * MINUTE);

    expect(await kindsAbout(merchant.id)).toEqual(["delivery_missing"]);
  });

  it("compares the intents of the period only", async () => {
    const { merchant, intent } = await seedPaid();
    await published(intent.id);
    await deleteEvent(intent.id, "payment.completed");
    const at = (offset: number) => new Date(intent.createdAt + offset).toISOString();
    moveClock(11 * MINUTE);

    expect(await kindsAbout(merchant.id, `from=${at(0)}&to=${at(1)}`)).toEqual(["event_missing"]);
    expect(await kindsAbout(merchant.id, `from=${at(1)}`)).toEqual([]);
    expect(await kindsAbout(merchant.id, `to=${at(0)}`)).toEqual([]);
  });
});
