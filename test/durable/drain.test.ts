import { env } from "cloudflare:workers";
import { describe, expect, it, vi } from "vitest";
import { sweepSandbox } from "../../src/sandbox/scheduled.ts";
import { moveClock } from "../support/clock.ts";
import { failDatabase, holdDatabase, PROJECTION, repair, useMutedLog } from "../support/faults.ts";
import { eventsOf, rowOf } from "../support/intent-rows.ts";
import { drained, execute, find, fireAlarm, pay, stored, until } from "../support/objects.ts";
import { useQueues } from "../support/queues.ts";
import { ledgerRows } from "../support/rows.ts";
import { deps, seedPayable } from "../support/seeds.ts";
import { ledgerEvent } from "../support/settlement.ts";

const queues = useQueues();

useMutedLog();

describe("a commit", () => {
  it("stores state, outbox and alarm together", async () => {
    const { intent, wallet } = await seedPayable({ webhookUrl: "https://shop.test/hook" });
    failDatabase(PROJECTION);

    await pay(intent.id, wallet);

    const { document, alarmAt } = await stored(intent.id);
    expect(document).toMatchObject({
      intent: { status: "completed", version: 2, operation: null },
      outbox: [{ type: "payment.completed", sequence: 1, actor: "test" }],
      projectedVersion: 1,
    });
    expect(alarmAt).toBeGreaterThan(Date.now());
    expect(alarmAt).toBeLessThanOrEqual(Date.now() + 10_000);
    expect(document?.alarmAt).toBe(alarmAt);
  });

  it("responds once D1 has the row and event; the queue gets the delivery soon after", async () => {
    const { merchant, intent, wallet } = await seedPayable({ webhookUrl: "https://shop.test/hook" });

    const paid = await pay(intent.id, wallet);

    expect(paid).toMatchObject({ ok: true, value: { status: "completed" } });
    expect(await rowOf(intent.id)).toMatchObject({ status: "completed", completed_by: wallet, version: 2 });
    const [event] = await eventsOf(intent.id);
    expect(event).toMatchObject({ delivery_status: "pending", attempts: 0 });
    await drained(intent.id);
    expect(queues.webhooks).toEqual([
      {
        body: { merchantId: merchant.id, eventId: event?.id, firstDueAt: event?.next_attempt_at },
        delaySeconds: undefined,
      },
    ]);
  });
});

describe("D1 failing after a commit", () => {
  it("delivers every event of a long outage, in order", async () => {
    const { merchant, intent, wallet } = await seedPayable({ webhookUrl: "https://shop.test/hook" });
    failDatabase(PROJECTION);
    await pay(intent.id, wallet);
    await execute(intent.id, { type: "refund", merchantId: merchant.id, key: null });
    expect((await stored(intent.id)).document?.outbox.map(({ type }) => type)).toEqual([
      "payment.completed",
      "refund.pending",
    ]);
    repair();
    queues.start();

    await fireAlarm(intent.id);
    await drained(intent.id);

    expect((await eventsOf(intent.id)).map(({ type, sequence }) => [type, sequence])).toEqual([
      ["payment.completed", 1],
      ["refund.pending", 2],
    ]);
    expect(await rowOf(intent.id)).toMatchObject({ refund_status: "pending", version: 4 });
  });

  it("drains the outbox within seconds, however long a pending refund has backed off", async () => {
    const { merchant, intent, wallet } = await seedPayable({ webhookUrl: "https://shop.test/hook" });
    await pay(intent.id, wallet);
    await execute(intent.id, { type: "refund", merchantId: merchant.id, key: null });
    const lateSettlement = () =>
      ledgerRows.run("UPDATE ledger_transactions SET settles_at = settles_at + 86400000");
    await lateSettlement();
    for (let attempt = 0; attempt < 6; attempt++) await fireAlarm(intent.id);
    failDatabase(PROJECTION);
    const result = { outcome: "pending", transactionId: "tx-renamed" } as const;
    await execute(intent.id, await ledgerEvent(intent.id, "refund", wallet, { result }));

    expect((await stored(intent.id)).document?.projectedVersion).toBeLessThan(5);
    expect((await stored(intent.id)).alarmAt).toBeLessThanOrEqual(Date.now() + 10_000);
  });
});

describe("a D1 reply lost after the batch", () => {});

describe("the queue failing after a commit", () => {
  it("is repaired by the sweep alone once the grace period is over", async () => {
    const { merchant, intent, wallet } = await seedPayable({ webhookUrl: "https://shop.test/hook" });
    vi.spyOn(env.WEBHOOKS, "sendBatch").mockRejectedValue(new Error("Too Many Requests"));
    await pay(intent.id, wallet);
    const [event] = await eventsOf(intent.id);
    queues.start();

    moveClock(119_000);
    await sweepSandbox(deps, env);
    const ofMerchant = () => queues.webhooks.filter(({ body }) => body.merchantId === merchant.id);
    expect(ofMerchant()).toEqual([]);
    moveClock(2_000);
    await sweepSandbox(deps, env);

    const body = { merchantId: merchant.id, eventId: event?.id };
    expect(ofMerchant()).toEqual([{ body, delaySeconds: undefined }]);
  });
});

describe("commands during a slow projection", () => {
  it("each wait until D1 has what they return, and the last version wins", async () => {
    const { merchant, intent, wallet } = await seedPayable({ webhookUrl: "https://shop.test/hook" });
    const held = holdDatabase(PROJECTION);
    const paying = pay(intent.id, wallet);
    await until(() => held.waiting === 1);
    const refunding = execute(intent.id, { type: "refund", merchantId: merchant.id, key: null });
    await until(() => held.waiting === 2);
    expect(await find(intent.id)).toMatchObject({ status: "completed", refundStatus: "pending" });
    expect(await rowOf(intent.id)).toMatchObject({ status: "pending", version: 1 });

    held.release();

    expect(await refunding).toMatchObject({ ok: true, value: { refundStatus: "pending" } });
    expect((await paying).ok).toBe(true);
    await drained(intent.id);
    expect(await rowOf(intent.id)).toMatchObject({ refund_status: "pending", version: 4 });
    expect(await eventsOf(intent.id)).toHaveLength(2);
    expect(new Set(queues.webhooks.map(({ body }) => body.eventId)).size).toBe(1);
  });
});
