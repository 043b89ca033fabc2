// An operator ends an operation while others use it.
import { describe, expect, vi } from "vitest";
import { failDatabase, holdDatabase, muteLog, POSTING, useMutedLog } from "../support/faults.ts";
import { transactionsOf } from "../support/intent-rows.ts";
import { execute, find, fireAlarm, pay, until } from "../support/objects.ts";
import { captureQueues, useQueues } from "../support/queues.ts";
import { it } from "../support/seeded-it.ts";
import { balanceOf } from "../support/seeds.ts";
import { ledgerEvent } from "../support/settlement.ts";

const end = (intentId: string) => execute(intentId, { type: "end_operation" });

useQueues();
useMutedLog();

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
    failDatabase(POSTING);
    await pay(intent.id, wallet);
    vi.restoreAllMocks();
    captureQueues();
    muteLog();
    const held = holdDatabase(POSTING);
    const ending = end(intent.id);
    await until(() => held.waiting === 1);
    const others = [pay(intent.id, wallet), fireAlarm(intent.id)];
    await scheduler.wait(50);
    expect(held.waiting).toBe(1);
    held.release();

    expect(await ending).toMatchObject({ ok: true, value: { operation: null, paymentDeclines: 1 } });
    expect((await Promise.all(others))[0]).toEqual({ ok: false, error: "not_executed" });
    expect(await transactionsOf(intent.id)).toEqual([]);
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
