import { runInDurableObject } from "cloudflare:test";
import { describe, expect, vi } from "vitest";
import { DOCUMENT_SCHEMA, RECOVERY_WINDOW_MS } from "#core/durable/intent-document.ts";
import { DAY, MINUTE, moveClock, SECOND, useStoppedClock } from "../support/clock.ts";
import { failDatabase, holdDatabase, LEDGER, useMutedLog } from "../support/faults.ts";
import { eventsOf, rowOf } from "../support/intent-rows.ts";
import {
  collect,
  evict,
  execute,
  find,
  fireAlarm,
  NOTHING_STORED,
  objectOf,
  pay,
  published,
  stored,
  until,
} from "../support/objects.ts";
import { useQueues } from "../support/queues.ts";
import { rowsOf } from "../support/rows.ts";
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
    await published(intent.id);
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
    await published(intent.id);
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
    await published(intent.id);
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

// What an alarm that fails leaves behind: a line in the log, and the next alarm.

const log = useMutedLog();

/** Still open, and stored by a declined payment. */
async function seedStored() {
  const { intent, wallet } = await seedPayable({ balanceMinor: 1 });
  await pay(intent.id, wallet);
  await published(intent.id);
  return intent;
}

/** The first write of the alarm fails. */
async function fireAlarmWithFullStorage(intentId: string): Promise<void> {
  await runInDurableObject(objectOf(intentId), async (instance, { storage }) => {
    vi.spyOn(Object.getPrototypeOf(storage.kv), "put").mockImplementationOnce(() => {
      throw new Error("storage is full");
    });
    await instance.alarm();
  });
}

const storageIsFull = (id: string) => ({ level: "error", intent_id: id, error: "Error: storage is full" });

function linesOf(event: string) {
  return log.map((line) => JSON.parse(line)).filter((line) => line.event === event);
}

describe("an alarm", () => {
  it("that cannot do what is due is logged once, comes again, and then does it", async () => {
    const { id } = await seedStored();
    moveClock(31 * MINUTE);
    await fireAlarmWithFullStorage(id);

    expect(linesOf("alarm_failed")).toMatchObject([storageIsFull(id)]);
    expect((await stored(id)).alarmAt).toBe(Date.now() + 10 * SECOND);
    moveClock(10 * SECOND);
    await fireAlarm(id);
    expect(await rowOf(id)).toMatchObject({ status: "expired" });
    expect(linesOf("alarm_failed")).toHaveLength(1);
  });

  it("that may not use the document, as a later release has stored it, is logged for its work and for its end, and comes again", async () => {
    const { id } = await seedStored();
    await runInDurableObject(objectOf(id), async (_, { storage }) => {
      const document = storage.kv.get<object>("document");
      storage.kv.put("document", { ...document, schema: DOCUMENT_SCHEMA + 1 });
    });
    await evict(id);
    const before = (await stored(id)).document;

    await expect(find(id)).rejects.toMatchObject({ dependency: "payment_intent" });
    await fireAlarm(id);

    expect((await stored(id)).document).toEqual(before);
    expect(linesOf("alarm_failed").map((line) => line.error)).toEqual(
      Array(2).fill("Error: the intent could not be loaded"),
    );
    expect((await stored(id)).alarmAt).toBe(Date.now() + 10 * SECOND);
  });

  it("that was set while the clock was ahead is set anew by the next call", async () => {
    const { merchant, intent, wallet } = await seedPayable();
    await pay(intent.id, wallet);
    const repaired = failDatabase(LEDGER);
    moveClock(DAY);
    await execute(intent.id, { type: "refund", merchantId: merchant.id, key: null });
    repaired();
    moveClock(MINUTE - DAY);

    await find(intent.id);

    const { alarmAt } = await stored(intent.id);
    expect(alarmAt).toBeGreaterThan(Date.now());
    expect(alarmAt).toBeLessThanOrEqual(Date.now() + 10 * SECOND);
    expect(linesOf("alarm_lost")).toHaveLength(1);
  });

  it("that fires before the deadline, as clocks differ, comes next when the deadline is reached by both", async () => {
    const { id, expiresAt: deadline } = await seedStored();
    moveClock(10 * SECOND);
    await fireAlarm(id);
    expect((await stored(id)).alarmAt).toBe(deadline);
    moveClock(deadline - 5 * SECOND - Date.now());
    await fireAlarm(id);
    expect((await stored(id)).alarmAt).toBe(deadline + 5 * SECOND);
    moveClock(5 * SECOND);
    await fireAlarm(id);
    expect(await rowOf(id)).toMatchObject({ status: "expired" });
  });

  it("of an intent that does not exist does nothing", async () => {
    const id = crypto.randomUUID();
    await runInDurableObject(objectOf(id), (instance) => instance.alarm());
    expect(log.filter((line) => line.includes(id))).toEqual([]);
    expect(await stored(id)).toEqual(NOTHING_STORED);
    expect(await find(id)).toBeNull();
  });

  it("does not restore in D1 what a refund has replaced while it looked", async () => {
    const { merchant, intent, wallet } = await seedPayable();
    await pay(intent.id, wallet);
    await published(intent.id);
    await rowsOf(intent.id).run("DELETE FROM payment_intents WHERE id = ?", intent.id);
    await rowsOf(intent.id).run("DELETE FROM events WHERE intent_id = ?", intent.id);
    moveClock(RECOVERY_WINDOW_MS);
    const held = holdDatabase(/count\(\*\) FROM events\s+WHERE merchant_id = .*json_each\(/);
    const firing = fireAlarm(intent.id);
    await until(() => held.waiting === 1);
    const refunded = await execute(intent.id, { type: "refund", merchantId: merchant.id, key: null });
    held.release();
    await firing;

    expect(refunded).toMatchObject({ ok: true, value: { refundStatus: "pending" } });
    expect([...linesOf("alarm_failed"), ...linesOf("projection_lost")]).toEqual([]);
    expect(await rowOf(intent.id)).toMatchObject({ refund_status: "pending" });
    expect((await stored(intent.id)).alarmAt).toBeGreaterThan(Date.now());
  });
});
