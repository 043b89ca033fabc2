import { describe, expect, it, vi } from "vitest";
import { isEmptied, moveToNoon, noonId, seedShopWith } from "../support/clean-up.ts";
import { DAY, HOUR, MINUTE, moveClock } from "../support/clock.ts";
import { callAs, DELIVERIES, deliveryRows } from "../support/deliveries.ts";
import { failStatementsAbout, useMutedLog } from "../support/faults.ts";
import { INTENTS } from "../support/paths.ts";
import { consume, runSweep, useQueues } from "../support/queues.ts";
import { useReceiver } from "../support/receiver.ts";
import { rowsOf, sharedRows } from "../support/rows.ts";
import { type SeededDelivery, type Shop, seedDegraded, seedShop } from "../support/seeded-deliveries.ts";

const queues = useQueues();
useMutedLog();
useReceiver();

describe("the clean-up of deliveries", () => {
  it("empties what was delivered thirty days ago, but not a day earlier", async () => {
    moveToNoon();
    const now = Date.now();
    const of = (age: number) =>
      seedShopWith({ createdAt: now - age, status: "delivered", endedAt: now - age + 1_000 });
    const [old, young] = [await of(30 * DAY + HOUR), await of(29 * DAY)];
    await runSweep();
    expect([await isEmptied(old), await isEmptied(young)]).toEqual([true, false]);
  });

  it("empties what failed ninety days ago, but not a day earlier", async () => {
    moveToNoon();
    const now = Date.now();
    const of = (age: number) =>
      seedShopWith({ createdAt: now - age, endedAt: now - age, status: "failed", attempts: 12 });
    const [old, young, younger] = [await of(90 * DAY + HOUR), await of(89 * DAY), await of(31 * DAY)];
    await runSweep();
    expect([await isEmptied(old), await isEmptied(young), await isEmptied(younger)]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it.each([
    ["in the first minute", "00000000", 0],
    ["in the last minute", "ffffffff", 1439],
  ])("reaches the merchants %s as well", async (_, prefix, minute) => {
    moveToNoon(12 * 60 + minute);
    const old = { createdAt: Date.now() - 31 * DAY, status: "delivered" } as const;
    const shop = await seedShopWith(old, prefix + crypto.randomUUID().slice(8));
    await runSweep();
    expect(await isEmptied(shop)).toBe(true);
  });

  it("handles more than a page of deliveries", async () => {
    moveToNoon();
    const shop = await seedShopWith(
      { createdAt: Date.now() - 31 * DAY, status: "delivered" },
      noonId(),
      1_501,
    );
    await runSweep();
    const rows = await deliveryRows(shop.merchant.id);
    expect(rows.filter(({ payload }) => payload === "")).toHaveLength(1_501);
  });

  it("keeps the event in its intent's history, and the delivery in the list", async () => {
    moveToNoon();
    const shop = await seedShopWith({ createdAt: Date.now() - 31 * DAY, status: "delivered", endedAt: 1 });
    const [row] = await deliveryRows(shop.merchant.id);
    const path = `${INTENTS}/${shop.intent.id}/events`;
    const before = (await callAs(shop.merchant.id, "GET", path)).body;
    await runSweep();

    const after = (await callAs(shop.merchant.id, "GET", path)).body;
    expect(after.events.map(({ id }: { id: string }) => id)).toEqual([row?.id]);
    expect(after).toEqual(before);
    const { deliveries } = (await callAs(shop.merchant.id, "GET", DELIVERIES)).body;
    expect(deliveries).toMatchObject([{ id: row?.id, status: "delivered", url: null }]);
  });

  it.each([31, 400])("never touches what is due, even after %i days", async (days) => {
    moveToNoon();
    const createdAt = Date.now() - days * DAY;
    const due = await seedShopWith({ createdAt, nextAttemptAt: Date.now() + HOUR });
    await runSweep();
    expect(await isEmptied(due)).toBe(false);
    expect((await deliveryRows(due.merchant.id))[0]).toMatchObject({ delivery_status: "pending" });
  });

  it("forgets an endpoint thirty days after its last failure, unless something waits for it", async () => {
    moveToNoon();
    const quiet = await seedShop({}, noonId());
    const awaited = await seedShopWith({ waitingUrl: "https://waiting.test/hook" });
    await seedDegraded(quiet.merchant.id, quiet.url, 365 * DAY);
    await seedDegraded(awaited.merchant.id, "https://waiting.test/hook", 365 * DAY);
    const isKnown = async ({ merchant }: Shop) =>
      (await rowsOf(merchant.id).value(
        "SELECT 1 AS n FROM webhook_endpoints WHERE merchant_id = ?",
        merchant.id,
      )) === 1;
    moveClock(30 * DAY);
    await runSweep();
    expect([await isKnown(quiet), await isKnown(awaited)]).toEqual([true, true]);
    moveClock(DAY);
    await runSweep();
    expect([await isKnown(quiet), await isKnown(awaited)]).toEqual([false, true]);
  });

  it("continues with the other merchants of the minute when one fails", async () => {
    moveToNoon();
    const change: Partial<SeededDelivery> = { createdAt: Date.now() - 31 * DAY, status: "delivered" };
    const first = `80000000-0000${crypto.randomUUID().slice(13)}`;
    const [failing, other] = [await seedShopWith(change, first), await seedShopWith(change)];
    failStatementsAbout(failing.merchant.id);
    await runSweep();
    vi.restoreAllMocks();
    expect([await isEmptied(failing), await isEmptied(other)]).toEqual([false, true]);
  });

  it("handles many merchants of the same minute, at least ten in each minute that follows", async () => {
    await sharedRows.run("DELETE FROM merchants");
    moveToNoon();
    const change: Partial<SeededDelivery> = { createdAt: Date.now() - 31 * DAY, status: "delivered" };
    const shops: Shop[] = await Promise.all(Array.from({ length: 40 }, () => seedShopWith(change)));
    for (let minute = 0; minute < 4; minute++) {
      await runSweep();
      moveClock(MINUTE);
    }
    expect(await Promise.all(shops.map(isEmptied))).toEqual(Array(40).fill(true));
    const left = "SELECT count(*) AS n FROM sweep_positions WHERE part = 'clean_up'";
    expect(await sharedRows.value(left)).toBe(0);
    await sharedRows.run("DELETE FROM merchants");
  });

  it("counts from the success: one delivered yesterday is kept, whatever its event's age", async () => {
    moveToNoon();
    const now = Date.now();
    const shop = await seedShopWith({ createdAt: now - 31 * DAY, status: "delivered", endedAt: now - DAY });
    await runSweep();
    expect(await isEmptied(shop)).toBe(false);
  });

  it("eventually empties what was recovered late", async () => {
    moveToNoon();
    const shop = await seedShopWith({ createdAt: Date.now() - 50 * DAY, status: "failed", attempts: 12 });
    const [row] = await deliveryRows(shop.merchant.id);
    await callAs(shop.merchant.id, "POST", `${DELIVERIES}/${row?.id}/redeliver`);
    await consume(
      "webhooks",
      queues.webhooks.splice(0).map(({ body }) => body),
    );
    expect((await deliveryRows(shop.merchant.id))[0]).toMatchObject({ delivery_status: "delivered" });
    moveClock(29 * DAY);
    await runSweep();
    expect(await isEmptied(shop)).toBe(false);
    moveClock(2 * DAY);
    await runSweep();
    expect(await isEmptied(shop)).toBe(true);
  });
});
