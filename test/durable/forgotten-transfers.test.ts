// The ledger has settled what the intent, as after a restore of the database, knows nothing of.

import { describe, expect, it } from "vitest";
import { moveClock, useStoppedClock } from "../support/clock.ts";
import { useMutedLog } from "../support/faults.ts";
import { eventsOf, rowOf } from "../support/intent-rows.ts";
import { execute, find, fireAlarm, pay, published, stored } from "../support/objects.ts";
import { consume, useQueues } from "../support/queues.ts";
import { ledgerRows } from "../support/rows.ts";
import { balanceOf, deps, seedPayable, seedWallet } from "../support/seeds.ts";
import { ledgerEvent, seedPaid } from "../support/settlement.ts";

const HALF_HOUR = 30 * 60_000;

useQueues();
const log = useMutedLog();
useStoppedClock();

/** Seeds it in the ledger alone. */
async function seedForgottenPayment(options: { balanceMinor?: number; attempt?: number } = {}) {
  const seeded = await seedPayable(options);
  const { intent, wallet, merchant } = seeded;
  const key = `payment:${intent.id}:${options.attempt ?? 1}`;
  const result = await deps.ledger.transfer({
    kind: "payment",
    key,
    fromAccountId: wallet,
    toAccountId: merchant.id,
    amountMinor: intent.amountMinor,
    currency: intent.currency,
    description: intent.description,
    paymentIntentId: intent.id,
  });
  return { ...seeded, key, result };
}

const linesOf = (event: string) => log.map((line) => JSON.parse(line)).filter((line) => line.event === event);

describe("a payment that only the ledger remembers", () => {
  it("completes the intent when the ledger reports it, also after the deadline", async () => {
    const { intent, wallet } = await seedForgottenPayment();
    const settled = { outcome: "settled", transactionId: "tx-1" } as const;
    const event = await ledgerEvent(intent.id, "payment", wallet, { result: settled });
    moveClock(HALF_HOUR);
    expect(await find(intent.id)).toMatchObject({ status: "expired" });

    expect((await execute(intent.id, event)).ok).toBe(true);
    expect((await execute(intent.id, event)).ok).toBe(true);
    await published(intent.id);

    expect(await rowOf(intent.id)).toMatchObject({ status: "completed", completed_by: wallet });
    expect((await eventsOf(intent.id)).map(({ type }) => type)).toEqual([
      "payment.expired",
      "payment.completed",
    ]);
  });

  it("is found when another wallet confirms, which is refused and pays nothing", async () => {
    const { intent, wallet, merchant } = await seedForgottenPayment();
    const other = await seedWallet();

    expect(await pay(intent.id, other)).toEqual({ ok: false, error: "already_paid" });

    expect(await find(intent.id)).toMatchObject({ status: "completed", completedBy: wallet });
    expect([await balanceOf(other), await balanceOf(merchant.id)]).toEqual([100_00, 1250]);
    expect(await eventsOf(intent.id)).toMatchObject([{ type: "payment.completed", sequence: 1 }]);
  });

  it("is found by the same wallet's next confirm", async () => {
    const { intent, wallet } = await seedForgottenPayment();
    expect(await pay(intent.id, wallet)).toMatchObject({ ok: true, value: { completedBy: wallet } });
    expect(await balanceOf(wallet)).toBe(100_00 - 1250);
  });

  it("does not keep another wallet from paying if it was declined", async () => {
    const { intent, result } = await seedForgottenPayment({ balanceMinor: 1 });
    expect(result).toMatchObject({ outcome: "declined" });
    const other = await seedWallet();

    expect(await pay(intent.id, other)).toMatchObject({
      ok: true,
      value: { status: "pending", operation: { key: `payment:${intent.id}:2`, walletId: other } },
    });
    await fireAlarm(intent.id);

    expect(await find(intent.id)).toMatchObject({ status: "completed", completedBy: other });
  });

  it("stays in progress and is asked for less and less often if the ledger cannot say whose it is", async () => {
    const { intent } = await seedForgottenPayment();
    await ledgerRows.run(
      "UPDATE ledger_transactions SET metadata = '{}' WHERE idempotency_key = ?",
      `payment:${intent.id}:1`,
    );
    const other = await seedWallet();

    expect(await pay(intent.id, other)).toMatchObject({ ok: true, value: { status: "pending" } });

    expect((await stored(intent.id)).document?.intent.operation).toMatchObject({
      walletId: other,
      isRejected: true,
    });
  });
});

describe("a refund that only the ledger remembers", () => {
  it("is completed when the ledger reports it", async () => {
    const { intent, wallet } = await seedPaid();
    const result = { outcome: "settled", transactionId: "tx-7" } as const;
    const event = await ledgerEvent(intent.id, "refund", wallet, { transactionId: "tx-7", result });

    expect((await execute(intent.id, event)).ok).toBe(true);

    expect(await find(intent.id)).toMatchObject({ refundStatus: "completed", refundLedgerTxId: "tx-7" });
    expect((await eventsOf(intent.id)).at(-1)).toMatchObject({ type: "refund.completed", sequence: 2 });
  });
});

describe("a report on the queue that cannot be recorded", () => {
  async function report(change: object) {
    const { intent, wallet } = await seedPayable();
    const data = {
      transaction_id: "tx-1",
      transaction_type: "payment",
      status: "completed",
      amount: "12.50",
      currency: "USD",
      from_account_id: wallet,
      to_account_id: intent.merchantId,
      metadata: { payment_intent_id: intent.id, operation_key: `payment:${intent.id}:1` },
      created_at: "2026-11-21T12:00:00.000Z",
      ...change,
    };
    const outcome = await consume("ledger-events", [{ type: "transaction.settled", data }]);
    return { intent, wallet, outcome };
  }

  it.each([
    ["ledger_event_mismatch", { amount: "12.51" }],
    ["ledger_event_mismatch", { to_account_id: "someone-else" }],
    ["ledger_event_mismatch", { currency: "EUR" }],
  ])("is acknowledged and logged as %s: %j", async (refusal, change) => {
    const { intent, wallet, outcome } = await report(change);

    expect(outcome.acked).toEqual([0]);
    expect(await find(intent.id)).toEqual(intent);
    expect(linesOf(refusal)).toMatchObject([
      { level: "error", intent_id: intent.id, transaction_id: "tx-1", kind: "payment", outcome: "settled" },
    ]);
    expect(log.join()).not.toContain(wallet);
  });

  it("is acknowledged and logged when it names the intent without one of its keys", async () => {
    const paid = await seedPaid();
    const metadata = { payment_intent_id: paid.intent.id };
    const { outcome } = await report({ metadata });

    expect(outcome.acked).toEqual([0]);
    expect(linesOf("ledger_report_unexpected")).toMatchObject([
      { level: "error", intent_id: paid.intent.id, operation_key: null },
    ]);
  });
});
