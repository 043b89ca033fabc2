import { describe, expect, it } from "vitest";
import { MINUTE, moveClock, SECOND } from "../support/clock.ts";
import { callAs, DELIVERIES, deliver, deliveryRows, HEALTHY, readHealth } from "../support/deliveries.ts";
import { until } from "../support/objects.ts";
import { consume, runSweep, takeMessages } from "../support/queues.ts";
import { useScheduledDeliveries } from "../support/receiver.ts";
import { rowsOf } from "../support/rows.ts";
import { type Shop, seedDeliveries, seedShop } from "../support/seeded-deliveries.ts";
import { seedIntent } from "../support/seeds.ts";

const failing = () => new Response("no", { status: 500 });

const { queues, receiver } = useScheduledDeliveries(failing);

/** After twenty deliveries have failed once each. */
async function seedDegradedShop(): Promise<Shop & { failedIds: string[] }> {
  const shop = await seedShop();
  const failedIds = await seedDeliveries(shop.intent, 20);
  await deliver(shop.merchant.id, failedIds);
  queues.webhooks.length = 0;
  receiver.requests.length = 0;
  return { ...shop, failedIds };
}

const receivedIds = () => receiver.requests.map(({ headers }) => headers["webhook-id"]);

describe("an endpoint that has failed", () => {
  it("nineteen times in a row is healthy, and a success restarts the count", async () => {
    const { merchant, intent } = await seedShop();
    await deliver(merchant.id, await seedDeliveries(intent, 19));
    expect(await readHealth(merchant.id)).toEqual({ ...HEALTHY, consecutive_failures: 19 });

    receiver.response = () => new Response("ok");
    await deliver(merchant.id, await seedDeliveries(intent, 1));
    expect(await readHealth(merchant.id)).toEqual(HEALTHY);

    receiver.response = failing;
    await deliver(merchant.id, await seedDeliveries(intent, 19));
    expect(await readHealth(merchant.id)).toEqual({ ...HEALTHY, consecutive_failures: 19 });
  });

  it("twenty times in a row, over several deliveries, is degraded, as its merchant sees", async () => {
    const { merchant, intent } = await seedShop();
    const now = Date.now();
    const ids = await seedDeliveries(intent, 7);
    for (let round = 0; round < 3; round++) {
      await deliver(merchant.id, round < 2 ? ids : ids.slice(0, 6));
      moveClock(30 * SECOND);
    }

    const degradedAt = now + 60 * SECOND;
    expect(await readHealth(merchant.id)).toEqual({
      status: "degraded",
      consecutive_failures: 20,
      degraded_since: new Date(degradedAt).toISOString(),
      next_probe_at: new Date(degradedAt + 10 * MINUTE).toISOString(),
    });
  });
});

describe("a success and a failure at one endpoint, at once", () => {
  it.each([200, 500])(
    "leave the failure counted until the next success when the %i comes first",
    async (first) => {
      const { merchant, intent } = await seedShop();
      const ids = await seedDeliveries(intent, 2);
      receiver.response = async ({ init }) => {
        const isFirst = receiver.requests[0]?.init === init;
        await until(async () => {
          const rows = await deliveryRows(merchant.id);
          return receiver.requests.length === 2 && (isFirst || rows.some(({ attempts }) => attempts === 1));
        });
        return new Response("", { status: isFirst ? first : 700 - first });
      };
      await Promise.all(ids.map((id) => deliver(merchant.id, [id])));
      const rows = await deliveryRows(merchant.id);
      expect(rows.map((row) => row.delivery_status).sort()).toEqual(["delivered", "pending"]);
      expect(await readHealth(merchant.id)).toEqual({ ...HEALTHY, consecutive_failures: 1 });

      receiver.response = () => new Response("ok");
      await deliver(merchant.id, await seedDeliveries(await seedIntent(merchant.id), 1));
      expect(await readHealth(merchant.id)).toEqual(HEALTHY);
    },
  );
});

