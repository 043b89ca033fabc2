// What a merchant reads of its payments, and what they decide, while some are at home, from before there were cells, and others in
// its cell. Lists and sums of many shards: spread.test.ts.
import { and, eq } from "drizzle-orm";
import { beforeAll, expect, it } from "vitest";
import { IS_OPEN, paymentIntents } from "#core/db/schema/payment-intents.ts";
import type { events } from "#core/db/schema/webhooks.ts";
import { slottedId } from "#core/domain/shards/shard-ids.ts";
import { listIntentHistory } from "#core/services/payment-intents/payment-intents.ts";
import { advanceClock } from "#sandbox/services/playground.ts";
import { HOUR, MINUTE, SECOND, useStoppedClock } from "../support/clock.ts";
import { useQueues } from "../support/queues.ts";
import { ACTOR, deps } from "../support/seeds.ts";
import { seedIntentIn, seedPaidIn, seedSpreadMerchant, seedSpreadShop } from "../support/spread-payments.ts";

useQueues();
useStoppedClock();

const idsOf = (rows: readonly { id: string }[] = []) => rows.map(({ id }) => id);

let shop: Awaited<ReturnType<typeof seedSpreadShop>>;
let ids: string[];
let eventIds: string[];

beforeAll(async () => {
  shop = await seedSpreadShop();
  ({ ids, eventIds } = shop);
});

it("the history of an intent has its events, also where its id comes from a key", async () => {
  const historyOf = async (id: string) =>
    idsOf((await listIntentHistory(deps, shop.merchant.id, id))?.events);
  for (const [index, id] of ids.entries()) expect(await historyOf(id)).toEqual([eventIds[index]]);
  const { merchant, home, cell } = await seedSpreadMerchant();
  for (const shard of [home, cell]) {
    const id = slottedId(`${crypto.randomUUID().slice(0, 14)}8${merchant.id.slice(15)}`, merchant.id);
    const { eventId } = await seedPaidIn(shard, merchant.id, { id, createdAt: Date.now() - HOUR });
    expect(idsOf((await listIntentHistory(deps, merchant.id, id))?.events)).toEqual([eventId]);
  }
});

it("the playground's clock moves deadlines and retries in both shards", async () => {
  const { merchant, home, cell } = await seedSpreadMerchant();
  const nextAttemptAt = Date.now() + HOUR;
  const attemptLog = [{ nextAttemptAt }] as (typeof events.$inferInsert)["attemptLog"];
  const pending = { deliveryStatus: "pending", endedAt: null, nextAttemptAt, attemptLog } as const;
  for (const shard of [home, cell]) {
    await seedIntentIn(shard, merchant.id);
    await seedPaidIn(shard, merchant.id, { createdAt: Date.now() - MINUTE }, pending);
  }
  const caller = { merchantId: merchant.id, counterId: null, actor: ACTOR };
  expect(await advanceClock(deps, { ...caller, defer: () => {} }, 10 * SECOND)).toEqual({
    intents: 2,
    retries: 2,
  });
  const isOwn = eq(paymentIntents.merchantId, merchant.id);
  expect(await cell.select().from(paymentIntents).where(and(IS_OPEN, isOwn))).toMatchObject([{ version: 2 }]);
});
