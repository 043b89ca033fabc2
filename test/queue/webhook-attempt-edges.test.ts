// Webhook attempts at their limits, and those that are not made or cannot be recorded.

import { env } from "cloudflare:workers";
import { describe, expect, it, vi } from "vitest";
import { originOf } from "../../src/domain/delivery.ts";
import { deliveryTools } from "../../src/services/webhooks/deliveries.ts";
import { probeIfDue } from "../../src/webhooks/circuit.ts";
import { prepareDelivery } from "../../src/webhooks/deliver.ts";
import { HOUR, moveClock, SECOND } from "../support/clock.ts";
import { deliver, deliveryRows, messagesFor } from "../support/deliveries.ts";
import { failDatabase, holdDatabase } from "../support/faults.ts";
import { until } from "../support/objects.ts";
import { takeMessages } from "../support/queues.ts";
import { useScheduledDeliveries } from "../support/receiver.ts";
import { rowsOf } from "../support/rows.ts";
import { seedDegraded, seedDeliveries, seedShop } from "../support/seeded-deliveries.ts";
import { deps } from "../support/seeds.ts";

const { queues, receiver, log } = useScheduledDeliveries();

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

  it("has no attempt when another took the delivery at the same time", async () => {
    const { merchant, intent } = await seedShop();
    const messages = messagesFor(merchant.id, await seedDeliveries(intent, 1, { attempts: 1 }));
    const attempts = await Promise.all(
      [...messages, ...messages].map((message) => prepareDelivery(deliveryTools(deps), message)),
    );
    expect(attempts.filter((attempt) => attempt === null)).toHaveLength(1);
  });

  it("of a retry after exactly twelve hours is sent: a queue can delay it that long", async () => {
    const { merchant, intent } = await seedShop();
    const headers = { "retry-after": String((12 * HOUR) / SECOND) };
    receiver.response = () => new Response("later", { status: 503, headers });
    const [id = ""] = await seedDeliveries(intent, 1);
    await deliver(merchant.id, [id]);
    expect(queues.webhooks).toEqual([
      { body: { merchantId: merchant.id, eventId: id }, delaySeconds: (12 * HOUR) / SECOND },
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
  it("is made at once when its endpoint recovers while it is being parked", async () => {
    const { merchant, intent, url } = await seedShop();
    await seedDegraded(merchant.id, url);
    const ids = await seedDeliveries(intent, 1);
    const held = holdDatabase(/^update "events" set "next_attempt_at" = .*"parked_url" = /s);
    const parking = deliver(merchant.id, ids);
    await until(() => held.waiting === 1);
    await rowsOf(merchant.id).run(
      "UPDATE webhook_endpoints SET degraded_since = NULL WHERE merchant_id = ?",
      merchant.id,
    );
    held.release();
    await parking;
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
    const tools = deliveryTools(deps);
    const webhooks = { ...tools.config.webhooks, allowPrivate: false };
    const [message] = messagesFor(merchant.id, await seedDeliveries(intent, 1));
    if (message === undefined) throw new Error("no delivery");
    const attempt = await prepareDelivery({ ...tools, config: { ...tools.config, webhooks } }, message);
    await attempt?.();
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
    await seedDeliveries(intent, 1, { parkedUrl: url, nextAttemptAt: null });
    await rowsOf(merchant.id).run(
      "UPDATE events SET type = 'refund.pending' WHERE merchant_id = ?",
      merchant.id,
    );
    await probeIfDue(deliveryTools(deps), { merchantId: merchant.id, origin: originOf(url) });
    expect(await hostOf(merchant.id)).toMatchObject({ next_probe_at: Date.now() });
    expect(takeMessages(queues.webhooks, merchant.id)).toEqual([]);
  });
});
