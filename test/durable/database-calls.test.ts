// When an object writes to D1, and what it does when its intent changes while it looks at what D1 has.

import { describe, expect } from "vitest";
import { RECOVERY_WINDOW_MS } from "#core/durable/intent-document.ts";
import { MINUTE, moveClock, useStoppedClock } from "../support/clock.ts";
import { failDatabase, holdDatabase, interceptDatabase, PROJECTION, useMutedLog } from "../support/faults.ts";
import { rowOf } from "../support/intent-rows.ts";
import { find, fireAlarm, pay, published, stored, until } from "../support/objects.ts";
import { useQueues } from "../support/queues.ts";
import { rowsOf } from "../support/rows.ts";
import { it } from "../support/seeded-it.ts";
import { seedPaid } from "../support/settlement.ts";

/** The statement that looks. */
const LOOK = /count\(\*\) FROM events\s+WHERE merchant_id = .*json_each\(/;

useQueues();
const log = useMutedLog();
useStoppedClock();

const linesOf = (event: string) => log.filter((line) => line.includes(event));

describe("a payment", () => {
  it("is written once, after the ledger's result", async ({ intent, wallet }) => {
    let writes = 0;
    interceptDatabase(PROJECTION, (run) => {
      writes += 1;
      return run();
    });
    await pay(intent.id, wallet);
    await published(intent.id);
    expect(writes).toBe(1);
    expect(await rowOf(intent.id)).toMatchObject({ status: "completed" });
  });
});

describe("a read", () => {
  it("does not write what D1 has not taken: that is left to the alarm", async ({ intent, wallet }) => {
    failDatabase(PROJECTION);
    await pay(intent.id, wallet);
    expect(linesOf("projection_failed")).toHaveLength(1);
    expect(await find(intent.id)).toMatchObject({ status: "completed" });
    expect(linesOf("projection_failed")).toHaveLength(1);
  });
});

describe("a refund that begins during a look at D1", () => {
  async function seedAtRest() {
    const seeded = await seedPaid();
    await published(seeded.intent.id);
    return { ...seeded, id: seeded.intent.id };
  }

  it("is not taken for lost when D1 lacks what was before", async () => {
    const { id, refund } = await seedAtRest();
    await rowsOf(id).run("DELETE FROM events WHERE intent_id = ?", id);
    moveClock(10 * MINUTE);
    const held = holdDatabase(LOOK);
    await find(id);
    await until(() => held.waiting === 1);
    expect(await refund()).toMatchObject({ ok: true, value: { refundStatus: "pending" } });
    held.release();
    await scheduler.wait(50);
    expect(linesOf("projection_lost")).toEqual([]);
  });

  it("keeps the object from being deleted, with its alarm", async () => {
    const { id, refund } = await seedAtRest();
    moveClock(RECOVERY_WINDOW_MS);
    const held = holdDatabase(LOOK);
    const firing = fireAlarm(id);
    await until(() => held.waiting === 1);
    const refunding = refund();
    await until(async () => (await stored(id)).document?.intent.refundStatus === "pending");
    held.release();
    await Promise.all([firing, refunding]);
    const { document, alarmAt } = await stored(id);
    expect(document?.intent).toMatchObject({ refundStatus: "pending", operation: { kind: "refund" } });
    expect(alarmAt).toBeGreaterThan(Date.now());
  });
});
