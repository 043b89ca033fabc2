// Redelivery of one delivery, and recovery of all that failed.
import { describe, expect, it, vi } from "vitest";
import { DAY, HOUR, moveClock } from "../../support/clock.ts";
import { callAs, DELIVERIES, deliver, deliveryRows } from "../../support/deliveries.ts";
import { expectFailure, expectInvalid } from "../../support/error-responses.ts";
import { eventsOf } from "../../support/intent-rows.ts";
import { pay, published } from "../../support/objects.ts";
import { MERCHANT_API } from "../../support/paths.ts";
import { consume } from "../../support/queues.ts";
import { isSignedWith, useScheduledDeliveries } from "../../support/receiver.ts";
import { seedDeliveries, seedShop } from "../../support/seeded-deliveries.ts";
import { seedIntent, seedMerchant, seedWallet } from "../../support/seeds.ts";

const RECOVER = `${DELIVERIES}/recover`;

const { queues, receiver } = useScheduledDeliveries();

function redeliver(merchantId: string, id: string | undefined) {
  return callAs(merchantId, "POST", `${DELIVERIES}/${id}/redeliver`);
}

async function consumeAll(): Promise<void> {
  const bodies = queues.webhooks.splice(0).map(({ body }) => body);
  for (let start = 0; start < bodies.length; start += 6) {
    await consume("webhooks", bodies.slice(start, start + 6));
  }
}

describe("POST /merchant/api/v1/webhook-deliveries/{deliveryID}/redeliver", () => {
  it("sends a delivered one again with the same id and bytes, even after the intent has changed", async () => {
    const { merchant, intent } = await seedShop();
    await pay(intent.id, await seedWallet());
    await published(intent.id);
    const id = (await eventsOf(intent.id))[0]?.id ?? "";
    await consumeAll();
    moveClock(HOUR);

    const { status, body } = await redeliver(merchant.id, id);

    expect(status).toBe(200);
    expect(body.delivery).toMatchObject({ id, status: "pending", attempts: 0, delivered_at: null });
    expect(body.delivery.attempt_log).toHaveLength(1);
    await consumeAll();
    const [first, second] = receiver.requests;
    expect(second?.body).toBe(first?.body);
    expect(second?.headers["webhook-id"]).toBe(id);
    expect(isSignedWith(merchant.secret, second)).toBe(true);
    const after = (await callAs(merchant.id, "GET", `${DELIVERIES}/${id}`)).body.delivery;
    expect(after).toMatchObject({ status: "delivered", attempts: 1 });
    expect(after.attempt_log).toHaveLength(2);
  });

  it("restarts the schedule of a failed one, from five seconds to twelve attempts", async () => {
    const { merchant, intent } = await seedShop();
    receiver.response = () => new Response("gone", { status: 410 });
    const [id = ""] = await seedDeliveries(intent, 1, { attempts: 11 });
    await deliver(merchant.id, [id]);
    expect((await deliveryRows(merchant.id))[0]).toMatchObject({ delivery_status: "failed", attempts: 12 });
    receiver.response = () => new Response("no", { status: 500 });

    await redeliver(merchant.id, id);
    await consumeAll();

    expect((await deliveryRows(merchant.id))[0]).toMatchObject({
      delivery_status: "pending",
      attempts: 1,
      next_attempt_at: Date.now() + 5_000,
    });
    let attempts = 1;
    for (; attempts < 20; attempts++) {
      const [row] = await deliveryRows(merchant.id);
      if (row?.delivery_status !== "pending") break;
      vi.setSystemTime(row.next_attempt_at ?? 0);
      await deliver(merchant.id, [id]);
    }
    expect(attempts).toBe(12);
  });

  it("returns 409 for one without an endpoint, and sends it once there is one", async () => {
    const merchant = await seedMerchant();
    const [id = ""] = await seedDeliveries(await seedIntent(merchant.id), 1, {
      status: "none",
      nextAttemptAt: null,
    });
    expectFailure(
      await redeliver(merchant.id, id),
      409,
      "no_webhook_target",
      "no endpoint is subscribed to this event",
    );
    expect((await deliveryRows(merchant.id))[0]).toMatchObject({ delivery_status: "none" });
    await callAs(merchant.id, "PUT", `${MERCHANT_API}/webhook`, { url: "https://late.test/hook" });

    expect((await redeliver(merchant.id, id)).status).toBe(200);
    await consumeAll();

    expect(receiver.requests.map(({ url }) => url)).toEqual(["https://late.test/hook"]);
    expect((await deliveryRows(merchant.id))[0]).toMatchObject({ delivery_status: "delivered" });
  });

  it("counts one attempt, under one id, when requested twice at once", async () => {
    const { merchant, intent } = await seedShop();
    const [id] = await seedDeliveries(intent, 1, { status: "failed", nextAttemptAt: null });
    await Promise.all([redeliver(merchant.id, id), redeliver(merchant.id, id)]);
    await consumeAll();
    expect(new Set(receiver.requests.map(({ headers }) => headers["webhook-id"]))).toEqual(new Set([id]));
    expect((await deliveryRows(merchant.id))[0]).toMatchObject({ delivery_status: "delivered", attempts: 1 });
  });

  it("can be repeated indefinitely: a long log does not block an attempt", async () => {
    const { merchant, intent } = await seedShop();
    const attempt = {
      at: Date.now(),
      target: "merchant" as const,
      url: "https://shop.test/hook",
      status: 500,
      durationMs: 1,
      error: "responded with 500",
      response: "x".repeat(4_000),
      nextAttemptAt: null,
    };
    const log = Array.from({ length: 28 }, () => attempt);
    const [id = ""] = await seedDeliveries(intent, 1, { status: "failed", nextAttemptAt: null, log });
    receiver.response = () => new Response("x".repeat(4_096), { status: 500 });
    for (let time = 0; time < 8; time++) {
      await redeliver(merchant.id, id);
      await consumeAll();
      moveClock(1);
    }

    receiver.response = () => new Response("ok");
    await redeliver(merchant.id, id);
    await consumeAll();

    const [row] = await deliveryRows(merchant.id);
    expect(row).toMatchObject({ delivery_status: "delivered", attempts: 1 });
    const statuses = JSON.parse(row?.attempt_log ?? "").map(({ status }: { status: number }) => status);
    expect(statuses).toEqual([...Array(29).fill(500), 200]);
  });
});

