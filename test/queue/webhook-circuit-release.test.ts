// Deliveries parked for an endpoint are always released: by its recovery, its replacement, or the sweep.

import { describe, expect, it } from "vitest";
import { MINUTE, moveClock } from "../support/clock.ts";
import {
  callAs,
  deliver,
  deliveryRows,
  readHealth,
  statusesOf,
  stuckDeliveries,
} from "../support/deliveries.ts";
import { failDatabase, holdDatabase } from "../support/faults.ts";
import { until } from "../support/objects.ts";
import { MERCHANT_API } from "../support/paths.ts";
import { consume, runMinutes, runSweep, takeMessages } from "../support/queues.ts";
import { useScheduledDeliveries } from "../support/receiver.ts";
import { rowsOf } from "../support/rows.ts";
import { seedDeliveries, seedShop, seedWaitingShop } from "../support/seeded-deliveries.ts";

const ok = () => new Response("ok");
const PARKING =
  /update "events" set "next_attempt_at" = .*, "parked_url" = .* where .*"next_attempt_at" = /is;
const RELEASING = /update "events" set "next_attempt_at" = \?, "parked_url" = (NULL|\?).*LIMIT/is;

const { queues, receiver } = useScheduledDeliveries();

describe("a recovered endpoint", () => {
  it("gets all that was parked for it, 500 a minute, however many succeed meanwhile", async () => {
    const { merchant, ids } = await seedWaitingShop(1_202);
    await runSweep();
    const probe = takeMessages(queues.webhooks, merchant.id);
    await consume("webhooks", probe);
    const first = takeMessages(queues.webhooks, merchant.id);

    await consume("webhooks", first.slice(0, 30));
    await runSweep();
    moveClock(30_000);
    await consume("webhooks", first.slice(30, 60));
    await runSweep();
    expect(takeMessages(queues.webhooks, merchant.id)).toEqual([]);

    moveClock(30_000);
    await Promise.all([runSweep(), runSweep(), consume("webhooks", first.slice(60, 66))]);
    const second = takeMessages(queues.webhooks, merchant.id);
    moveClock(MINUTE);
    await consume("webhooks", second.slice(0, 1));
    const third = takeMessages(queues.webhooks, merchant.id);

    expect([first, second, third].map((released) => released.length)).toEqual([500, 500, 201]);
    expect([...probe, ...first, ...second, ...third].map(({ eventId }) => eventId)).toEqual(ids);
    expect((await stuckDeliveries(merchant.id)).length).toBe(0);
    expect((await deliveryRows(merchant.id)).filter((row) => row.parked_url !== null)).toEqual([]);
  });

  it("gets it as well when a test was delivered, and not when that failed", async () => {
    const { merchant, ids } = await seedWaitingShop(3);
    const test = async () => (await callAs(merchant.id, "POST", `${MERCHANT_API}/webhook/test`)).body.test;
    receiver.response = () => new Response("no", { status: 500 });
    expect(await test()).toMatchObject({ delivered: false });
    expect(await readHealth(merchant.id)).toMatchObject({ status: "degraded", consecutive_failures: 20 });
    receiver.response = ok;
    expect(await test()).toMatchObject({ delivered: true });
    expect(await readHealth(merchant.id)).toMatchObject({ status: "healthy", consecutive_failures: 0 });
    const released = takeMessages(queues.webhooks, merchant.id);
    expect(released.map(({ eventId }) => eventId)).toEqual(ids);
    await consume("webhooks", released);
    expect((await statusesOf(merchant.id)).every((status) => status === "delivered")).toBe(true);
  });

  it("gets no second portion within a minute by failing and recovering again", async () => {
    const { merchant, intent } = await seedWaitingShop(1_002);
    await runSweep();
    await consume("webhooks", takeMessages(queues.webhooks, merchant.id));
    const released = takeMessages(queues.webhooks, merchant.id);
    expect(released).toHaveLength(500);
    moveClock(1);
    const [slow = ""] = await seedDeliveries(intent, 1);
    let isReleased = false;
    receiver.response = async ({ headers }) => {
      if (headers["webhook-id"] !== slow) return new Response("no", { status: 500 });
      await until(() => isReleased);
      return ok();
    };
    const slowAttempt = deliver(merchant.id, [slow]);
    await until(() => receiver.requests.some(({ headers }) => headers["webhook-id"] === slow));
    await consume("webhooks", released.slice(0, 20));
    queues.webhooks.length = 0;
    isReleased = true;
    await slowAttempt;
    await runSweep();
    expect(takeMessages(queues.webhooks, merchant.id)).toEqual([]);

    moveClock(MINUTE);
    await runSweep();

    expect(takeMessages(queues.webhooks, merchant.id).length).toBeGreaterThanOrEqual(500);
  });

  it("delays no retry of another merchant, however many wait", async () => {
    const { merchant } = await seedWaitingShop(1_502);
    const other = await seedShop();
    const overdue = await seedDeliveries(other.intent, 3, { attempts: 1 });
    await rowsOf(merchant.id).run(
      "UPDATE webhook_endpoints SET degraded_since = NULL WHERE merchant_id = ?",
      merchant.id,
    );
    moveClock(3 * MINUTE);

    await runSweep();

    const sentTo = (id: string) => queues.webhooks.filter(({ body }) => body.merchantId === id);
    expect(sentTo(merchant.id)).toHaveLength(500);
    expect(sentTo(other.merchant.id).map(({ body }) => body.eventId)).toEqual(overdue);
  });

  it("gets what was being parked when it recovered", async () => {
    const { merchant, intent } = await seedWaitingShop(1);
    const [late = ""] = await seedDeliveries(intent, 1);
    const held = holdDatabase(PARKING);
    const parking = deliver(merchant.id, [late]);
    await until(() => held.waiting === 1);
    await runSweep();
    await consume("webhooks", takeMessages(queues.webhooks, merchant.id));
    held.release();
    await parking;

    await runMinutes(queues.webhooks, merchant.id, 15);

    expect((await stuckDeliveries(merchant.id)).length).toBe(0);
    expect(await statusesOf(merchant.id)).toEqual(["delivered"]);
  });

  it("gets what was parked even if D1 failed, or the Worker ended, before the release", async () => {
    const { merchant } = await seedWaitingShop(3);
    await runSweep();
    const probe = takeMessages(queues.webhooks, merchant.id);
    expect(probe).toHaveLength(1);
    const repairDatabase = failDatabase(RELEASING);
    await consume("webhooks", probe);
    repairDatabase();

    await runMinutes(queues.webhooks, merchant.id, 15);

    expect((await stuckDeliveries(merchant.id)).length).toBe(0);
    expect(await statusesOf(merchant.id)).toEqual(["delivered"]);
  });

  it("gets what was parked even if its first success began before the twentieth failure", async () => {
    const { merchant, intent } = await seedShop();
    receiver.response = () => new Response("no", { status: 500 });
    await deliver(merchant.id, await seedDeliveries(intent, 19));
    const [slow = "", twentieth = "", waiting = ""] = await seedDeliveries(intent, 3);
    let isReleased = false;
    receiver.response = async ({ headers }) => {
      if (headers["webhook-id"] !== slow) return new Response("no", { status: 500 });
      await until(() => isReleased);
      return ok();
    };
    const slowAttempt = deliver(merchant.id, [slow]);
    await until(() => receiver.requests.some(({ headers }) => headers["webhook-id"] === slow));
    await deliver(merchant.id, [twentieth]);
    await deliver(merchant.id, [waiting]);
    isReleased = true;
    await slowAttempt;
    receiver.response = ok;

    await runMinutes(queues.webhooks, merchant.id, 15);

    expect((await stuckDeliveries(merchant.id)).length).toBe(0);
    expect(await statusesOf(merchant.id)).toEqual(["delivered"]);
  });
});
