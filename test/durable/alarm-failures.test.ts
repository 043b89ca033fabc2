// What an alarm that fails leaves behind: a line in the log, and the next alarm.

import { runInDurableObject } from "cloudflare:test";
import { describe, expect, it, vi } from "vitest";
import { DOCUMENT_SCHEMA, RECOVERY_WINDOW_MS } from "../../src/durable/intent-document.ts";
import { MINUTE, moveClock, SECOND, useStoppedClock } from "../support/clock.ts";
import { holdDatabase, useMutedLog } from "../support/faults.ts";
import { rowOf } from "../support/intent-rows.ts";
import {
  drained,
  evict,
  execute,
  find,
  fireAlarm,
  NOTHING_STORED,
  objectOf,
  pay,
  stored,
  until,
} from "../support/objects.ts";
import { useQueues } from "../support/queues.ts";
import { rowsOf } from "../support/rows.ts";
import { seedPayable } from "../support/seeds.ts";

useQueues();
const log = useMutedLog();
useStoppedClock();

/** Still open, and stored by a declined payment. */
async function seedStored() {
  const { intent, wallet } = await seedPayable({ balanceMinor: 1 });
  await pay(intent.id, wallet);
  await drained(intent.id);
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

  it("that has nothing to do and cannot store that is logged once and comes again", async () => {
    const { id } = await seedStored();
    await fireAlarmWithFullStorage(id);

    expect(linesOf("alarm_failed")).toMatchObject([storageIsFull(id)]);
    expect((await stored(id)).alarmAt).toBe(Date.now() + 10 * SECOND);
  });

  it("that cannot read the document is logged for its work and for its end, and comes again", async () => {
    const { id } = await seedStored();
    await runInDurableObject(objectOf(id), async (_, { storage }) => {
      const document = storage.kv.get<object>("document");
      storage.kv.put("document", { ...document, schema: DOCUMENT_SCHEMA + 1 });
    });
    await evict(id);

    await fireAlarm(id);

    expect(linesOf("alarm_failed").map((line) => line.error)).toEqual(
      Array(2).fill("Error: the intent could not be loaded"),
    );
    expect((await stored(id)).alarmAt).toBe(Date.now() + 10 * SECOND);
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
    await drained(intent.id);
    await rowsOf(intent.id).run("DELETE FROM payment_intents WHERE id = ?", intent.id);
    await rowsOf(intent.id).run("DELETE FROM events WHERE intent_id = ?", intent.id);
    moveClock(RECOVERY_WINDOW_MS);
    const held = holdDatabase(/json_each\(/);
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
