// What the daily clean-up does with deliveries that wait for a degraded endpoint.

import { describe, expect, it } from "vitest";
import { failAbandonedDeliveries } from "#core/db/operations/clean-up.ts";
import { listForgottenEndpoints } from "#core/db/webhooks/probes.ts";
import { isEmptied, moveToNoon, noonId, seedShopWith } from "../support/clean-up.ts";
import { DAY, HOUR } from "../support/clock.ts";
import { callAs, DELIVERIES, deliveryRows } from "../support/deliveries.ts";
import { useMutedLog } from "../support/faults.ts";
import { runSweep, takeMessages, useQueues } from "../support/queues.ts";
import { useReceiver } from "../support/receiver.ts";
import { rowsOf } from "../support/rows.ts";
import { seedDegraded } from "../support/seeded-deliveries.ts";
import { db } from "../support/seeds.ts";

/** More endpoints than one query looks at. */
const NUMBERS = JSON.stringify(Array.from({ length: 2_100 }, (_, index) => index));

const queues = useQueues();
useMutedLog();
useReceiver();

describe("the clean-up of waiting deliveries", () => {
  it("lets a delivery wait ninety days for its endpoint; then it fails, and can be recovered", async () => {
    moveToNoon();
    const of = async (age: number) => {
      const shop = await seedShopWith({
        createdAt: Date.now() - age,
        waitingUrl: "https://waiting.test/hook",
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
      parked_url: "https://waiting.test",
    });
    const since = new Date(Date.now() - 100 * DAY).toISOString();
    const range = { since, until: new Date().toISOString() };
    expect((await callAs(old.merchant.id, "POST", `${DELIVERIES}/recover`, range)).body.recovered).toBe(1);
  });

  it("fails no more of them at once than it is told, and all of them in one run", async () => {
    moveToNoon();
    const url = "https://waiting.test/hook";
    const createdAt = Date.now() - 91 * DAY;
    const shop = await seedShopWith({ createdAt, waitingUrl: url }, noonId(), 503);
    await seedDegraded(shop.merchant.id, url, 2 * HOUR);
    const statuses = async () => (await deliveryRows(shop.merchant.id)).map((row) => row.delivery_status);

    const before = Date.now() - 90 * DAY;
    expect(await failAbandonedDeliveries(db, shop.merchant.id, before, Date.now(), 2)).toBe(2);
    expect((await statuses()).filter((status) => status === "failed")).toHaveLength(2);
    await runSweep();

    expect(new Set(await statuses())).toEqual(new Set(["failed"]));
  });

  it("releases what waits for an endpoint without a row, however many endpoints have one", async () => {
    moveToNoon();
    const shop = await seedShopWith({ waitingUrl: "https://a.test/forgotten" });
    const { id } = shop.merchant;
    await rowsOf(id).run(
      `INSERT INTO webhook_endpoints (merchant_id, url, failures, last_failure_at, degraded_since, next_probe_at)
         SELECT ?1, 'https://b' || value || '.test', 20, ?2, ?2, ?2 + 86400000 FROM json_each(?3)`,
      id,
      Date.now(),
      NUMBERS,
    );
    await rowsOf(id).run(
      `INSERT INTO events (merchant_id, id, intent_id, sequence, type, actor, payload, created_at, delivery_status,
                             attempts, parked_url)
         SELECT e.merchant_id, e.id || '-' || n.value, e.intent_id, 2, e.type, e.actor, e.payload, e.created_at, 'pending', 1,
                iif(n.value = 2099, 'https://c.test', 'https://b' || n.value || '.test')
         FROM events e, json_each(?2) n WHERE e.merchant_id = ?1`,
      id,
      NUMBERS,
    );

    await runSweep();

    const released = (await deliveryRows(id)).filter((row) => row.parked_url === null);
    expect(released).toHaveLength(2);
    expect(released).toMatchObject(
      Array(2).fill({ delivery_status: "pending", next_attempt_at: Date.now() }),
    );
    expect(takeMessages(queues.webhooks, id)).toHaveLength(2);
    const { forgotten, next } = await listForgottenEndpoints(db, id, "", 10);
    expect({ forgotten, next }).toEqual({ forgotten: [], next: "https://b1005.test" });
  });
});
