// An administrator ends an operation as declined while a request of it may still be on its way to the ledger.
import { runInDurableObject } from "cloudflare:test";
import { describe, expect, vi } from "vitest";
import type { TransferResult } from "#core/domain/ledger.ts";
import type { Ledger } from "#core/domain/ports/ledger.ts";
import { err } from "#core/domain/result.ts";
import { sandboxObjectDependenciesFor } from "#sandbox/composition.ts";
import { MINUTE, moveClock, SECOND, useStoppedClock } from "../support/clock.ts";
import { useMutedLog } from "../support/faults.ts";
import { transactionsOf } from "../support/intent-rows.ts";
import { evict, execute, find, fireAlarm, objectOf, pay, stored } from "../support/objects.ts";
import { useQueues } from "../support/queues.ts";
import { it } from "../support/seeded-it.ts";
import { balanceOf, seedWallet } from "../support/seeds.ts";
import { seedPaid, settleRefund } from "../support/settlement.ts";

useQueues();
useMutedLog();
useStoppedClock();

/** A ledger that executes each transfer only when the test lets it, long after the service has given up. */
async function slowLedger(intentId: string, { canVoid }: { canVoid: boolean }) {
  const ledger: Ledger = await runInDurableObject(
    objectOf(intentId),
    (object) => sandboxObjectDependenciesFor((object as unknown as { env: Env }).env).ledger,
  );
  const transfer = ledger.transfer;
  const late: (() => Promise<TransferResult>)[] = [];
  const slow = vi.spyOn(ledger, "transfer").mockImplementation(async (requested) => {
    late.push(() => transfer(requested));
    return { outcome: "unknown" };
  });
  if (!canVoid) vi.spyOn(ledger, "voidKey").mockResolvedValue(err("unsupported"));
  return { late, isFast: () => slow.mockRestore() };
}

const end = (intentId: string) => execute(intentId, { type: "end_operation" });
const STILL_ARRIVING = { ok: false, error: "operation_may_still_arrive" };

async function completedOf(intentId: string): Promise<number> {
  return (await transactionsOf(intentId)).filter(({ status }) => status === "completed").length;
}

describe("ending an operation at a ledger that can void a key", () => {
  it("is done at once: the request that is still on its way gets a decline, and another wallet pays", async ({
    intent,
    wallet,
  }) => {
    const { late, isFast } = await slowLedger(intent.id, { canVoid: true });
    await pay(intent.id, wallet);
    expect(await end(intent.id)).toMatchObject({ ok: true, value: { operation: null, paymentDeclines: 1 } });
    isFast();

    expect(await late[0]?.()).toEqual({ outcome: "declined", reason: "not_executed" });
    const other = await seedWallet();
    expect(await pay(intent.id, other)).toMatchObject({ ok: true, value: { completedBy: other } });
    expect(await late[0]?.()).toEqual({ outcome: "declined", reason: "not_executed" });
    expect(await completedOf(intent.id)).toBe(1);
    expect(await balanceOf(wallet)).toBe(100_00);
  });

  it("is refused once the ledger has executed the payment, which is then recorded", async ({
    intent,
    wallet,
  }) => {
    const { late, isFast } = await slowLedger(intent.id, { canVoid: true });
    await pay(intent.id, wallet);
    await late[0]?.();
    expect(await end(intent.id)).toEqual({ ok: false, error: "transaction_exists" });
    isFast();
    await fireAlarm(intent.id);
    expect(await find(intent.id)).toMatchObject({ status: "completed", completedBy: wallet });
  });
});

