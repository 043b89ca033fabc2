// Moments in which an object could forget what is left to do, because its memory and its storage differ.

import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, vi } from "vitest";
import { RECOVERY_WINDOW_MS } from "#core/durable/intent-document.ts";
import { MINUTE, moveClock, useStoppedClock } from "../support/clock.ts";
import { failDatabase, interceptDatabase, PROJECTION, useMutedLog } from "../support/faults.ts";
import { anOperation } from "../support/intent.ts";
import { eventsOf, rowOf, transactionsOf } from "../support/intent-rows.ts";
import {
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
import { consume, useQueues } from "../support/queues.ts";
import { rowsOf } from "../support/rows.ts";
import { it } from "../support/seeded-it.ts";
import { balanceOf, seedIntent, seedPayable, seedWallet } from "../support/seeds.ts";
import { seedPaid } from "../support/settlement.ts";

const queues = useQueues();

useMutedLog();
useStoppedClock();

describe("an object that has lost its storage", () => {
  it("carries a payment that D1 shows in progress to its end, with no one but its alarm", async ({
    merchant,
  }) => {
    const walletId = await seedWallet();
    const id = crypto.randomUUID();
    const operation = anOperation("payment", { key: `payment:${id}:1`, walletId });
    await seedIntent(merchant.id, { id, operation });

    expect(await find(id)).toMatchObject({ status: "pending", operation });

    const { document, alarmAt } = await stored(id);
    expect(document?.intent.operation).toEqual(operation);
    expect(alarmAt).toBe(Date.now() + 10_000);
    moveClock(10_000);
    await fireAlarm(id);
    expect(await rowOf(id)).toMatchObject({ status: "completed", completed_by: walletId });
    expect(await transactionsOf(id)).toMatchObject([{ idempotency_key: operation.key }]);
  });

  it("carries a refund to its end likewise, and does not pay it twice", async ({
    merchant,
    intent,
    wallet,
  }) => {
    await pay(intent.id, wallet);
    await execute(intent.id, { type: "refund", merchantId: merchant.id, key: null });
    await published(intent.id);
    await runInDurableObject(objectOf(intent.id), (_, { storage }) => storage.deleteAll());
    await evict(intent.id);

    expect(await find(intent.id)).toMatchObject({ refundStatus: "pending" });

    expect((await stored(intent.id)).alarmAt).toBe(Date.now() + 10_000);
    moveClock(10_000);
    await fireAlarm(intent.id);
    expect(await rowOf(intent.id)).toMatchObject({ refund_status: "completed" });
    expect(await transactionsOf(intent.id)).toMatchObject([
      { transaction_type: "payment" },
      { transaction_type: "refund", status: "completed" },
    ]);
    expect([await balanceOf(wallet), await balanceOf(merchant.id)]).toEqual([100_00, 0]);
  });
});

describe("an object that deletes its storage", () => {
  it("sets the alarm of a refund that follows, also when it had one set for later", async ({
    merchant,
    intent,
    wallet,
  }) => {
    const mend = failDatabase(PROJECTION);
    await pay(intent.id, wallet);
    moveClock(RECOVERY_WINDOW_MS);
    mend();
    await fireAlarm(intent.id);
    await published(intent.id);
    expect((await stored(intent.id)).alarmAt).toBe(Date.now() + RECOVERY_WINDOW_MS);
    moveClock(RECOVERY_WINDOW_MS);

    // A repeated alarm comes before it, and its first read fails.
    await runInDurableObject(objectOf(intent.id), async (instance, { storage }) => {
      vi.spyOn(Object.getPrototypeOf(storage.kv), "get").mockImplementationOnce(() => {
        throw new Error("storage is not available");
      });
      await instance.alarm();
    });
    expect(await stored(intent.id)).toEqual(NOTHING_STORED);
    await execute(intent.id, { type: "refund", merchantId: merchant.id, key: null });

    const { document, alarmAt } = await stored(intent.id);
    expect(document?.intent.operation).toMatchObject({ kind: "refund" });
    expect(alarmAt).toBe(Date.now() + 10_000);
  });
});

describe("a refund whose process ends before D1 has it, and whose alarm is lost", () => {
  it("is carried to its end by the message that was queued before it was accepted", async () => {
    const { intent, refund, wallet } = await seedPaid();
    await published(intent.id);
    const queuedBefore: unknown[] = [];
    const mend = interceptDatabase(/./, async () => {
      queuedBefore.push(...queues.wakeUps);
      throw new Error("the process ends");
    });
    await refund();
    await runInDurableObject(objectOf(intent.id), (_, { storage }) => storage.deleteAlarm());
    await evict(intent.id);
    mend();
    moveClock(90_000);

    expect(queuedBefore[0]).toEqual({ body: { unprojectedIntentId: intent.id }, delaySeconds: 90 });
    await consume("ledger-events", [{ unprojectedIntentId: intent.id }]);
    // The first alarm asks the ledger for the refund, the second for its settlement.
    moveClock(10_000);
    await fireAlarm(intent.id);
    moveClock(10_000);
    await fireAlarm(intent.id);

    expect(await rowOf(intent.id)).toMatchObject({ refund_status: "completed" });
    expect(await balanceOf(wallet)).toBe(100_00);
  });

  it("queues no message for a refund that is refused, or repeated", async () => {
    const { intent, refund } = await seedPaid();
    await refund();
    const sent = queues.wakeUps.length;
    await refund();
    await execute(intent.id, { type: "refund", merchantId: crypto.randomUUID(), key: null });

    expect([sent, queues.wakeUps.length]).toEqual([1, 1]);
  });

  it("is accepted without the message when the queue fails", async () => {
    const { refund } = await seedPaid();
    vi.spyOn(env.LEDGER_EVENTS, "send").mockRejectedValue(new Error("queue is down"));

    expect((await refund()).ok).toBe(true);
  });
});

describe("a refund that D1 did not take, and whose alarm is lost", () => {
  it("is carried to its end by the message that its object has queued", async () => {
    const { intent, refund, wallet } = await seedPaid();
    await published(intent.id);
    const mend = failDatabase(PROJECTION);
    expect((await refund()).ok).toBe(true);
    await until(() => queues.wakeUps.length > 0);
    await runInDurableObject(objectOf(intent.id), (_, { storage }) => storage.deleteAlarm());
    const [message] = queues.wakeUps;
    expect(message).toEqual({ body: { unprojectedIntentId: intent.id }, delaySeconds: 90 });
    moveClock(90_000);

    expect(await consume("ledger-events", [message?.body])).toMatchObject({ acked: [], retried: [0] });
    expect((await stored(intent.id)).alarmAt).toBe(Date.now() + 10_000);

    mend();
    moveClock(10_000);
    await fireAlarm(intent.id);
    expect(await consume("ledger-events", [message?.body])).toMatchObject({ acked: [0], retried: [] });
    expect(await rowOf(intent.id)).toMatchObject({ refund_status: "completed" });
    expect((await eventsOf(intent.id)).map(({ type }) => type)).toEqual([
      "payment.completed",
      "refund.pending",
      "refund.completed",
    ]);
    expect(await balanceOf(wallet)).toBe(100_00);
  });

  it("queues no second message while alarms retry it", async () => {
    const { intent, refund } = await seedPaid();
    failDatabase(PROJECTION);
    await refund();
    await fireAlarm(intent.id);
    const sent = queues.wakeUps.length;

    await fireAlarm(intent.id);
    await fireAlarm(intent.id);

    expect(queues.wakeUps).toHaveLength(sent);
  });
});

describe("an event that is added while an earlier one is being queued", () => {
  it("stays in the outbox until the queue has it, too", async () => {
    const { merchant, intent, wallet } = await seedPayable({ webhookUrl: "https://shop.test/hook" });
    await rowsOf(merchant.id).run(
      "UPDATE merchants SET webhook_events = ? WHERE id = ?",
      JSON.stringify(["payment.completed", "refund.pending"]),
      merchant.id,
    );
    const first = Promise.withResolvers<void>();
    const sendBatch = vi.mocked(env.WEBHOOKS.sendBatch);
    const capture = sendBatch.getMockImplementation();
    sendBatch.mockImplementationOnce(async (messages) => {
      await first.promise;
      return (await capture?.(messages)) as QueueSendBatchResponse;
    });
    await pay(intent.id, wallet);
    await until(() => sendBatch.mock.calls.length === 1);
    const mend = failDatabase(PROJECTION);
    await execute(intent.id, { type: "refund", merchantId: merchant.id, key: null });
    first.resolve();
    await until(() => queues.webhooks.length === 1);
    await until(async () => (await stored(intent.id)).document?.sent?.length === 1);

    const { document } = await stored(intent.id);
    expect(document?.outbox.map(({ type }) => type)).toEqual(["refund.pending"]);
    mend();
    moveClock(MINUTE);
    await fireAlarm(intent.id);
    await published(intent.id);

    const events = await eventsOf(intent.id);
    expect(events.map(({ type, sequence }) => [type, sequence]).slice(0, 2)).toEqual([
      ["payment.completed", 1],
      ["refund.pending", 2],
    ]);
    expect(queues.webhooks.map(({ body }) => body.eventId)).toContain(events[1]?.id);
  });
});
