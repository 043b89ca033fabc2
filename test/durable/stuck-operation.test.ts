import { runInDurableObject } from "cloudflare:test";
import { describe, expect } from "vitest";
import type { IntentDocument } from "../../src/durable/intent-document.ts";
import { HOUR, MINUTE, moveClock, useStoppedClock } from "../support/clock.ts";
import { failDatabase, LEDGER, useMutedLog } from "../support/faults.ts";
import { evict, fireAlarm, objectOf, pay, stored } from "../support/objects.ts";
import { useQueues } from "../support/queues.ts";
import { it } from "../support/seeded-it.ts";

useQueues();
const log = useMutedLog();
useStoppedClock();

const stuckLines = () =>
  log.map((line) => JSON.parse(line)).filter(({ event }) => event === "ledger_operation_stuck");

/** Fires alarms as they become due; returns the delays between them. */
async function fireAlarms(intentId: string, count: number): Promise<number[]> {
  const delays: number[] = [];
  for (let fired = 0; fired < count; fired++) {
    const delay = ((await stored(intentId)).alarmAt ?? 0) - Date.now();
    delays.push(delay);
    moveClock(delay);
    await fireAlarm(intentId);
  }
  return delays;
}

describe("a payment that the ledger rejects with a client error", () => {});

describe("an operation without a result", () => {
  it("is logged after an hour, and again at most every hour", async ({ intent, wallet }) => {
    failDatabase(LEDGER);
    const begun = Date.now();
    await pay(intent.id, wallet);
    const loggedAt: number[] = [];
    while (Date.now() < begun + 3.5 * HOUR) {
      const before = stuckLines().length;
      await fireAlarms(intent.id, 1);
      if (loggedAt.length % 2 === 1) await evict(intent.id);
      if (stuckLines().length > before) loggedAt.push(Date.now() - begun);
    }

    expect(loggedAt).toHaveLength(stuckLines().length);
    expect(loggedAt.map((since) => Math.floor(since / HOUR))).toEqual([1, 2, 3]);
    expect(loggedAt[0]).toBeLessThan(HOUR + 5 * MINUTE);
    expect(stuckLines()[0]).toMatchObject({
      level: "error",
      intent_id: intent.id,
      operation_key: `payment:${intent.id}:1`,
      since: new Date(begun).toISOString(),
      is_rejected: false,
    });
    expect(log.join()).not.toContain(wallet);
  });

  it("is not stuck once it has ended, whatever is asked of it later", async ({ intent, wallet }) => {
    await pay(intent.id, wallet);
    moveClock(2 * HOUR);
    await fireAlarm(intent.id);
    expect((await stored(intent.id)).document?.operationAge).toBeNull();
    expect(stuckLines()).toEqual([]);
  });

  it("is timed from the first commit on in a document from before", async ({ intent, wallet }) => {
    failDatabase(LEDGER);
    await pay(intent.id, wallet);
    await runInDurableObject(objectOf(intent.id), (_, { storage }) => {
      const { operationAge, ...document } = storage.kv.get<IntentDocument>("document") as IntentDocument;
      storage.kv.put("document", document);
    });
    await evict(intent.id);
    moveClock(2 * HOUR);
    await fireAlarm(intent.id);
    expect(stuckLines()).toEqual([]);
    moveClock(HOUR);
    await fireAlarm(intent.id);
    expect(stuckLines()).toHaveLength(1);
  });
});
