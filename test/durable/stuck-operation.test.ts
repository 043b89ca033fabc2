import { describe, expect } from "vitest";
import { HOUR, MINUTE, moveClock, useStoppedClock } from "../support/clock.ts";
import { failDatabase, holdDatabase, LEDGER, POSTING, useMutedLog } from "../support/faults.ts";
import { transactionsOf } from "../support/intent-rows.ts";
import { evict, execute, find, fireAlarm, pay, stored, until } from "../support/objects.ts";
import { useQueues } from "../support/queues.ts";
import { it } from "../support/seeded-it.ts";
import { balanceOf, seedPayable } from "../support/seeds.ts";
import { ledgerEvent } from "../support/settlement.ts";

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
});

// An operator ends an operation while others use it.

const end = (intentId: string) => execute(intentId, { type: "end_operation" });

describe("ending an operation", () => {
  it("waits for a transfer that the ledger is executing, and does not decline it", async ({
    intent,
    merchant,
    wallet,
  }) => {
    const held = holdDatabase(/insert into "ledger_transactions"/);
    const paying = pay(intent.id, wallet);
    await until(() => held.waiting === 1);
    const ending = end(intent.id);
    await scheduler.wait(50);
    held.release();

    expect(await paying).toMatchObject({ ok: true, value: { status: "completed" } });
    expect(await ending).toEqual({ ok: false, error: "transaction_exists" });
    expect(await find(intent.id)).toMatchObject({ status: "completed", paymentDeclines: 0 });
    expect(await balanceOf(merchant.id)).toBe(1250);
  });

  it("lets no transfer begin until the ledger has confirmed that it has none", async ({ intent, wallet }) => {
    const mend = failDatabase(POSTING);
    await pay(intent.id, wallet);
    mend();
    const held = holdDatabase(POSTING);
    const ending = end(intent.id);
    await until(() => held.waiting === 1);
    const others = [pay(intent.id, wallet), fireAlarm(intent.id)];
    await scheduler.wait(50);
    expect(held.waiting).toBe(1);
    held.release();

    expect(await ending).toMatchObject({ ok: true, value: { operation: null, paymentDeclines: 1 } });
    expect((await Promise.all(others))[0]).toEqual({ ok: false, error: "not_executed" });
    expect(await transactionsOf(intent.id)).toMatchObject([{ status: "declined" }]);
  });
});

describe("an operator's failed transaction", () => {
  it("is the refusal of those who wait for the payment", async ({ intent, wallet }) => {
    const held = holdDatabase(POSTING);
    const paying = pay(intent.id, wallet);
    await until(() => held.waiting === 1);
    const result = { outcome: "declined", reason: "currency_mismatch" } as const;
    const { event } = await ledgerEvent(intent.id, "payment", wallet, { result });
    expect((await execute(intent.id, { type: "record_transaction", transaction: event })).ok).toBe(true);
    held.release(new Error("D1_ERROR: Network connection lost."));

    expect(await paying).toEqual({ ok: false, error: "currency_mismatch" });
  });
});

describe("a payment whose ledger result is unknown", () => {
  it("is retried by the alarm under the same key, with backoff, until the result is known", async () => {
    const { intent, wallet } = await seedPayable();
    const ledgerIsBack = failDatabase(LEDGER);
    await pay(intent.id, wallet);

    const delays: number[] = [];
    for (let attempt = 2; attempt <= 8; attempt++) {
      moveClock(10 * 60_000);
      expect(await fireAlarm(intent.id)).toBe(true);
      const { document, alarmAt } = await stored(intent.id);
      expect(document?.intent.operation).toMatchObject({ key: `payment:${intent.id}:1`, attempts: attempt });
      delays.push((alarmAt ?? 0) - Date.now());
    }
    expect(delays).toEqual([20_000, 40_000, 80_000, 160_000, 300_000, 300_000, 300_000]);

    ledgerIsBack();
    await fireAlarm(intent.id);
    expect(await find(intent.id)).toMatchObject({ status: "completed", completedBy: wallet });
    expect(await transactionsOf(intent.id)).toHaveLength(1);
  });
});
