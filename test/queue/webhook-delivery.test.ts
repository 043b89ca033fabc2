import { env } from "cloudflare:workers";
import { Webhook } from "standardwebhooks";
import { describe, expect, it, vi } from "vitest";
import { originOf } from "#core/domain/webhooks/delivery.ts";
import { deliveryTools } from "#core/services/webhooks/deliveries.ts";
import { probeIfDue } from "#core/webhooks/circuit.ts";
import { attemptDeliveries, prepareDeliveries } from "#core/webhooks/deliver.ts";
import { HOUR, moveClock, SECOND } from "../support/clock.ts";
import { deliver, deliveryRows, messagesFor } from "../support/deliveries.ts";
import { failDatabase, holdDatabase } from "../support/faults.ts";
import { until } from "../support/objects.ts";
import { consume, takeMessages } from "../support/queues.ts";
import { useScheduledDeliveries } from "../support/receiver.ts";
import { rowsOf } from "../support/rows.ts";
import { completedPayment, seedDegraded, seedDeliveries, seedShop } from "../support/seeded-deliveries.ts";
import { deps } from "../support/seeds.ts";

const { log, queues, receiver } = useScheduledDeliveries();

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
    const [retry, ...others] = queues.webhooks;
    expect(others).toEqual([]);
    expect(retry).toEqual({
      body: { ...next, delayedUntil: (await event())?.next_attempt_at },
      delaySeconds: expect.closeTo(5, 0),
    });
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

// Webhook attempts at their limits, and those that are not made or cannot be recorded.

function linesOf(event: string) {
  return log.map((line) => JSON.parse(line)).filter((line) => line.event === event);
}

/** The row that counts the failures of the merchant's hosts; null when none has failed. */
async function hostOf(merchantId: string) {
  return await rowsOf(merchantId).first<{ failures: number; next_probe_at: number | null }>(
    "SELECT failures, next_probe_at FROM webhook_endpoints WHERE merchant_id = ?",
    merchantId,
  );
}

describe("a message", () => {
  it("is on time up to a second before its delivery is due", async () => {
    const { merchant, intent } = await seedShop();
    const ids = await seedDeliveries(intent, 1, { nextAttemptAt: Date.now() + SECOND + 1 });
    await deliver(merchant.id, ids);
    expect(receiver.requests).toEqual([]);
    moveClock(1);
    await deliver(merchant.id, ids);
    expect(receiver.requests).toHaveLength(1);
  });

  it("of a retry after exactly twelve hours is sent: a queue can delay it that long", async () => {
    const { merchant, intent } = await seedShop();
    const headers = { "retry-after": String((12 * HOUR) / SECOND) };
    receiver.response = () => new Response("later", { status: 503, headers });
    const [id = ""] = await seedDeliveries(intent, 1);
    await deliver(merchant.id, [id]);
    expect(queues.webhooks).toEqual([
      {
        body: { merchantId: merchant.id, eventId: id, delayedUntil: Date.now() + 12 * HOUR },
        delaySeconds: (12 * HOUR) / SECOND,
      },
    ]);
  });

  it("of a retry that the queue refuses is logged", async () => {
    const { merchant, intent } = await seedShop();
    receiver.response = () => new Response("no", { status: 500 });
    vi.mocked(env.WEBHOOK_RETRIES.send).mockRejectedValue(new Error("Too Many Requests"));
    const [id = ""] = await seedDeliveries(intent, 1);
    await deliver(merchant.id, [id]);
    expect(linesOf("queue_send_failed")).toMatchObject([
      { level: "error", event_id: id, error: "Error: Too Many Requests" },
    ]);
  });
});

describe("an attempt", () => {
  it("is made at once when its endpoint recovers while it is about to wait", async () => {
    const { merchant, intent, url } = await seedShop();
    await seedDegraded(merchant.id, url);
    const ids = await seedDeliveries(intent, 1);
    const held = holdDatabase(/^update "events" set "next_attempt_at" = .*"parked_url" = /s);
    const holding = deliver(merchant.id, ids);
    await until(() => held.waiting === 1);
    await rowsOf(merchant.id).run(
      "UPDATE webhook_endpoints SET degraded_since = NULL WHERE merchant_id = ?",
      merchant.id,
    );
    held.release();
    await holding;
    expect(receiver.requests).toHaveLength(1);
    expect((await deliveryRows(merchant.id))[0]).toMatchObject({ delivery_status: "delivered", attempts: 1 });
  });

  it("that D1 does not record is logged, and stays due", async () => {
    const { merchant, intent } = await seedShop();
    const [id = ""] = await seedDeliveries(intent, 1);
    failDatabase(/^update "events" set .*"attempt_log"/s);
    await deliver(merchant.id, [id]);
    expect(linesOf("webhook_record_failed")).toMatchObject([{ level: "error", event_id: id }]);
    expect((await deliveryRows(merchant.id))[0]).toMatchObject({ delivery_status: "pending", attempts: 0 });
  });

  it("is not made without the signing secret, and does not count against the endpoint", async () => {
    const { merchant, intent } = await seedShop();
    await rowsOf(merchant.id).run(
      "UPDATE merchants SET webhook_secret = 'v1.unknown.AA==.AA==' WHERE id = ?",
      merchant.id,
    );
    await deliver(merchant.id, await seedDeliveries(intent, 1));
    expect(receiver.requests).toEqual([]);
    expect((await deliveryRows(merchant.id))[0]).toMatchObject({
      delivery_status: "pending",
      attempts: 1,
      last_error: "the signing secret cannot be opened",
    });
    expect(await hostOf(merchant.id)).toBeNull();
    expect(linesOf("webhook_secret_unreadable")).toMatchObject([{ level: "error", owner_id: merchant.id }]);
  });

  it("is not made to an address that is not allowed, and counts against its endpoint", async () => {
    const { merchant, intent } = await seedShop();
    await rowsOf(merchant.id).run(
      "UPDATE merchants SET webhook_url = 'https://192.0.2.1/hook' WHERE id = ?",
      merchant.id,
    );
    const tools = deliveryTools(deps, deps.shards.home);
    const webhooks = { ...tools.config.webhooks, allowPrivate: false };
    const [message] = messagesFor(merchant.id, await seedDeliveries(intent, 1));
    if (message === undefined) throw new Error("no delivery");
    const restricted = { ...tools, config: { ...tools.config, webhooks } };
    await attemptDeliveries(restricted, prepareDeliveries(restricted, [message]));
    expect(receiver.requests).toEqual([]);
    expect((await deliveryRows(merchant.id))[0]).toMatchObject({
      attempts: 1,
      last_error: "address must name its host, not an IP address",
    });
    expect(await hostOf(merchant.id)).toMatchObject({ failures: 1 });
  });
});

describe("a probe", () => {
  it("stays due while nothing waits that would go to the endpoint", async () => {
    const { merchant, intent, url } = await seedShop();
    await seedDegraded(merchant.id, url, 0);
    await seedDeliveries(intent, 1, { waitingUrl: url, nextAttemptAt: null });
    await rowsOf(merchant.id).run(
      "UPDATE events SET type = 'refund.pending' WHERE merchant_id = ?",
      merchant.id,
    );
    await probeIfDue(deliveryTools(deps, deps.shards.home), {
      merchantId: merchant.id,
      origin: originOf(url),
    });
    expect(await hostOf(merchant.id)).toMatchObject({ next_probe_at: Date.now() });
    expect(takeMessages(queues.webhooks, merchant.id)).toEqual([]);
  });
});
