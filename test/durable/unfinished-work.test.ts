// The row in D1 that tells operators of unfinished work goes with the work: it counts in reconciliation, and no merchant that
// has one can be erased.
import { runInDurableObject } from "cloudflare:test";
import { expect, vi } from "vitest";
import type { PaymentIntent } from "#core/domain/payment-intents/payment-intent.ts";
import { sandboxObjectDependenciesFor } from "#sandbox/composition.ts";
import { DAY, MINUTE, moveClock, useStoppedClock } from "../support/clock.ts";
import { interceptDatabase, useMutedLog } from "../support/faults.ts";
import { evict, fireAlarm, NOTHING_STORED, objectOf, pay, stored } from "../support/objects.ts";
import { runSweep, useQueues } from "../support/queues.ts";
import { rowsOf } from "../support/rows.ts";
import { it } from "../support/seeded-it.ts";

useQueues();
useMutedLog();
useStoppedClock();

const REPORT = /insert into "unfinished_work"/i;

/** A payment of which the ledger does not say how it ended, until `repair` is called. */
async function startUnknownPayment(intent: PaymentIntent, wallet: string) {
  const ledger = await runInDurableObject(
    objectOf(intent.id),
    (object) => sandboxObjectDependenciesFor((object as unknown as { env: Env }).env).ledger,
  );
  const down = vi.spyOn(ledger, "transfer").mockImplementation(async () => ({ outcome: "unknown" }));
  await pay(intent.id, wallet);
  return { repair: () => down.mockRestore() };
}

async function fireAlarmsUntil(intentId: string, isReached: () => boolean): Promise<void> {
  for (let alarms = 0; alarms < 10 && !isReached(); alarms++) {
    moveClock(5 * MINUTE);
    await fireAlarm(intentId);
  }
  expect(isReached()).toBe(true);
}

function reportsOf(intentId: string) {
  return rowsOf(intentId).all("SELECT work FROM unfinished_work WHERE intent_id = ?", intentId);
}

/** Fires the alarms of the days after which nothing is left of the intent but its row. */
async function passDays(intentId: string): Promise<void> {
  for (let alarms = 0; alarms < 10; alarms++) {
    moveClock(DAY);
    await fireAlarm(intentId);
  }
  expect(await stored(intentId)).toEqual(NOTHING_STORED);
}

it("goes when the reply to its insert was lost, and the work then ends by itself", async ({
  intent,
  wallet,
}) => {
  const ledger = await startUnknownPayment(intent, wallet);
  let lost = 0;
  const end = interceptDatabase(REPORT, async (run) => {
    await run();
    lost++;
    throw new Error("D1_ERROR: Network connection lost.");
  });
  await fireAlarmsUntil(intent.id, () => lost > 0);
  end();
  ledger.repair();
  await pay(intent.id, wallet);
  await passDays(intent.id);
  expect(await reportsOf(intent.id)).toEqual([]);
});

it("goes when the object is evicted just after the insert", async ({ intent, wallet }) => {
  const ledger = await startUnknownPayment(intent, wallet);
  let unfinishedSince: number | null | undefined;
  const end = interceptDatabase(REPORT, async (run) => {
    unfinishedSince = (await stored(intent.id)).document?.unfinishedSince;
    return await run();
  });
  await fireAlarmsUntil(intent.id, () => unfinishedSince !== undefined);
  expect(unfinishedSince).toBe(Date.now());
  end();
  ledger.repair();
  await evict(intent.id);
  await pay(intent.id, wallet);
  await passDays(intent.id);
  expect(await reportsOf(intent.id)).toEqual([]);
});

it("goes when the reply to the last write and the alarm are lost", async ({ intent, wallet }) => {
  const write = /insert into "payment_intents"/i;
  const endFailing = interceptDatabase(write, async () => {
    throw new Error("D1_ERROR: Network connection lost.");
  });
  await pay(intent.id, wallet);
  for (let alarms = 0; alarms < 5; alarms++) {
    moveClock(5 * MINUTE);
    await fireAlarm(intent.id);
  }
  endFailing();
  const endLosing = interceptDatabase(write, async (run) => {
    await run();
    throw new Error("D1_ERROR: Network connection lost.");
  });
  moveClock(5 * MINUTE);
  await fireAlarm(intent.id);
  endLosing();
  await runInDurableObject(objectOf(intent.id), (_, { storage }) => storage.deleteAlarm());
  expect(await reportsOf(intent.id)).toEqual([{ work: "outbox" }]);
  moveClock(10 * MINUTE);
  await runSweep();
  await passDays(intent.id);
  expect(await reportsOf(intent.id)).toEqual([]);
});

it("goes when a database that is restored has it again", async ({ merchant, intent, wallet }) => {
  await pay(intent.id, wallet);
  await rowsOf(merchant.id).run(
    "INSERT INTO unfinished_work (intent_id, merchant_id, work, since) VALUES (?, ?, 'outbox', ?)",
    intent.id,
    merchant.id,
    Date.now(),
  );
  await passDays(intent.id);
  expect(await reportsOf(intent.id)).toEqual([]);
});
