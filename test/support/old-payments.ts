// Payments that are a month old: their objects are empty, and the clean-up has deleted the bodies of their webhooks.
import type { Shard } from "#core/db/client.ts";
import { findMerchant } from "#core/db/merchants/merchants.ts";
import { expireBodies, findOldDeliveries } from "#core/db/operations/clean-up.ts";
import { DAY, moveClock, setClock } from "./clock.ts";
import { makeIntent } from "./intents.ts";
import { collect, pay, published } from "./objects.ts";
import type { TestMerchant } from "./parties.ts";
import { deps, seedWallet } from "./seeds.ts";

let startsAt = Date.now();

/** Serves tests that move the clock by months: within a process, the times in event ids never go back. */
export function moveBeyondEarlierTests(): void {
  startsAt += 200 * DAY;
  setClock(startsAt);
}

/** Returns those that the clean-up sees: a cell has no tables before it serves a merchant. */
async function shardsOf(merchantId: string): Promise<Shard[]> {
  const shards = deps.shards.ofMerchant(merchantId);
  const accounts = await Promise.all(shards.map((shard) => findMerchant(shard, merchantId)));
  return shards.filter((_, index) => accounts[index] !== null);
}

/** Deletes all bodies that are older than thirty days. */
async function emptyOld(merchantId: string): Promise<void> {
  const now = Date.now();
  const kept = { deliveredMs: 30 * DAY, failedMs: 30 * DAY };
  for (const shard of await shardsOf(merchantId)) {
    const { first, last } = await findOldDeliveries(shard, merchantId, kept, { now, oldest: 0 }, 500);
    if (first !== null && last !== null) await expireBodies(shard, merchantId, { first, last }, kept, now);
  }
}

export async function makePaid(
  merchant: TestMerchant,
  fields: Record<string, unknown> = {},
): Promise<string> {
  const { id } = await makeIntent(merchant, fields);
  moveClock(1);
  await pay(id, await seedWallet());
  await published(id);
  return id;
}

/** Lets a month pass. */
export async function ageAll(merchant: Pick<TestMerchant, "id">, ids: readonly string[]): Promise<void> {
  moveClock(32 * DAY);
  for (const id of ids) await collect(id);
  await emptyOld(merchant.id);
}
