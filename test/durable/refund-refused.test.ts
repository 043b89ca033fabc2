import { describe, expect, it } from "vitest";
import { moveClock, useStoppedClock } from "../support/clock.ts";
import { useMutedLog } from "../support/faults.ts";
import { eventsOf, rowOf, transactionsOf } from "../support/intent-rows.ts";
import { collect, fireAlarm } from "../support/objects.ts";
import { useQueues } from "../support/queues.ts";
import { ledgerRows } from "../support/rows.ts";
import { balanceOf } from "../support/seeds.ts";
import { seedPaid } from "../support/settlement.ts";

useQueues();
useMutedLog();
useStoppedClock();

describe("a refund that the ledger refuses", () => {
  async function withEmptyMerchant() {
    const setting = await seedPaid();
    const setBalance = (minor: number) =>
      ledgerRows.run(
        "UPDATE ledger_balances SET balance_minor = ? WHERE account_id = ?",
        minor,
        setting.merchant.id,
      );
    await setBalance(0);
    return { ...setting, refill: () => setBalance(1250) };
  }

  it("is refused, reported with its reason, and can be requested again", async () => {
    const { intent, refund } = await withEmptyMerchant();

    expect(await refund()).toEqual({ ok: false, error: "insufficient_merchant_funds" });

    expect(await rowOf(intent.id)).toMatchObject({
      refund_status: null,
      refund_ledger_tx_id: null,
      refund_declines: 1,
    });
    const event = (await eventsOf(intent.id)).at(-1);
    expect(event).toMatchObject({ type: "refund.failed", sequence: 3 });
    expect(JSON.parse(event?.payload ?? "").data).toMatchObject({
      reason: "insufficient_funds",
      sequence: 3,
    });
  });

  it("can be requested again under the next key, even after the object's storage was deleted", async () => {
    const { intent, refund, refill, wallet } = await withEmptyMerchant();
    await refund();
    await collect(intent.id);
    await refill();

    expect(await refund()).toMatchObject({ ok: true, value: { refundStatus: "pending" } });
    moveClock(3_000);
    await fireAlarm(intent.id);

    expect((await transactionsOf(intent.id)).map((row) => row.idempotency_key)).toEqual([
      `payment:${intent.id}:1`,
      `refund:${intent.id}:1`,
      `refund:${intent.id}:2`,
    ]);
    expect(await balanceOf(wallet)).toBe(100_00);
    expect((await eventsOf(intent.id)).map(({ type, sequence }) => [type, sequence])).toEqual([
      ["payment.completed", 1],
      ["refund.pending", 2],
      ["refund.failed", 3],
      ["refund.pending", 4],
      ["refund.completed", 5],
    ]);
  });
});
