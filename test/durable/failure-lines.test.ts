// What operators are told when D1 or a queue fails an object.
import { env } from "cloudflare:workers";
import { describe, expect } from "vitest";
import { DAY, MINUTE, moveClock } from "../support/clock.ts";
import { failDatabase, PROJECTION, useMutedLog } from "../support/faults.ts";
import { drained, evict, find, fireAlarm, pay, until } from "../support/objects.ts";
import { captureQueue, useQueues } from "../support/queues.ts";
import { it } from "../support/seeded-it.ts";

useQueues();
const log = useMutedLog();

const fail = async () => {
  throw new Error("the queue is down");
};

function linesOf(event: string) {
  return log.map((line) => JSON.parse(line)).filter((line) => line.event === event);
}

describe("a payment", () => {
  it("that neither D1 nor the queue takes", async ({ intent, wallet }) => {
    failDatabase(PROJECTION);
    captureQueue(env.LEDGER_EVENTS, [], fail);
    await pay(intent.id, wallet);
    await until(() => linesOf("queue_send_failed").length > 0);
    expect(linesOf("queue_send_failed")).toMatchObject([
      { level: "error", intent_id: intent.id, error: "Error: the queue is down" },
    ]);
  });
});

describe("an intent", () => {
  it("that D1 cannot be asked for", async ({ intent }) => {
    failDatabase(/payment_intents/);
    await expect(find(intent.id)).rejects.toMatchObject({ dependency: "payment_intent" });
    expect(linesOf("load_failed")).toMatchObject([{ level: "error", intent_id: intent.id }]);
  });

  it("of which D1 cannot say what it has, when the object is to be deleted", async ({ intent, wallet }) => {
    await pay(intent.id, wallet);
    await drained(intent.id);
    await evict(intent.id);
    moveClock(DAY + MINUTE);
    failDatabase(/count\(\*\) FROM events/);
    await fireAlarm(intent.id);
    expect(linesOf("load_failed")).toMatchObject([{ level: "error", intent_id: intent.id }]);
  });
});
