import { abortAllDurableObjects } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it, vi } from "vitest";
import { sweepSandbox } from "../../src/sandbox/scheduled.ts";
import { moveClock } from "../support/clock.ts";
import {
  failDatabase,
  holdDatabase,
  LEDGER,
  loseDatabaseReplies,
  muteLog,
  POSTING,
  useMutedLog,
} from "../support/faults.ts";
import { eventsOf, rowOf, transactionsOf } from "../support/intent-rows.ts";
import { confirm, makeIntent } from "../support/intents.ts";
import { evict, execute, find, fireAlarm, pay, stored, until } from "../support/objects.ts";
import { makeMerchant, makeWallet } from "../support/parties.ts";
import { captureQueues, useQueues } from "../support/queues.ts";
import { balanceOf, deps, seedPayable, seedWallet } from "../support/seeds.ts";
import { ledgerEvent } from "../support/settlement.ts";

const HALF_HOUR = 30 * 60_000;
/** The statement that moves the money. */
const POSTED = /insert into "ledger_transactions"/;

useQueues();
useMutedLog();

function ledgerIsBack() {
  vi.restoreAllMocks();
  captureQueues();
  muteLog();
}

describe("a payment whose ledger result is unknown", () => {
  it("returns 202: the payment is being processed", async () => {
    const merchant = await makeMerchant();
    const wallet = await makeWallet();
    const intent = await makeIntent(merchant);
    failDatabase(LEDGER);

    const response = await confirm(wallet, intent.id);

    expect(response).toMatchObject({
      status: 202,
      body: { success: true, code: "payment_processing", payment_intent: { status: "pending" } },
    });
  });

  it("stays in flight under its key, with an alarm", async () => {
    const { intent, wallet } = await seedPayable();
    failDatabase(LEDGER);

    const result = await pay(intent.id, wallet);

    const operation = { kind: "payment", key: `payment:${intent.id}:1`, walletId: wallet, attempts: 1 };
    expect(result).toMatchObject({ ok: true, value: { status: "pending", operation } });
    expect((await stored(intent.id)).alarmAt).toBeLessThanOrEqual(Date.now() + 10_000);
  });

  it("refuses cancel, refund, expiry and other wallets, even after the deadline", async () => {
    const { merchant, intent, wallet } = await seedPayable();
    const other = await seedWallet();
    failDatabase(LEDGER);
    await pay(intent.id, wallet);

    for (const isLate of [false, true]) {
      if (isLate) moveClock(HALF_HOUR);
      const merchantId = merchant.id;
      expect(await execute(intent.id, { type: "cancel", merchantId })).toEqual(
        refused("payment_in_progress"),
      );
      expect(await pay(intent.id, other)).toEqual(refused("payment_in_progress"));
      expect(await execute(intent.id, { type: "refund", merchantId, key: null })).toEqual(
        refused("not_completed"),
      );
      expect(await execute(intent.id, { type: "simulate_expiry", merchantId })).toEqual(
        refused("payment_in_progress"),
      );
      await sweepSandbox(deps, env);
      expect(await find(intent.id)).toMatchObject({ status: "pending", operation: { walletId: wallet } });
    }
  });

  it("is retried by the alarm under the same key, with backoff, until the result is known", async () => {
    const { intent, wallet } = await seedPayable();
    failDatabase(LEDGER);
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

  it.each([
    ["happened", () => loseDatabaseReplies(POSTED), 1],
    ["did not happen", () => failDatabase(LEDGER), 0],
  ])("ends as completed long after the deadline when the transfer %s", async (_, breakLedger, posted) => {
    const { merchant, intent, wallet } = await seedPayable();
    breakLedger();
    await pay(intent.id, wallet);
    moveClock(2 * HALF_HOUR);
    ledgerIsBack();
    expect(await transactionsOf(intent.id)).toHaveLength(posted);

    await fireAlarm(intent.id);

    expect(await find(intent.id)).toMatchObject({ status: "completed", completedBy: wallet });
    expect(await rowOf(intent.id)).toMatchObject({ status: "completed" });
    expect(await transactionsOf(intent.id)).toMatchObject([{ idempotency_key: `payment:${intent.id}:1` }]);
    expect([await balanceOf(wallet), await balanceOf(merchant.id)]).toEqual([8750, 1250]);
    expect(await eventsOf(intent.id)).toMatchObject([{ type: "payment.completed", sequence: 1 }]);
  });

  it("expires when the decline comes after the deadline", async () => {
    const { intent, wallet } = await seedPayable({ balanceMinor: 1 });
    failDatabase(LEDGER);
    await pay(intent.id, wallet);
    moveClock(HALF_HOUR);
    ledgerIsBack();

    await fireAlarm(intent.id);

    expect(await rowOf(intent.id)).toMatchObject({ status: "expired", payment_declines: 1 });
    expect(await eventsOf(intent.id)).toMatchObject([{ type: "payment.expired", sequence: 1 }]);
  });

  it("is resumed by the same wallet's next confirm", async () => {
    const { intent, wallet } = await seedPayable();
    failDatabase(LEDGER);
    await pay(intent.id, wallet);
    ledgerIsBack();

    expect(await pay(intent.id, wallet)).toMatchObject({ ok: true, value: { status: "completed" } });
    expect(await transactionsOf(intent.id)).toHaveLength(1);
  });
});

describe("a declined payment", () => {
  it("leaves the intent open to another wallet, under the next key", async () => {
    const { intent, wallet } = await seedPayable({ balanceMinor: 1 });
    const rich = await seedWallet();

    expect(await pay(intent.id, wallet)).toEqual(refused("insufficient_funds"));
    expect(await find(intent.id)).toMatchObject({ status: "pending", operation: null });
    expect(await pay(intent.id, rich)).toMatchObject({ ok: true, value: { completedBy: rich } });

    expect(await transactionsOf(intent.id)).toMatchObject([
      { idempotency_key: `payment:${intent.id}:1`, status: "declined" },
      { idempotency_key: `payment:${intent.id}:2`, status: "completed" },
    ]);
  });

  it("is reported as declined even when the ledger's event arrived before its response was lost", async () => {
    const { intent, wallet } = await seedPayable({ balanceMinor: 1 });
    const held = holdDatabase(POSTING);
    const paying = pay(intent.id, wallet);
    await until(() => held.waiting === 1);
    await execute(intent.id, await declinedEvent(intent.id, wallet));
    held.release(new Error("D1_ERROR: Network connection lost."));

    expect(await paying).toEqual(refused("insufficient_funds"));
  });

  it("never reports another wallet's payment as the caller's success", async () => {
    const { intent, wallet } = await seedPayable({ balanceMinor: 1 });
    const rich = await seedWallet();
    const held = holdDatabase(POSTING);
    const paying = pay(intent.id, wallet);
    await until(() => held.waiting === 1);
    await execute(intent.id, await declinedEvent(intent.id, wallet));
    const payingToo = pay(intent.id, rich);
    await until(() => held.waiting === 2);
    held.release(new Error("D1_ERROR: Network connection lost."));

    expect(await payingToo).toMatchObject({ ok: true, value: { operation: { walletId: rich } } });
    expect((await paying).ok).toBe(false);
  });
});

describe("a crash between storing the operation and calling the ledger", () => {
  it.each([
    ["an eviction", (id: string) => evict(id)],
    ["an abort", () => abortAllDurableObjects()],
  ])("is repaired by the alarm after %s", async (_, crash) => {
    const { intent, wallet } = await seedPayable();
    const held = holdDatabase(POSTING);
    const paying = pay(intent.id, wallet).catch(() => "crashed");
    await until(() => held.waiting === 1);
    expect((await stored(intent.id)).alarmAt).not.toBeNull();
    const crashed = crash(intent.id);
    held.release(new Error("the machine is gone"));
    await Promise.all([crashed, paying]);
    ledgerIsBack();

    expect(await fireAlarm(intent.id)).toBe(true);

    expect(await find(intent.id)).toMatchObject({ status: "completed", completedBy: wallet });
    expect(await transactionsOf(intent.id)).toHaveLength(1);
  });
});

function refused(error: string) {
  return { ok: false, error };
}

function declinedEvent(intentId: string, walletId: string) {
  const result = { outcome: "declined", reason: "insufficient_funds" } as const;
  return ledgerEvent(intentId, "payment", walletId, { result });
}
