import { Webhook } from "standardwebhooks";
import { describe, expect, it, vi } from "vitest";
import { moveClock } from "../support/clock.ts";
import { deliver } from "../support/deliveries.ts";
import { until } from "../support/objects.ts";
import { consume } from "../support/queues.ts";
import { useScheduledDeliveries } from "../support/receiver.ts";
import { completedPayment } from "../support/seeded-deliveries.ts";

const { queues, receiver } = useScheduledDeliveries();

describe("a delivery", () => {
  it("is marked delivered after any 2xx, and is no longer due", async () => {
    const { body, event } = await completedPayment(queues.webhooks);
    receiver.response = () => new Response(null, { status: 204 });

    expect(await consume("webhooks", [body])).toEqual({ acked: [0], retried: [], retryDelaysSeconds: [] });

    expect(await event()).toMatchObject({
      delivery_status: "delivered",
      attempts: 1,
      next_attempt_at: null,
      last_response_status: 204,
      last_error: null,
      ended_at: Date.now(),
    });
    expect(queues.webhooks).toEqual([]);
  });

  it("carries the intent as it was at the event, with metadata verbatim", async () => {
    const metadata = '{"z":1,"a":12345678901234567890,"nested":{"x":[1.0,null]}}';
    const { body, intent, event } = await completedPayment(queues.webhooks, metadata);

    await consume("webhooks", [body]);

    const sent = receiver.requests[0]?.body ?? "";
    expect(sent).toBe((await event())?.payload);
    expect(sent).toContain(`"metadata":${metadata}`);
    expect(JSON.parse(sent)).toMatchObject({
      type: "payment.completed",
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      data: {
        payment_intent: { id: intent.id, status: "completed", amount: 12.5 },
        reference: "order-1",
        sequence: 1,
      },
    });
    expect(JSON.parse(sent).data.payment_intent).not.toHaveProperty("qr_code_url");
  });

  it("verifies with the receiver's library on every attempt, with a new timestamp and the same id and bytes", async () => {
    const { merchant, body } = await completedPayment(queues.webhooks);
    receiver.response = () => new Response("no", { status: 500 });
    for (let attempt = 0; attempt < 3; attempt++) {
      await deliver(merchant.id, [body.eventId]);
      moveClock(10 * 60_000);
    }

    expect(receiver.requests).toHaveLength(3);
    const [first] = receiver.requests;
    for (const { headers, body: sent } of receiver.requests) {
      vi.setSystemTime(Number(headers["webhook-timestamp"]) * 1000);
      expect(new Webhook(merchant.secret).verify(sent, headers)).toEqual(JSON.parse(sent));
      expect(headers["webhook-id"]).toBe(body.eventId);
      expect(sent).toBe(first?.body);
    }
    expect(new Set(receiver.requests.map(({ headers }) => headers["webhook-timestamp"])).size).toBe(3);
    expect(new Set(receiver.requests.map(({ headers }) => headers["webhook-signature"])).size).toBe(3);
  });

  it("is posted once even when its message comes again, twice in a batch or out of order", async () => {
    const one = await completedPayment(queues.webhooks);
    const two = await completedPayment(queues.webhooks);
    await consume("webhooks", [two.body]);
    await consume("webhooks", [one.body]);

    const outcome = await consume("webhooks", [two.body, one.body, one.body]);

    expect(outcome).toMatchObject({ acked: [0, 1, 2] });
    expect(receiver.requests).toHaveLength(2);
  });

  it("records one attempt when two consumers are concurrent, and queues one retry", async () => {
    const { body, event } = await completedPayment(queues.webhooks);
    receiver.response = async () => {
      await until(() => receiver.requests.length === 2);
      return new Response("no", { status: 500 });
    };

    await Promise.all([consume("webhooks", [body]), consume("webhooks", [body])]);

    expect(new Set(receiver.requests.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
    expect(await event()).toMatchObject({ delivery_status: "pending", attempts: 1 });
    const { firstDueAt: _, ...next } = body;
    expect(queues.webhooks).toEqual([{ body: next, delaySeconds: 5 }]);
  });

  it("stays delivered when a slower consumer's attempt fails", async () => {
    const { body, event } = await completedPayment(queues.webhooks);
    receiver.response = async ({ init }) => {
      const isFirst = receiver.requests[0]?.init === init;
      await until(async () => (isFirst ? receiver.requests.length === 2 : (await event())?.attempts === 1));
      return new Response("", { status: isFirst ? 200 : 500 });
    };

    await Promise.all([consume("webhooks", [body]), consume("webhooks", [body])]);

    expect(await event()).toMatchObject({ delivery_status: "delivered", attempts: 1 });
    expect(queues.webhooks).toEqual([]);
  });
});
