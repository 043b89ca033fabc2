import { describe, expect } from "vitest";
import type { IntentCommand } from "#core/domain/payment-intents/commands.ts";
import { useMutedLog } from "../support/faults.ts";
import { eventsOf, rowOf, transactionsOf } from "../support/intent-rows.ts";
import { collect, evict, execute, find, fireAlarm, NOTHING_STORED, pay, stored } from "../support/objects.ts";
import { useQueues } from "../support/queues.ts";
import { it } from "../support/seeded-it.ts";
import { balanceOf, seedIntent, seedWallet } from "../support/seeds.ts";
import { ledgerEvent } from "../support/settlement.ts";

useQueues();
const log = useMutedLog();

describe("the first calls to a cold object", () => {
  it("lets one of twenty wallets pay when all confirm at once", async ({ merchant, intent }) => {
    const wallets = await Promise.all(Array.from({ length: 20 }, () => seedWallet()));

    const results = await Promise.all(wallets.map((walletId) => pay(intent.id, walletId)));

    const winners = wallets.filter((_, index) => results[index]?.ok);
    expect(winners).toHaveLength(1);
    expect(await find(intent.id)).toMatchObject({ status: "completed", completedBy: winners[0] });
    const refusals = results.flatMap((result) => (result.ok ? [] : [result.error]));
    expect(refusals).toEqual(Array(19).fill("payment_in_progress"));
    expect(await transactionsOf(intent.id)).toHaveLength(1);
    expect(await balanceOf(merchant.id)).toBe(1250);
    expect(await eventsOf(intent.id)).toMatchObject([{ type: "payment.completed", sequence: 1 }]);
  });

  it("makes one payment from twenty confirms by one wallet", async ({ intent, wallet }) => {
    const results = await Promise.all(Array.from({ length: 20 }, () => pay(intent.id, wallet)));

    const paid = { ok: true, value: { status: "completed", completedBy: wallet } };
    expect(results).toMatchObject(Array(20).fill(paid));
    expect(await transactionsOf(intent.id)).toHaveLength(1);
    expect(await balanceOf(wallet)).toBe(100_00 - 1250);
  });
});

describe("an unknown id", () => {
  it("reads as null, refuses commands as not found, and writes nothing", async () => {
    const id = crypto.randomUUID();

    expect(await find(id)).toBeNull();
    expect(await pay(id, "wallet")).toEqual({ ok: false, error: "not_found" });
    const refund = { type: "refund", merchantId: "merchant", key: null } as const;
    expect(await execute(id, refund)).toEqual({ ok: false, error: "not_found" });
    expect(await fireAlarm(id)).toBe(false);

    expect(await stored(id)).toEqual(NOTHING_STORED);
  });

  it("is found as soon as its row exists", async ({ merchant }) => {
    const id = crypto.randomUUID();
    expect(await find(id)).toBeNull();

    const intent = await seedIntent(merchant.id, { id });

    expect(await find(id)).toEqual(intent);
  });
});

describe("a command of a later release", () => {
  it("is refused as retryable, and changes nothing", async ({ merchant, intent }) => {
    const capturing = execute(intent.id, { type: "capture", merchantId: merchant.id } as never);

    await expect(capturing).rejects.toMatchObject({ dependency: "payment_intent" });
    expect(await stored(intent.id)).toEqual(NOTHING_STORED);
    expect(log.join("\n")).toContain("unknown_command");
  });
});

describe("reading", () => {
  it("writes nothing to the object of an open intent", async ({ intent }) => {
    expect(await find(intent.id)).toEqual(intent);
    expect(await stored(intent.id)).toEqual(NOTHING_STORED);
  });
});

describe("an eviction after every step", () => {
  it("changes nothing visible, from creation to the settled refund", async ({ merchant }) => {
    const poor = await seedWallet(1);
    const rich = await seedWallet();
    const evicted = await seedIntent(merchant.id);
    const kept = await seedIntent(merchant.id);
    const steps: ((id: string) => Promise<unknown>)[] = [
      (id) => pay(id, poor),
      (id) => pay(id, rich),
      (id) => pay(id, rich),
      (id) => pay(id, poor),
      (id) => execute(id, { type: "cancel", merchantId: merchant.id }),
      (id) => execute(id, { type: "refund", merchantId: merchant.id, key: null }),
      (id) => execute(id, { type: "refund", merchantId: merchant.id, key: null }),
      async (id) => execute(id, await settlement(id)),
    ];

    for (const [index, step] of steps.entries()) {
      const expected = withoutIdsAndTimes(await step(kept.id), kept.id);
      await evict(evicted.id).catch(() => {});
      expect(withoutIdsAndTimes(await step(evicted.id), evicted.id), `step ${index}`).toEqual(expected);
      await evict(evicted.id);
      expect(withoutIdsAndTimes(await find(evicted.id), evicted.id)).toEqual(
        withoutIdsAndTimes(await find(kept.id), kept.id),
      );
    }
    expect(await find(evicted.id)).toMatchObject({ refundStatus: "completed" });

    // An eviction may lose the record that the outbox was published; then the alarm continues.
    await fireAlarm(evicted.id);
    await collect(evicted.id);
    await evict(evicted.id);
    expect(withoutIdsAndTimes(await find(evicted.id), evicted.id)).toEqual(
      withoutIdsAndTimes(await find(kept.id), kept.id),
    );
    expect((await eventsOf(evicted.id)).map(({ type, sequence }) => [type, sequence])).toEqual([
      ["payment.completed", 1],
      ["refund.pending", 2],
      ["refund.completed", 3],
    ]);
    expect(await rowOf(evicted.id)).toMatchObject({ version: 6, event_sequence: 3, operation: null });
  });
});

async function settlement(intentId: string): Promise<IntentCommand> {
  const refund = (await transactionsOf(intentId)).find((row) => row.transaction_type === "refund");
  const transactionId = refund?.id ?? "";
  const result = { outcome: "settled", transactionId } as const;
  const wallet = String((await rowOf(intentId))?.completed_by);
  return await ledgerEvent(intentId, "refund", wallet, { transactionId, operationKey: null, result });
}

/** Removes ids and times, which differ between intents. */
function withoutIdsAndTimes(value: unknown, intentId: string): unknown {
  return JSON.parse(JSON.stringify(value).replaceAll(intentId, "ID"), (key, entry) =>
    /(At|TxId|transactionId|attempts)$/.test(key) && entry !== null ? "…" : entry,
  );
}
