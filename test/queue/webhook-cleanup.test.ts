import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  ask,
  DAY,
  DELIVERIES,
  deliveryRows,
  HOUR,
  MINUTE,
  runSweep,
  type SeededDelivery,
  type Shop,
  seedDegraded,
  seedDeliveries,
  seedShop,
} from "../support/deliveries.ts";
import { INTENTS } from "../support/factories.ts";
import { captureQueues, moveClock, muteLog, repair } from "../support/faults.ts";
import { consume } from "../support/queues.ts";
import { startReceiver } from "../support/receiver.ts";

const LOG = [
  { at: 0, url: "x", status: 200, durationMs: 1, error: null, response: "ok", nextAttemptAt: null },
];

let queues: ReturnType<typeof captureQueues>;

beforeEach(() => {
  queues = captureQueues();
  muteLog();
  startReceiver();
});
afterEach(repair);

/** To the next full hour, and `minutes` past it. */
function moveToHour(minutes = 0): void {
  moveClock(HOUR - (Date.now() % HOUR) + minutes * MINUTE);
}

/** One event of an intent whose own deadline never ends. */
async function shopWith(change: Partial<SeededDelivery>): Promise<Shop> {
  const createdAt = change.createdAt ?? Date.now();
  const shop = await seedShop({
    createdAt: createdAt - 1,
    updatedAt: createdAt,
    expiresAt: createdAt + 1_000 * DAY,
  });
  await seedDeliveries(shop.intent, 1, { nextAttemptAt: null, attempts: 1, log: LOG, ...change, createdAt });
  return shop;
}

async function isEmptied({ merchant }: Shop): Promise<boolean> {
  const [row] = await deliveryRows(merchant.id);
  expect(row?.payload === "").toBe(row?.attempt_log === null);
  return row?.payload === "";
}

describe("the clean-up of deliveries", () => {
  it("empties what was delivered thirty days ago, and not a day before", async () => {
    moveToHour();
    const now = Date.now();
    const of = (age: number) =>
      shopWith({ createdAt: now - age, status: "delivered", endedAt: now - age + 1_000 });
    const [old, young] = [await of(30 * DAY + HOUR), await of(29 * DAY)];
    await runSweep();
    expect([await isEmptied(old), await isEmptied(young)]).toEqual([true, false]);
  });

  it("empties what failed ninety days ago, and not a day before", async () => {
    moveToHour();
    const now = Date.now();
    const of = (age: number) =>
      shopWith({ createdAt: now - age, endedAt: now - age, status: "failed", attempts: 12 });
    const [old, young, younger] = [await of(90 * DAY + HOUR), await of(89 * DAY), await of(31 * DAY)];
    await runSweep();
    expect([await isEmptied(old), await isEmptied(young), await isEmptied(younger)]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it("runs at minute 0 alone", async () => {
    moveToHour(1);
    const old = await shopWith({ createdAt: Date.now() - 31 * DAY, status: "delivered", endedAt: 1 });
    await runSweep();
    expect(await isEmptied(old)).toBe(false);
    moveToHour();
    await runSweep();
    expect(await isEmptied(old)).toBe(true);
  });

  it("keeps the event in its intent's history, and no longer shows a delivery", async () => {
    moveToHour();
    const shop = await shopWith({ createdAt: Date.now() - 31 * DAY, status: "delivered", endedAt: 1 });
    const [row] = await deliveryRows(shop.merchant.id);
    const path = `${INTENTS}/${shop.intent.id}/events`;
    const before = (await ask(shop.merchant.id, "GET", path)).body;
    await runSweep();

    const after = (await ask(shop.merchant.id, "GET", path)).body;
    expect(after.events.map(({ id }: { id: string }) => id)).toEqual([row?.id]);
    expect(after).toEqual(before);
    expect((await ask(shop.merchant.id, "GET", DELIVERIES)).body.deliveries).toEqual([]);
    expect((await ask(shop.merchant.id, "GET", `${DELIVERIES}/${row?.id}`)).status).toBe(404);
    expect((await ask(shop.merchant.id, "POST", `${DELIVERIES}/${row?.id}/redeliver`)).status).toBe(404);
    expect(
      (
        await ask(shop.merchant.id, "POST", `${DELIVERIES}/recover`, {
          since: "2020-01-01T00:00:00Z",
          until: "2040-01-01T00:00:00Z",
        })
      ).body.recovered,
    ).toBe(0);
  });

  it.each([31, 95, 400])("never touches what is pending or waits, though it is %i days old", async (days) => {
    moveToHour();
    const createdAt = Date.now() - days * DAY;
    const due = await shopWith({ createdAt, nextAttemptAt: Date.now() + HOUR });
    const waiting = await shopWith({ createdAt, parkedUrl: "https://waiting.test/hook" });
    await seedDegraded(waiting.merchant.id, "https://waiting.test/hook", 2 * HOUR);
    await runSweep();
    expect([await isEmptied(due), await isEmptied(waiting)]).toEqual([false, false]);
  });

  it("takes more than a page of merchants", async () => {
    moveToHour();
    const change: Partial<SeededDelivery> = { createdAt: Date.now() - 31 * DAY, status: "delivered" };
    const shops: Shop[] = [];
    for (let shop = 0; shop < 110; shop++) shops.push(await shopWith(change));
    await runSweep();
    for (const shop of shops) expect(await isEmptied(shop)).toBe(true);
  });

  it("counts from the success: one delivered yesterday is kept, whatever its event's age", async () => {
    moveToHour();
    const now = Date.now();
    const shop = await shopWith({ createdAt: now - 31 * DAY, status: "delivered", endedAt: now - DAY });
    await runSweep();
    expect(await isEmptied(shop)).toBe(false);
  });

  it("empties in the end what was recovered late", async () => {
    moveToHour();
    const shop = await shopWith({ createdAt: Date.now() - 50 * DAY, status: "failed", attempts: 12 });
    const [row] = await deliveryRows(shop.merchant.id);
    await ask(shop.merchant.id, "POST", `${DELIVERIES}/${row?.id}/redeliver`);
    await consume(
      "webhooks",
      queues.webhooks.splice(0).map(({ body }) => body),
    );
    expect((await deliveryRows(shop.merchant.id))[0]).toMatchObject({ delivery_status: "delivered" });
    for (let day = 0; day < 32; day++) {
      moveClock(DAY);
      await runSweep();
    }
    expect(await isEmptied(shop)).toBe(true);
  });

  it("catches up after the sweep was away for two weeks", async () => {
    moveToHour();
    const shop = await shopWith({ createdAt: Date.now() - 44 * DAY, status: "delivered", endedAt: 1 });
    await runSweep();
    expect(await isEmptied(shop)).toBe(true);
  });
});
