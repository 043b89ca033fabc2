// What an object does about a database that was restored, and about an alarm that was lost.

import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, vi } from "vitest";
import { beginSweep } from "#core/services/operations/resume-sweep.ts";
import { sweepOverdueIntents } from "#core/services/operations/sweep.ts";
import { MINUTE, moveClock, useStoppedClock } from "../support/clock.ts";
import { failDatabase, LEDGER, useMutedLog } from "../support/faults.ts";
import { rowOf } from "../support/intent-rows.ts";
import {
  collect,
  evict,
  execute,
  find,
  fireAlarm,
  objectOf,
  pay,
  published,
  stored,
} from "../support/objects.ts";
import { useQueues } from "../support/queues.ts";
import { rowsOf } from "../support/rows.ts";
import { it } from "../support/seeded-it.ts";
import { balanceOf, deps } from "../support/seeds.ts";

const log = useMutedLog();

useQueues();
useStoppedClock();

/** Loses the alarm as the platform does: the document still says when it was due. */
function dropAlarm(intentId: string): Promise<void> {
  return runInDurableObject(objectOf(intentId), async (_, { storage }) => {
    await storage.deleteAlarm();
  });
}

describe("a row that is missing in D1", () => {
  it("is written again with the payment, and never collected unseen", async ({ intent, wallet }) => {
    const mend = failDatabase(LEDGER);
    await pay(intent.id, wallet);
    mend();
    await rowsOf(intent.id).run("DELETE FROM payment_intents WHERE id = ?", intent.id);

    moveClock(10_000);
    await fireAlarm(intent.id);
    await published(intent.id);

    expect(await rowOf(intent.id)).toMatchObject({ status: "completed", merchant_id: intent.merchantId });
    await collect(intent.id);
    expect(await find(intent.id)).toMatchObject({ status: "completed", completedBy: wallet });
  });
});

describe("a lost alarm", () => {
  it("is set again by a read, and the payment is carried to its end", async ({
    merchant,
    intent,
    wallet,
  }) => {
    const mend = failDatabase(LEDGER);
    await pay(intent.id, wallet);
    mend();
    await dropAlarm(intent.id);
    moveClock(2 * MINUTE);

    await find(intent.id);

    expect((await stored(intent.id)).alarmAt).toBeGreaterThan(Date.now());
    expect(log.filter((line) => line.includes("alarm_lost"))).toHaveLength(1);
    moveClock(MINUTE);
    await fireAlarm(intent.id);
    expect(await find(intent.id)).toMatchObject({ status: "completed", completedBy: wallet });
    expect(await balanceOf(merchant.id)).toBe(1250);
  });

  it("of a payment under way at its deadline is found by the sweep", async ({ intent, wallet }) => {
    const mend = failDatabase(LEDGER);
    await pay(intent.id, wallet);
    mend();
    await dropAlarm(intent.id);
    await evict(intent.id);
    moveClock(31 * MINUTE);

    await sweepOverdueIntents(beginSweep(deps));

    expect((await stored(intent.id)).alarmAt).toBeGreaterThan(Date.now());
  });

  it("is not taken for lost while it fires", async ({ intent, wallet }) => {
    failDatabase(LEDGER);
    await pay(intent.id, wallet);
    moveClock(10_000);

    await Promise.all([fireAlarm(intent.id), find(intent.id), find(intent.id)]);

    expect(log.filter((line) => line.includes("alarm_lost"))).toEqual([]);
  });
});

describe("an alarm whose read of the storage fails", () => {
  it("is set again", async ({ intent, wallet }) => {
    failDatabase(LEDGER);
    await pay(intent.id, wallet);
    await evict(intent.id);
    await runInDurableObject(objectOf(intent.id), async (instance, { storage }) => {
      const prototype = Object.getPrototypeOf(storage.kv);
      const get = vi.spyOn(prototype, "get").mockImplementation(() => {
        throw new Error("storage is not available");
      });
      await storage.deleteAlarm();
      await instance.alarm();
      get.mockRestore();
      expect(await storage.getAlarm()).toBeGreaterThan(Date.now());
    });
  });
});

describe("a refund", () => {
  it("is in D1 before the ledger is called", async ({ merchant, intent, wallet }) => {
    await pay(intent.id, wallet);
    let atTheCall: Record<string, unknown> | null = null;
    // The embedded ledger schedules the settlement when it accepts the refund.
    const settlements = env.LEDGER_SETTLEMENTS as Queue;
    vi.spyOn(settlements, "send").mockImplementation((async () => {
      atTheCall = await rowOf(intent.id);
    }) as unknown as Queue["send"]);

    await execute(intent.id, { type: "refund", merchantId: merchant.id, key: null });

    expect(atTheCall).toMatchObject({ refund_status: "pending" });
  });
});
