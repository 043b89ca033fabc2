import { runInDurableObject } from "cloudflare:test";
import { describe, expect } from "vitest";
import { RECOVERY_WINDOW_MS } from "../../src/durable/intent-document.ts";
import { moveClock, useStoppedClock } from "../support/clock.ts";
import { failDatabase, LEDGER, useMutedLog } from "../support/faults.ts";
import { eventsOf } from "../support/intent-rows.ts";
import {
  collect,
  drained,
  evict,
  execute,
  find,
  fireAlarm,
  NOTHING_STORED,
  objectOf,
  pay,
  stored,
} from "../support/objects.ts";
import { useQueues } from "../support/queues.ts";
import { it } from "../support/seeded-it.ts";
import { seedPayable, seedWallet } from "../support/seeds.ts";

useQueues();
useMutedLog();
useStoppedClock();

/** Fires the alarm even if none is set, as the platform does when it repeats one. */
function fireAlarmAnyway(intentId: string) {
  return runInDurableObject(objectOf(intentId), async (instance) => {
    await instance.alarm();
  });
}

describe("the alarm", () => {
  it("changes nothing when it fires again, early or after the end", async ({ intent, wallet }) => {
    await fireAlarmAnyway(intent.id);
    expect(await find(intent.id)).toEqual(intent);
    await pay(intent.id, wallet);
    await drained(intent.id);
    const before = await find(intent.id);

    for (let rings = 0; rings < 3; rings++) await fireAlarmAnyway(intent.id);
    await Promise.all([fireAlarmAnyway(intent.id), fireAlarmAnyway(intent.id)]);
    expect(await find(intent.id)).toEqual(before);
    await collect(intent.id);
    await Promise.all([fireAlarmAnyway(intent.id), fireAlarmAnyway(intent.id)]);

    expect(await find(intent.id)).toEqual(before);
    expect(await eventsOf(intent.id)).toHaveLength(1);
    expect(await stored(intent.id)).toEqual(NOTHING_STORED);
  });

  it("is set for the operation that follows a declined one", async () => {
    const { intent, wallet } = await seedPayable({ balanceMinor: 1 });
    await pay(intent.id, wallet);
    await drained(intent.id);
    await fireAlarm(intent.id);
    failDatabase(LEDGER);

    await pay(intent.id, crypto.randomUUID());

    expect((await stored(intent.id)).alarmAt).toBeLessThanOrEqual(Date.now() + 10_000);
  });
});

describe("an object at rest", () => {
  it.each([
    ["completed", async (id: string) => pay(id, await seedWallet())],
    ["cancelled", (id: string, merchantId: string) => execute(id, { type: "cancel", merchantId })],
    ["expired", (id: string, merchantId: string) => execute(id, { type: "simulate_expiry", merchantId })],
  ])("stores nothing a day after it is %s, and reads as before", async (status, finish) => {
    const { merchant, intent } = await seedPayable();
    await finish(intent.id, merchant.id);
    await drained(intent.id);
    const before = await find(intent.id);

    expect(await fireAlarm(intent.id)).toBe(true);
    expect((await stored(intent.id)).alarmAt).toBe((before?.updatedAt ?? 0) + RECOVERY_WINDOW_MS);
    await collect(intent.id);

    expect(await stored(intent.id)).toEqual(NOTHING_STORED);
    expect(await fireAlarm(intent.id)).toBe(false);
    expect(await find(intent.id)).toEqual(before);
    await evict(intent.id);
    expect(await find(intent.id)).toEqual(before);
    expect(before).toMatchObject({ status });
    expect(await stored(intent.id)).toEqual(NOTHING_STORED);
  });

  it.each([
    ["in memory", false],
    ["from D1", true],
  ])("accepts a refund %s, with the next sequence", async (_, isEvicted) => {
    const { merchant, intent, wallet } = await seedPayable();
    await pay(intent.id, wallet);
    await collect(intent.id);
    if (isEvicted) await evict(intent.id);

    await execute(intent.id, { type: "refund", merchantId: merchant.id, key: null });

    expect((await stored(intent.id)).alarmAt).toBeGreaterThan(Date.now());
    moveClock(3_000);
    await fireAlarm(intent.id);
    expect((await eventsOf(intent.id)).map(({ type, sequence }) => [type, sequence])).toEqual([
      ["payment.completed", 1],
      ["refund.pending", 2],
      ["refund.completed", 3],
    ]);
    await collect(intent.id);
    expect(await stored(intent.id)).toEqual(NOTHING_STORED);
  });
});

describe("storage.deleteAll", () => {
  it("clears the earlier alarm, and keeps what is stored and armed after it in the same turn", async () => {
    const at = Date.now() + 3_600_000;
    const id = crypto.randomUUID();
    await runInDurableObject(objectOf(id), async (_, ctx) => {
      ctx.storage.kv.put("before", 1);
      await ctx.storage.setAlarm(at);
      const deleted = ctx.storage.deleteAll();
      ctx.storage.kv.put("after", 1);
      await deleted;
    });
    expect(await stored(id)).toMatchObject({ keys: ["after"], alarmAt: null });

    await runInDurableObject(objectOf(id), async (_, ctx) => {
      const deleted = ctx.storage.deleteAll();
      ctx.storage.transactionSync(() => {
        ctx.storage.kv.put("later", 1);
        ctx.waitUntil(ctx.storage.setAlarm(at));
      });
      await deleted;
    });
    await evict(id);
    expect(await stored(id)).toMatchObject({ keys: ["later"], alarmAt: at });
  });
});
