// A merchant without money asks for a refund again and again, as a job may do until it has some.
import { expect, it } from "vitest";
import { copyDatabase } from "../support/backup.ts";
import { MINUTE, moveClock, useStoppedClock } from "../support/clock.ts";
import { failDatabase, PROJECTION, useMutedLog } from "../support/faults.ts";
import { eventsOf, rowOf } from "../support/intent-rows.ts";
import { collect, execute, find, fireAlarm, pay, published, stored, until } from "../support/objects.ts";
import { storedBytes } from "../support/platform-limits.ts";
import { useQueues } from "../support/queues.ts";
import { seedIntent, seedMerchant, seedWallet } from "../support/seeds.ts";
import { setLedgerBalance, settleRefund } from "../support/settlement.ts";

useQueues();
useMutedLog();
useStoppedClock();

const LARGEST = JSON.stringify({ note: "x".repeat(16_370) });

async function seedPoorMerchant() {
  const merchant = await seedMerchant();
  const intent = await seedIntent(merchant.id, { metadataJson: LARGEST });
  await pay(intent.id, await seedWallet());
  await setLedgerBalance(merchant.id, 0);
  const ask = () => {
    moveClock(100);
    return execute(intent.id, { type: "refund", merchantId: merchant.id, key: null });
  };
  const refuse = async (times: number) => {
    for (let asked = 0; asked < times; asked++) {
      expect(await ask()).toEqual({ ok: false, error: "insufficient_merchant_funds" });
      expect(storedBytes(JSON.stringify((await stored(intent.id)).document))).toBeLessThan(256_000);
    }
  };
  const succeed = async () => {
    await setLedgerBalance(merchant.id, 1250);
    expect(await ask()).toMatchObject({ ok: true, value: { refundStatus: "pending" } });
    await published(intent.id);
    await settleRefund(intent.id);
    await published(intent.id);
    expect(await find(intent.id)).toMatchObject({ refundStatus: "completed" });
  };
  return { id: intent.id, refuse, succeed };
}

async function historyOf(intentId: string) {
  return (await eventsOf(intentId)).map(({ id, type, sequence, payload }) => ({
    id,
    type,
    sequence,
    payload,
  }));
}

it.each([0, 10, 60])("a restore of D1 to after %d of 60 refusals loses no event", async (refusals) => {
  const { id, refuse, succeed } = await seedPoorMerchant();
  await refuse(refusals);
  await published(id);
  const restore = await copyDatabase();
  await refuse(60 - refusals);
  await succeed();
  const before = await historyOf(id);
  expect(before).toHaveLength(1 + 2 * 60 + 2);
  await restore();

  moveClock(10 * MINUTE);
  await find(id);
  await until(async () => (await eventsOf(id)).length === before.length);

  expect(await historyOf(id)).toEqual(before);
  expect(await rowOf(id)).toMatchObject({ refund_status: "completed" });
  await fireAlarm(id);
  await collect(id);
});

it("refusals while D1 fails are all in its history afterwards, and the refund is made", async () => {
  const { id, refuse, succeed } = await seedPoorMerchant();
  await published(id);
  const repair = failDatabase(PROJECTION);
  await refuse(40);
  expect(await eventsOf(id)).toHaveLength(1);
  repair();
  await succeed();
  expect((await historyOf(id)).map(({ sequence }) => sequence)).toEqual(
    Array.from({ length: 1 + 2 * 40 + 2 }, (_, index) => index + 1),
  );
});
