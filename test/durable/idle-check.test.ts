// An intent that is read long after its last change: does D1 still have it? A database may have been restored.

import { beforeEach, describe, expect } from "vitest";
import { RECOVERY_WINDOW_MS } from "#core/durable/intent-document.ts";
import { MINUTE, moveClock, setClock, useStoppedClock } from "../support/clock.ts";
import { interceptDatabase, useMutedLog } from "../support/faults.ts";
import { eventsOf, rowOf } from "../support/intent-rows.ts";
import { collect, execute, find, fireAlarm, pay, published, until } from "../support/objects.ts";
import { useQueues } from "../support/queues.ts";
import { rowsOf } from "../support/rows.ts";
import { it } from "../support/seeded-it.ts";
import { seedIntent, seedPayable } from "../support/seeds.ts";

/** The intent of the test: alarms of earlier tests also look, whenever they are due. */
let watched: string;
/** How often D1 was asked what it has of that intent. */
let looks: number;
const log = useMutedLog();

useQueues();
useStoppedClock();
beforeEach(() => {
  looks = 0;
  watched = "";
  interceptDatabase(/json_each\(/, (run, _, parameters) => {
    if (parameters.includes(watched)) looks += 1;
    return run();
  });
});

/** Long enough for a look that a read has begun in the background. */
const settle = () => scheduler.wait(50);

async function seedPaid() {
  const { intent, wallet } = await seedPayable();
  await pay(intent.id, wallet);
  await published(intent.id);
  watched = intent.id;
  return { id: intent.id, paidAt: Date.now() };
}

async function readAt(id: string, time: number): Promise<void> {
  watched = id;
  setClock(time);
  expect(await find(id)).toMatchObject({ id });
  await settle();
}

describe("a read", () => {
  it("asks D1 from ten minutes after the last change on, and once in ten minutes", async () => {
    const { id, paidAt } = await seedPaid();
    const seen: number[] = [];
    for (const minutes of [0, 9, 10, 10, 19, 20]) {
      await readAt(id, paidAt + minutes * MINUTE);
      seen.push(looks);
    }
    await readAt(id, paidAt + 30 * MINUTE - 1);
    seen.push(looks);
    expect(seen).toEqual([0, 0, 1, 1, 1, 2, 2]);
    expect(log.filter((line) => line.includes(id))).toEqual([]);
  });

  it("asks D1 also after an alarm", async () => {
    const { id, paidAt } = await seedPaid();
    await fireAlarm(id);
    await readAt(id, paidAt + 10 * MINUTE);
    expect(looks).toBe(1);
  });

  it("does not wait for what is written again, and says so in the log", async () => {
    const { id, paidAt } = await seedPaid();
    await rowsOf(id).run("DELETE FROM payment_intents WHERE id = ?", id);
    await rowsOf(id).run("DELETE FROM events WHERE intent_id = ?", id);
    setClock(paidAt + 10 * MINUTE);
    expect(await find(id)).toMatchObject({ status: "completed" });
    await until(async () => (await eventsOf(id)).length > 0);
    expect(await rowOf(id)).toMatchObject({ status: "completed" });
    expect(log.map((line) => JSON.parse(line))).toMatchObject([
      { level: "error", event: "projection_lost", intent_id: id, version: 2 },
    ]);
  });

  it("does not ask D1 while the intent is open", async ({ merchant }) => {
    const { id } = await seedIntent(merchant.id, { expiresAt: Date.now() + 60 * MINUTE });
    await readAt(id, Date.now() + 10 * MINUTE);
    const { id: declined } = await seedIntent(merchant.id, { expiresAt: Date.now() + 60 * MINUTE });
    await pay(declined, crypto.randomUUID());
    await published(declined);
    await readAt(declined, Date.now() + 10 * MINUTE);
    expect(looks).toBe(0);
  });

  it("does not ask D1 when all that the object knows is from there", async () => {
    const { id } = await seedPaid();
    await collect(id);
    looks = 0;
    await readAt(id, Date.now() + RECOVERY_WINDOW_MS);
    expect(looks).toBe(0);
  });
});

describe("the deadline of an intent", () => {
  it("is recorded as the system's own doing", async ({ merchant }) => {
    const { id } = await seedIntent(merchant.id, { expiresAt: Date.now() + MINUTE });
    moveClock(MINUTE);
    expect(await find(id)).toMatchObject({ status: "expired" });
    await published(id);
    expect(await eventsOf(id)).toMatchObject([{ type: "payment.expired", actor: "system" }]);
    const cancelling = await execute(id, { type: "cancel", merchantId: merchant.id });
    expect(cancelling).toEqual({ ok: false, error: "not_pending", intentStatus: "expired" });
  });
});
