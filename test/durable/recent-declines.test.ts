// What an object remembers of declined wallets, and for how long.
import { expect, it } from "vitest";
import { SECOND, useStoppedClock } from "../support/clock.ts";
import { holdDatabase, POSTING, useMutedLog } from "../support/faults.ts";
import { evict, execute, objectOf, pay, until } from "../support/objects.ts";
import { useQueues } from "../support/queues.ts";
import { seedPayable, seedWallet } from "../support/seeds.ts";
import { ledgerEvent } from "../support/settlement.ts";

useQueues();
useMutedLog();
useStoppedClock();

const DECLINED = { ok: false, error: "insufficient_funds" };
const toWait = (retryAfterMs: number) => ({ ok: false, error: "declined_recently", retryAfterMs });
const cancel = (id: string, merchantId: string) => execute(id, { type: "cancel", merchantId });
const seedPoor = () => seedPayable({ balanceMinor: 0 });

it.each([
  ["customers pay", async (id: string) => pay(id, await seedWallet())],
  ["times the merchant cancels", async (id: string, merchantId: string) => cancel(id, merchantId)],
])("ten of ten %s while an empty wallet confirms in a loop", async (_, request) => {
  const outcomes: string[] = [];
  for (let count = 0; count < 10; count++) {
    const { intent, merchant, wallet } = await seedPoor();
    await pay(intent.id, wallet);
    const stop = startConfirming(intent.id, wallet);
    const result = await request(intent.id, merchant.id);
    outcomes.push(result.ok ? "ok" : result.error);
    await stop();
  }
  expect(outcomes).toEqual(Array(10).fill("ok"));
});

it("declines are forgotten when the object leaves memory", async () => {
  const { intent, wallet } = await seedPoor();
  await pay(intent.id, wallet);
  await evict(intent.id);
  expect(await pay(intent.id, wallet)).toEqual(DECLINED);
});

it("a wallet waits after a decline that the ledger reports, too", async () => {
  const { intent, wallet } = await seedPoor();
  const held = holdDatabase(POSTING);
  const paying = pay(intent.id, wallet);
  await until(() => held.waiting === 1);
  const result = { outcome: "declined", reason: "insufficient_funds" } as const;
  await execute(intent.id, await ledgerEvent(intent.id, "payment", wallet, { result }));
  held.release(new Error("D1_ERROR: Network connection lost."));
  expect(await paying).toEqual(DECLINED);
  expect(await pay(intent.id, wallet)).toEqual(toWait(SECOND));
});

it("an object returns a wait as the decline that it follows, with how long it is", async () => {
  const { intent, wallet } = await seedPoor();
  await pay(intent.id, wallet);
  const command = { type: "confirm", walletId: wallet } as const;
  expect(await objectOf(intent.id).execute(command, { client: "test", requestId: null })).toEqual({
    ...DECLINED,
    retryAfterMs: SECOND,
    timing: expect.any(Object),
  });
});

/** Two apps of the wallet, each of which confirms again as soon as it has a response. */
function startConfirming(intentId: string, wallet: string): () => Promise<unknown> {
  let isStopped = false;
  const loops = [1, 2].map(async () => {
    for (let attempt = 0; attempt < 100 && !isStopped; attempt++) await pay(intentId, wallet);
  });
  return () => {
    isStopped = true;
    return Promise.all(loops);
  };
}
