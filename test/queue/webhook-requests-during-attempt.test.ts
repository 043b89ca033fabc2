// The merchant's own requests while deliveries are being attempted.

import { env } from "cloudflare:workers";
import { describe, expect, it, vi } from "vitest";
import { DAY, HOUR, moveClock, SECOND } from "../support/clock.ts";
import { attemptStatuses, callAs, DELIVERIES, deliver, deliveryRows } from "../support/deliveries.ts";
import { until } from "../support/objects.ts";
import { MERCHANT_API } from "../support/paths.ts";
import { consume } from "../support/queues.ts";
import { holdResponses, isSignedWith, useScheduledDeliveries } from "../support/receiver.ts";
import { rowsOf } from "../support/rows.ts";
import { type Shop, seedDeliveries, seedShop } from "../support/seeded-deliveries.ts";
import { seedCounter, seedIntent } from "../support/seeds.ts";

const { receiver } = useScheduledDeliveries();

const seedOpenShop = (): Promise<Shop> => seedShop({ expiresAt: Date.now() + 30 * DAY });
describe("a redelivery requested during an attempt", () => {
  async function redeliverDuringAttempt(status: number) {
    const { merchant, intent } = await seedOpenShop();
    const [id = ""] = await seedDeliveries(intent, 1, { attempts: 3 });
    const { release } = holdResponses(receiver, status);
    const delivering = deliver(merchant.id, [id]);
    await until(() => receiver.requests.length === 1);
    moveClock(SECOND);
    await callAs(merchant.id, "POST", `${DELIVERIES}/${id}/redeliver`);
    release();
    await delivering;
    return { merchant, row: (await deliveryRows(merchant.id))[0] };
  }

  it("is satisfied by that attempt's success", async () => {
    const { row } = await redeliverDuringAttempt(200);
    expect(row).toMatchObject({ delivery_status: "delivered", next_attempt_at: null });
    expect(attemptStatuses(row)).toEqual([200]);
  });

  it("starts the whole schedule after that attempt's logged failure", async () => {
    const { row } = await redeliverDuringAttempt(500);
    expect(row).toMatchObject({ delivery_status: "pending", attempts: 0, next_attempt_at: Date.now() });
    expect(attemptStatuses(row)).toEqual([500]);
  });
});

describe("an endpoint that is switched off between two attempts", () => {
  it("leaves a failed delivery, which recover restores", async () => {
    const { merchant, intent, url } = await seedOpenShop();
    const ids = await seedDeliveries(intent, 1, { attempts: 3, createdAt: Date.now() - HOUR });
    await callAs(merchant.id, "PUT", `${MERCHANT_API}/webhook`, { url: null });
    await deliver(merchant.id, ids);
    expect((await deliveryRows(merchant.id))[0]).toMatchObject({
      delivery_status: "failed",
      last_error: "no endpoint is subscribed to it any more",
    });
    await callAs(merchant.id, "PUT", `${MERCHANT_API}/webhook`, { url });
    const range = { since: new Date(Date.now() - DAY).toISOString(), until: new Date().toISOString() };
    const { body } = await callAs(merchant.id, "POST", `${DELIVERIES}/recover`, range);
    expect(body.recovered).toBe(1);
  });
});

describe("recover while its deliveries fail again at once", () => {
  it("recovers each delivery once", async () => {
    const { merchant, intent } = await seedOpenShop();
    receiver.response = () => new Response("gone", { status: 410 });
    const createdAt = Date.now() - HOUR;
    await seedDeliveries(intent, 600, { status: "failed", nextAttemptAt: null, createdAt });
    vi.spyOn(env.WEBHOOK_RETRIES, "sendBatch").mockImplementation((async (messages: { body: unknown }[]) => {
      await rowsOf(merchant.id).run("DELETE FROM webhook_endpoints WHERE merchant_id = ?", merchant.id);
      const [first] = messages;
      if (first !== undefined) await consume("webhook-retries", [first.body]);
    }) as never);
    const range = { since: new Date(Date.now() - DAY).toISOString(), until: new Date().toISOString() };
    const { body } = await callAs(merchant.id, "POST", `${DELIVERIES}/recover`, range);
    expect(body).toEqual({ success: true, recovered: 600 });
  });
});

describe("two rotations at once, with a grace period", () => {
  it.each(["merchant", "counter"])("of a %s's secret return two secrets that both sign", async (owner) => {
    const { merchant, url } = await seedOpenShop();
    const counter = await seedCounter(merchant.id, { webhookUrl: url });
    const ofCounter = owner === "counter";
    const intent = await seedIntent(merchant.id, { counterId: ofCounter ? counter.id : null });
    const path = `${MERCHANT_API}/${ofCounter ? `counters/${counter.id}` : "webhook"}/rotate-secret`;
    const rotate = () => callAs(merchant.id, "POST", path, { grace_period_seconds: 3600 });
    const responses = await Promise.all([rotate(), rotate()]);
    await deliver(merchant.id, await seedDeliveries(intent, 1));
    const shown = responses.map(({ body }) => body.webhook_secret);
    expect(new Set(shown).size).toBe(2);
    expect(shown.map((secret) => isSignedWith(secret, receiver.requests[0]))).toEqual([true, true]);
  });
});
