// Deliveries waiting for an endpoint are always released: by its recovery, its replacement, or the sweep.
import { describe, expect, it } from "vitest";
import { MINUTE, moveClock, SECOND } from "../support/clock.ts";
import { failDatabase, holdDatabase } from "../support/faults.ts";
import { until } from "../support/objects.ts";
import { MERCHANT_API } from "../support/paths.ts";
import { runSweep } from "../support/queues.ts";
import { seedDeliveries, seedShop, seedWaitingShop } from "../support/seeded-deliveries.ts";
import { useWebhookScenes } from "../support/webhook-scenes.ts";

const HOLDING =
  /update "events" set "next_attempt_at" = .*, "parked_url" = .* where .*"next_attempt_at" = /is;
const RELEASING = /update "events" set "next_attempt_at" = \?, "parked_url" = (NULL|\?).*LIMIT/is;

const { queues, says, hold, at } = useWebhookScenes();

describe("a recovered endpoint", () => {
  it("gets all that waited for it, 500 a minute, however many succeed meanwhile", async () => {
    const shop = await at(seedWaitingShop(1_202));
    const probe = await shop.swept();
    await shop.consume(probe);
    const first = shop.taken();
    await shop.consume(first.slice(0, 30));
    await runSweep();
    moveClock(30 * SECOND);
    await shop.consume(first.slice(30, 60));
    expect(await shop.swept()).toEqual([]);
    moveClock(30 * SECOND);
    await Promise.all([runSweep(), runSweep(), shop.consume(first.slice(60, 66))]);
    const second = shop.taken();
    moveClock(MINUTE);
    await shop.consume(second.slice(0, 1));
    const third = shop.taken();
    expect([first, second, third].map((released) => released.length)).toEqual([500, 500, 201]);
    expect([...probe, ...first, ...second, ...third].map(({ eventId }) => eventId)).toEqual(shop.ids);
    expect(await shop.stuck()).toBe(0);
    expect((await shop.rows()).filter((row) => row.parked_url !== null)).toEqual([]);
  });

  it("gets it as well when a test was delivered, and not when that failed", async () => {
    const shop = await at(seedWaitingShop(3));
    const test = async () => (await shop.call("POST", `${MERCHANT_API}/webhook/test`)).body.test;
    says(500);
    expect(await test()).toMatchObject({ delivered: false });
    expect(await shop.health()).toMatchObject({ status: "degraded", consecutive_failures: 20 });
    says(200);
    expect(await test()).toMatchObject({ delivered: true });
    expect(await shop.health()).toMatchObject({ status: "healthy", consecutive_failures: 0 });
    const released = shop.taken();
    expect(released.map(({ eventId }) => eventId)).toEqual(shop.ids);
    await shop.consume(released);
    expect(await shop.statuses()).toEqual(["delivered"]);
  });

  it("gets no second chunk within a minute by failing and recovering again", async () => {
    const shop = await at(seedWaitingShop(1_002));
    await shop.probe();
    const released = shop.taken();
    expect(released).toHaveLength(500);
    moveClock(1);
    const [slow = ""] = await shop.seed(1);
    const held = await hold(slow, shop.deliver);
    await shop.consume(released.slice(0, 20));
    queues.webhooks.length = 0;
    await held.end();
    expect(await shop.swept()).toEqual([]);
    moveClock(MINUTE);
    expect((await shop.swept()).length).toBeGreaterThanOrEqual(500);
  });

  it("delays no retry of another merchant, however many wait", async () => {
    const shop = await at(seedWaitingShop(1_502));
    const other = await seedShop();
    const overdue = await seedDeliveries(other.intent, 3, { attempts: 1 });
    await shop.setEndpoint("degraded_since = NULL");
    moveClock(3 * MINUTE);
    await runSweep();
    const sentTo = (id: string) => queues.webhooks.filter(({ body }) => body.merchantId === id);
    expect(sentTo(shop.merchant.id)).toHaveLength(500);
    expect(sentTo(other.merchant.id).map(({ body }) => body.eventId)).toEqual(overdue);
  });

  it("gets what was about to wait when it recovered", async () => {
    const shop = await at(seedWaitingShop(1));
    const late = await shop.seed(1);
    const held = holdDatabase(HOLDING);
    const holding = shop.deliver(late);
    await until(() => held.waiting === 1);
    await shop.probe();
    held.release();
    await holding;
    await shop.minutes(15);
    expect([await shop.stuck(), await shop.statuses()]).toEqual([0, ["delivered"]]);
  });

  it("gets what waited even if D1 failed, or the Worker ended, before the release", async () => {
    const shop = await at(seedWaitingShop(3));
    const probe = await shop.swept();
    expect(probe).toHaveLength(1);
    const repairDatabase = failDatabase(RELEASING);
    await shop.consume(probe);
    repairDatabase();
    await shop.minutes(15);
    expect([await shop.stuck(), await shop.statuses()]).toEqual([0, ["delivered"]]);
  });

  it("gets what waited even if its first success began before the twentieth failure", async () => {
    const shop = await at(seedShop());
    says(500);
    await shop.send(19);
    const [slow = "", twentieth = "", waiting = ""] = await shop.seed(3);
    const held = await hold(slow, shop.deliver);
    await shop.deliver([twentieth]);
    await shop.deliver([waiting]);
    await held.end();
    says(200);
    await shop.minutes(15);
    expect([await shop.stuck(), await shop.statuses()]).toEqual([0, ["delivered"]]);
  });
});
