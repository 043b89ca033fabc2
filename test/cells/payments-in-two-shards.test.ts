// What a merchant reads of its payments, and what they decide, while some are at home, from before there were cells, and others in
// its cell. Lists and sums of many shards: spread.test.ts.
import { and, eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { IS_OPEN, paymentIntents } from "#core/db/schema/payment-intents.ts";
import type { events } from "#core/db/schema/webhooks.ts";
import { BEFORE_ALL } from "#core/domain/cursor.ts";
import { slottedId } from "#core/domain/shards/shard-ids.ts";
import { listIntentHistory } from "#core/services/payment-intents/payment-intents.ts";
import { requestErasure } from "#parts/exports/services/merchant-erasure.ts";
import { exportMerchant } from "#parts/exports/services/merchant-export.ts";
import { exportCursor } from "#parts/exports/wire/present-merchant-export.ts";
import { readGoLive } from "#parts/go-live/services/go-live.ts";
import { advanceClock } from "#sandbox/services/playground.ts";
import { storedEntries } from "../support/audit-trail.ts";
import { HOUR, MINUTE, SECOND, useStoppedClock } from "../support/clock.ts";
import { readExport } from "../support/exports.ts";
import { useQueues } from "../support/queues.ts";
import { okValue } from "../support/result.ts";
import { ACTOR, deps } from "../support/seeds.ts";
import {
  type SpreadMerchant,
  seedIntentIn,
  seedPaidIn,
  seedSpreadMerchant,
  seedSpreadShop,
} from "../support/spread-payments.ts";

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

it("the go-live check names the latest of either place", async () => {
  const { evidence } = okValue(await readGoLive(deps, shop.merchant.id));
  expect(evidence.payment_completed).toMatchObject({ intentId: ids.at(-1) });
  expect(evidence.webhook_delivered).toMatchObject({ eventId: eventIds.at(-1) });
  expect(evidence.refund_settled).toBeNull();
});

describe("a merchant's export", () => {
  it("goes on in the cell in which a part ended", async () => {
    const { name: shard } = shop.cell;
    const cursor = exportCursor.format({
      section: "completed",
      place: shard,
      after: BEFORE_ALL,
      startedAt: 1,
    });
    const { of } = await readExport(shop.merchant.id, `?cursor=${cursor}`);
    expect(idsOf(of("payment_intent"))).toEqual([ids[1], ids[3], ids[5]]);
    expect(of("event")).toHaveLength(7);
  });

  it.each([
    ["another merchant's cell", "completed", 1],
    ["a cell where its section is at home", "movements", 0],
  ] as const)("refuses a cursor in %s, and is not recorded", async (_, section, flipped) => {
    const { id } = shop.merchant;
    const shard = (Number.parseInt(shop.cell.name, 16) ^ flipped).toString(16);
    const cursor = { section, place: shard, after: BEFORE_ALL, startedAt: 1 };
    const before = await storedEntries(id, "merchant.exported");
    expect(await exportMerchant(deps, ACTOR, id, cursor)).toEqual({ ok: false, error: "unknown_cursor" });
    expect(await storedEntries(id, "merchant.exported")).toEqual(before);
  });
});

it.each(["home", "cell"] as const)(
  "a merchant with a payment open or recent %s is not erased",
  async (where) => {
    const seedClosed = () => seedSpreadMerchant({ status: "closed", suspendedAt: 1, updatedAt: 1 });
    const request = ({ merchant }: SpreadMerchant) => requestErasure(deps, ACTOR, merchant.id);
    const [open, recent, quiet] = [await seedClosed(), await seedClosed(), await seedClosed()];
    await seedIntentIn(open[where], open.merchant.id);
    await seedPaidIn(recent[where], recent.merchant.id, { createdAt: Date.now() - HOUR });
    expect(await request(open)).toEqual({ ok: false, error: "merchant_unsettled" });
    expect(await request(recent)).toEqual({ ok: false, error: "merchant_not_quiet" });
    expect(await request(quiet)).toMatchObject({ ok: true });
  },
);

it("the stage's clock moves deadlines and retries in both places", async () => {
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