describe("ending an operation at any other ledger", () => {
  it("waits until 10 minutes after the last request, and sends none meanwhile", async ({
    intent,
    wallet,
  }) => {
    const { late, isFast } = await slowLedger(intent.id, { canVoid: false });
    await pay(intent.id, wallet);
    moveClock(10 * MINUTE);
    await fireAlarm(intent.id);
    expect(late).toHaveLength(2);
    moveClock(SECOND);

    const ended = await end(intent.id);
    expect(ended).toEqual({ ...STILL_ARRIVING, retryAfterMs: 10 * MINUTE - SECOND });
    await fireAlarm(intent.id);
    expect(await pay(intent.id, wallet)).toMatchObject({ ok: true, value: { status: "pending" } });
    expect(await pay(intent.id, await seedWallet())).toEqual({ ok: false, error: "payment_in_progress" });
    await evict(intent.id);
    moveClock(10 * MINUTE - 2 * SECOND);
    await fireAlarm(intent.id);
    expect(await end(intent.id)).toEqual({ ...STILL_ARRIVING, retryAfterMs: SECOND });
    expect(late).toHaveLength(2);

    moveClock(SECOND);
    expect(await end(intent.id)).toMatchObject({ ok: true, value: { operation: null, paymentDeclines: 1 } });
    isFast();
    const other = await seedWallet();
    expect(await pay(intent.id, other)).toMatchObject({ ok: true, value: { completedBy: other } });
  });

  it("lets no second wallet pay when the last request is executed after all", async ({ intent, wallet }) => {
    const { late, isFast } = await slowLedger(intent.id, { canVoid: false });
    await pay(intent.id, wallet);
    moveClock(10 * MINUTE);
    await fireAlarm(intent.id);
    // The instance that has sent the request is gone, and with it what it had in memory.
    await evict(intent.id);
    moveClock(SECOND);
    expect(await end(intent.id)).toMatchObject(STILL_ARRIVING);
    isFast();
    await late.at(-1)?.();

    const other = await seedWallet();
    expect(await pay(intent.id, other)).toEqual({ ok: false, error: "payment_in_progress" });
    await fireAlarm(intent.id);
    expect(await find(intent.id)).toMatchObject({ status: "completed", completedBy: wallet });
    expect(await completedOf(intent.id)).toBe(1);
    expect(await balanceOf(other)).toBe(100_00);
  });

  it("sends no request of a refund either, and records the one that is executed after all", async () => {
    const { intent, merchant, wallet, refund } = await seedPaid();
    const { late, isFast } = await slowLedger(intent.id, { canVoid: false });
    await refund();
    expect(await end(intent.id)).toMatchObject(STILL_ARRIVING);
    moveClock(9 * MINUTE);
    await fireAlarm(intent.id);
    expect(await refund()).toEqual({ ok: false, error: "already_refunded" });
    expect(late).toHaveLength(1);
    await late[0]?.();
    isFast();
    await settleRefund(intent.id);

    expect(await find(intent.id)).toMatchObject({ refundStatus: "completed", refundDeclines: 0 });
    expect([await balanceOf(wallet), await balanceOf(merchant.id)]).toEqual([100_00, 0]);
  });

  it("gives way to a transaction that the operator finds", async ({ intent, wallet }) => {
    const { late, isFast } = await slowLedger(intent.id, { canVoid: false });
    await pay(intent.id, wallet);
    expect(await end(intent.id)).toMatchObject(STILL_ARRIVING);
    await late[0]?.();
    expect(await end(intent.id)).toEqual({ ok: false, error: "transaction_exists" });
    isFast();
    expect(await pay(intent.id, wallet)).toMatchObject({ ok: true, value: { status: "completed" } });
    expect(await completedOf(intent.id)).toBe(1);
  });

  it("takes no longer because the clock was ahead when the last request was sent", async ({
    intent,
    wallet,
  }) => {
    await slowLedger(intent.id, { canVoid: false });
    moveClock(20 * MINUTE);
    await pay(intent.id, wallet);
    moveClock(-20 * MINUTE);
    expect(await end(intent.id)).toEqual({ ...STILL_ARRIVING, retryAfterMs: 10 * MINUTE });
    moveClock(10 * MINUTE);
    expect(await end(intent.id)).toMatchObject({ ok: true, value: { operation: null } });
    expect((await stored(intent.id)).document?.operationAge).toBeNull();
  });
});