describe("a delivery to a degraded endpoint", () => {
  it("waits for the next probe when it comes due, and uses no attempt", async () => {
    const { merchant, intent, failedIds } = await seedDegradedShop();
    const [fresh = ""] = await seedDeliveries(intent, 1);
    moveClock(5 * SECOND);

    await deliver(merchant.id, [fresh, ...failedIds.slice(0, 1)]);

    expect(receiver.requests).toEqual([]);
    const { next_probe_at: nextProbeAt } = await readHealth(merchant.id);
    expect(nextProbeAt).not.toBeNull();
    for (const [id, attempts] of [
      [fresh, 0],
      [failedIds[0], 1],
    ]) {
      const { body } = await callAs(merchant.id, "GET", `${DELIVERIES}/${id}`);
      expect(body.delivery).toMatchObject({
        status: "pending",
        attempts,
        waiting_for_endpoint: true,
        next_attempt_at: nextProbeAt,
      });
    }
  });

  it("probes every ten minutes when it is the oldest of many, even with two sweeps at once", async () => {
    const { merchant, failedIds } = await seedDegradedShop();
    moveClock(5 * SECOND);
    await deliver(merchant.id, failedIds);
    const fresh = await seedDeliveries({ ...(await seedIntent(merchant.id)) }, 12);
    moveClock(10 * MINUTE);

    await Promise.all([runSweep(), runSweep(), deliver(merchant.id, fresh)]);
    const probes = takeMessages(queues.webhooks, merchant.id).filter(({ probe }) => probe);
    expect(probes).toEqual([
      {
        merchantId: merchant.id,
        eventId: failedIds[0],
        dueAt: Date.now(),
        probe: { origin: expect.any(String), attempts: 1 },
      },
    ]);
    await consume("webhooks", probes);
    await runSweep();
    await deliver(merchant.id, fresh);

    expect(receivedIds()).toEqual([failedIds[0]]);
    expect(takeMessages(queues.webhooks, merchant.id).filter(({ probe }) => probe)).toEqual([]);
  });

  it("is delivered with all the others after the first success, in order of age", async () => {
    const { merchant, intent, failedIds } = await seedDegradedShop();
    moveClock(5 * SECOND);
    const fresh = await seedDeliveries(intent, 15);
    await deliver(merchant.id, [...fresh].reverse());
    await deliver(merchant.id, [...failedIds].reverse());
    moveClock(10 * MINUTE);
    receiver.response = () => new Response("ok");
    await runSweep();
    await consume("webhooks", takeMessages(queues.webhooks, merchant.id));

    expect(await readHealth(merchant.id)).toEqual(HEALTHY);
    expect(
      await rowsOf(merchant.id).value(
        "SELECT count(*) AS n FROM webhook_endpoints WHERE merchant_id = ?",
        merchant.id,
      ),
    ).toBe(0);
    for (const message of takeMessages(queues.webhooks, merchant.id)) await consume("webhooks", [message]);
    expect(receivedIds()).toEqual([...failedIds, ...fresh].sort());
    const rows = await deliveryRows(merchant.id);
    expect(new Set(rows.map((row) => `${row.delivery_status} ${row.parked_url}`))).toEqual(
      new Set(["delivered null"]),
    );
  });

  it("is attempted once by its probe, even when the queue repeats the probe's message later", async () => {
    const { merchant, failedIds } = await seedDegradedShop();
    moveClock(5 * SECOND);
    const [fresh = ""] = await seedDeliveries(await seedIntent(merchant.id), 1);
    await deliver(merchant.id, [fresh]);
    moveClock(10 * MINUTE);
    await runSweep();
    const probes = takeMessages(queues.webhooks, merchant.id).filter(({ probe }) => probe);
    expect(probes).toHaveLength(1);
    expect(failedIds).not.toContain(probes[0].eventId);
    await consume("webhooks", probes);
    moveClock(6 * SECOND);
    await consume("webhooks", probes);

    expect(receiver.requests).toHaveLength(1);
  });
});