describe("POST /merchant/api/v1/webhook-deliveries/recover", () => {
  it("resends all 20 that failed in the range, and nothing else", async () => {
    const { merchant, intent } = await seedShop();
    const start = Date.now() - 5 * DAY;
    const seed = (count: number, createdAt: number, status: "failed" | "delivered" | "none" | "pending") =>
      seedDeliveries(intent, count, {
        createdAt,
        status,
        attempts: 12,
        nextAttemptAt: status === "pending" ? Date.now() + HOUR : null,
      });
    await seed(3, start - 3, "failed");
    const failed = await seed(20, start, "failed");
    await seed(3, start + 1_000, "failed");
    for (const status of ["delivered", "none", "pending"] as const) await seed(2, start + 10, status);
    const other = await seedShop();
    await seedDeliveries(other.intent, 2, { createdAt: start, status: "failed", nextAttemptAt: null });

    const { status, body } = await callAs(merchant.id, "POST", RECOVER, {
      since: new Date(start).toISOString(),
      until: new Date(start + 1_000).toISOString(),
    });

    expect({ status, body }).toEqual({ status: 200, body: { success: true, recovered: 20 } });
    expect(queues.webhooks.map((message) => message.body.eventId).sort()).toEqual(failed);
    await consumeAll();
    expect(receiver.requests.map(({ headers }) => headers["webhook-id"]).sort()).toEqual(failed);
    const left = (await deliveryRows(merchant.id)).filter((row) => row.delivery_status === "failed");
    expect(left).toHaveLength(6);
    expect((await deliveryRows(other.merchant.id)).map((row) => row.delivery_status)).toEqual([
      "failed",
      "failed",
    ]);
  });

  it.each([
    [{}, "since"],
    [{ since: "2026-01-01T00:00:00Z" }, "until"],
    [{ since: "yesterday", until: "2026-01-01T00:00:00Z" }, "since"],
    [{ since: "2026-01-01T00:00:00Z", until: 5 }, "until"],
    [{ since: "2026-01-01T00:00:00", until: "2026-01-02T00:00:00Z" }, "since"],
  ])("refuses %j", async (json, field) => {
    const { status, body } = await callAs((await seedMerchant()).id, "POST", RECOVER, json);
    expect(status).toBe(400);
    expect(body.details.map((fault: { field: string }) => fault.field)).toContain(field);
  });

  it.each([
    ["2026-01-01T00:00:00Z", "2026-01-01T00:00:00Z"],
    ["2026-01-02T00:00:00Z", "2026-01-01T00:00:00Z"],
  ])("refuses an empty range from %s to %s", async (since, until) => {
    const response = await callAs((await seedMerchant()).id, "POST", RECOVER, { since, until });
    expectInvalid(response, "until", "must be later than since");
  });
});
