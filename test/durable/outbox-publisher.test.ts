import { env } from "cloudflare:workers";
import { describe, expect, it, vi } from "vitest";
import { RECOVERY_WINDOW_MS } from "#core/durable/intent-document.ts";
import { moveClock, SECOND, setClock } from "../support/clock.ts";
import { failDatabase, holdDatabase, muteLog, POSTING, PROJECTION, useMutedLog } from "../support/faults.ts";
import { eventsOf, rowOf } from "../support/intent-rows.ts";
import { execute, find, fireAlarm, pay, published, stored, until } from "../support/objects.ts";
import { captureQueues, useQueues } from "../support/queues.ts";
import { ledgerRows, rowsOf, sharedRows } from "../support/rows.ts";
import { seedPayable } from "../support/seeds.ts";
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
    await published(intent.id);
    expect(queues.webhooks).toEqual([
      {
        body: { merchantId: merchant.id, eventId: event?.id, firstDueAt: event?.next_attempt_at },
        delaySeconds: undefined,
      },
    ]);
  });
});

describe("D1 failing after a commit", () => {
  it("publishes the outbox within seconds, however long a pending refund has backed off", async () => {
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
    await published(intent.id);
    expect(await rowOf(intent.id)).toMatchObject({ refund_status: "pending", version: 4 });
    expect(await eventsOf(intent.id)).toHaveLength(2);
    expect(new Set(queues.webhooks.map(({ body }) => body.eventId)).size).toBe(1);
  });
});

const log = useMutedLog();

async function reported(intentId: string): Promise<unknown> {
  const query = "SELECT merchant_id, work, since FROM unfinished_work WHERE intent_id = ?";
  return await rowsOf(intentId).first(query, intentId);
}

async function fireAlarms(intentId: string, count: number): Promise<void> {
  for (let alarm = 0; alarm < count; alarm++) await fireAlarm(intentId);
}

/** A payment that the ledger does not tell the result of, after that many alarms; at a fixed time. */
async function seedUnknown(alarms: number) {
  setClock(Date.now());
  const payable = await seedPayable();
  failDatabase(POSTING);
  await pay(payable.intent.id, payable.wallet);
  await fireAlarms(payable.intent.id, alarms);
  return payable;
}

/** The ledger and D1 work again, at the same time as before. */
function mend(): void {
  vi.restoreAllMocks();
  muteLog(log);
  captureQueues();
}

describe("work that an object has retried for a while", () => {
  it("is reported in D1 with the third failure, and logged once", async () => {
    const { merchant, intent } = await seedUnknown(1);
    expect(await reported(intent.id)).toBeNull();
    const since = moveClock(SECOND);
    await fireAlarm(intent.id);
    const row = { merchant_id: merchant.id, work: "payment", since };
    expect(await reported(intent.id)).toEqual(row);
    moveClock(SECOND);
    await fireAlarms(intent.id, 2);

    expect(await reported(intent.id)).toEqual(row);
    expect(log.filter((line) => line.includes("work_unfinished"))).toHaveLength(1);
  });

  it("is withdrawn by the alarm after it is finished, whoever finished it", async () => {
    const { intent, wallet } = await seedUnknown(3);
    mend();
    expect((await pay(intent.id, wallet)).ok).toBe(true);
    await published(intent.id);
    expect(await reported(intent.id)).not.toBeNull();
    const { alarmAt } = await stored(intent.id);
    expect(alarmAt).toBeLessThanOrEqual(Date.now() + 10 * SECOND);

    await fireAlarm(intent.id);

    expect(await reported(intent.id)).toBeNull();
    expect((await stored(intent.id)).alarmAt).toBeGreaterThanOrEqual(
      Date.now() + RECOVERY_WINDOW_MS - SECOND,
    );
  });

  it("is reported again when D1 has lost the report, as after a restore", async () => {
    const { intent } = await seedUnknown(3);
    const before = await reported(intent.id);
    await sharedRows.run("DELETE FROM unfinished_work");
    await fireAlarm(intent.id);

    expect(await reported(intent.id)).toEqual(before);
  });

  it("keeps its alarm when it cannot be reported, and is reported later", async () => {
    const { intent } = await seedUnknown(1);
    mend();
    failDatabase(/idempotency_key" = \?|"unfinished_work"/);
    await fireAlarm(intent.id);
    expect(log.some((line) => line.includes("work_report_failed"))).toBe(true);
    expect((await stored(intent.id)).alarmAt).not.toBeNull();
    mend();
    failDatabase(POSTING);
    await fireAlarm(intent.id);

    expect(await reported(intent.id)).toMatchObject({ work: "payment" });
    expect(log.filter((line) => line.includes("work_unfinished"))).toHaveLength(1);
  });

  it("is an outbox when D1 has the payment and a queue does not", async () => {
    const { intent, wallet } = await seedPayable({ webhookUrl: "https://shop.test/hook" });
    vi.spyOn(env.WEBHOOKS, "sendBatch").mockRejectedValue(new Error("the queue failed"));
    await pay(intent.id, wallet);
    await fireAlarms(intent.id, 4);
    expect(await reported(intent.id)).toMatchObject({ work: "outbox" });
    mend();
    await fireAlarm(intent.id);
    await published(intent.id);
    await fireAlarm(intent.id);

    expect(await reported(intent.id)).toBeNull();
  });

  it("is neither reported nor withdrawn for a payment that succeeds", async () => {
    const { intent, wallet } = await seedPayable();
    const statements: string[] = [];
    const prepare = env.DB.prepare.bind(env.DB);
    vi.spyOn(env.DB, "prepare").mockImplementation((sql) => {
      statements.push(sql);
      return prepare(sql);
    });
    await pay(intent.id, wallet);
    await published(intent.id);
    await fireAlarm(intent.id);

    expect(statements.filter((sql) => sql.includes("unfinished_work"))).toEqual([]);
  });
});
