// What the daily clean-up does with deliveries that wait for a degraded address.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { failAbandonedDeliveries } from "../../src/db/clean-up.ts";
import { isEmptied, moveToNoon, noonId, seedShopWith } from "../support/clean-up.ts";
import { DAY, HOUR } from "../support/clock.ts";
import { callAs, DELIVERIES, deliveryRows, seedDegraded } from "../support/deliveries.ts";
import { muteLog, repair } from "../support/faults.ts";
import { db } from "../support/objects.ts";
import { captureQueues, runSweep } from "../support/queues.ts";
import { startReceiver } from "../support/receiver.ts";

beforeEach(() => {
  captureQueues();
  muteLog();
  startReceiver();
});
afterEach(repair);

describe("the clean-up of waiting deliveries", () => {
  it("lets a delivery wait ninety days for its address; then it fails, and can be recovered", async () => {
    moveToNoon();
    const of = async (age: number) => {
      const shop = await seedShopWith({
        createdAt: Date.now() - age,
        parkedUrl: "https://waiting.test/hook",
      });
      await seedDegraded(shop.merchant.id, "https://waiting.test/hook", 2 * HOUR);
      return shop;
    };
    const [old, young] = [await of(90 * DAY + HOUR), await of(89 * DAY)];
    await runSweep();
    expect((await deliveryRows(old.merchant.id))[0]).toMatchObject({
      delivery_status: "failed",
      parked_url: null,
      last_error: "the address did not recover",
      ended_at: Date.now(),
    });
    expect(await isEmptied(old)).toBe(false);
    expect((await deliveryRows(young.merchant.id))[0]).toMatchObject({
      delivery_status: "pending",
      parked_url: "https://waiting.test/hook",
    });
    const since = new Date(Date.now() - 100 * DAY).toISOString();
    const range = { since, until: new Date().toISOString() };
    expect((await callAs(old.merchant.id, "POST", `${DELIVERIES}/recover`, range)).body.recovered).toBe(1);
  });

  it("fails no more of them at once than it is told, and all of them in one run", async () => {
    moveToNoon();
    const url = "https://waiting.test/hook";
    const createdAt = Date.now() - 91 * DAY;
    const shop = await seedShopWith({ createdAt, parkedUrl: url }, noonId(), 503);
    await seedDegraded(shop.merchant.id, url, 2 * HOUR);
    const statuses = async () => (await deliveryRows(shop.merchant.id)).map((row) => row.delivery_status);

    const before = Date.now() - 90 * DAY;
    expect(await failAbandonedDeliveries(db, shop.merchant.id, before, Date.now(), 2)).toBe(2);
    expect((await statuses()).filter((status) => status === "failed")).toHaveLength(2);
    await runSweep();

    expect(new Set(await statuses())).toEqual(new Set(["failed"]));
  });
});
