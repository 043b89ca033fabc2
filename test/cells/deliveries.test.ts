// A merchant's events and their deliveries, some of which are at home and others in its cell.

import { eq } from "drizzle-orm";
import { v7 as newEventId } from "uuid";
import { expect, it } from "vitest";
import type { Shard } from "#core/db/client.ts";
import { listPositions } from "#core/db/operations/sweep-positions.ts";
import { events, webhookEndpoints } from "#core/db/schema/webhooks.ts";
import { beginRecovery } from "#core/db/webhooks/recoveries.ts";
import { placedId } from "#core/domain/shards/shard-ids.ts";
import { beginSweep } from "#core/services/operations/resume-sweep.ts";
import { sweepWaitingDeliveries } from "#core/services/operations/sweep.ts";
import {
  findWebhookDelivery,
  listMissedEvents,
  listWebhookDeliveries,
  redeliver,
  sweepRecoveries,
} from "#core/services/webhooks/deliveries.ts";
import { updateWebhookSettings } from "#core/services/webhooks/webhook-settings.ts";
import { ANY_DELIVERY } from "../support/any-delivery.ts";
import { eventsIn } from "../support/cells.ts";
import { HOUR, MINUTE, moveClock, useStoppedClock } from "../support/clock.ts";
import { readHealth } from "../support/deliveries.ts";
import { muteLog } from "../support/faults.ts";
import { consume, useQueues } from "../support/queues.ts";
import { startReceiver } from "../support/receiver.ts";
import { okValue } from "../support/result.ts";
import { ACTOR, db, deps } from "../support/seeds.ts";
import {
  readPages,
  type SpreadMerchant,
  seedPaidIn,
  seedSpreadMerchant,
  seedSpreadShop,
} from "../support/spread-payments.ts";

const queues = useQueues();
useStoppedClock();

const laterBy = (ms: number) => ({ ...deps, clock: () => Date.now() + ms });

const sent = () => queues.webhooks.splice(0).map(({ body }) => body.eventId);

it("a delivery is found by its intent, read, and sent again, where it is", async () => {
  const { merchant, ids, eventIds } = await seedSpreadShop();
  for (const [index, eventId] of eventIds.slice(0, 2).entries()) {
    const filter = { ...ANY_DELIVERY, intentId: ids[index] ?? "", limit: 10 };
    expect((await listWebhookDeliveries(deps, merchant.id, filter)).deliveries).toMatchObject([
      { id: eventId },
    ]);
    expect(okValue(await findWebhookDelivery(deps, merchant.id, eventId))).toMatchObject({ id: eventId });
    expect(okValue(await redeliver(deps, merchant.id, eventId))).toMatchObject({ status: "pending" });
    expect(sent()).toEqual([eventId]);
  }
});

it("the sweep continues a recovery with one shard after the other", async () => {
  const { merchant, eventIds } = await seedSpreadShop({ deliveryStatus: "failed" });
  const recovery = { merchantId: merchant.id, since: 0, until: Date.now(), after: "" };
  await beginRecovery(db, recovery, { restedSince: 0, now: Date.now() });
  const inTurn = (turn: number) => eventIds.filter((_, index) => index % 2 === turn);
  const left = async () => (await listPositions(db, "failed_deliveries", 10)).map(({ key }) => key);
  for (const expected of [inTurn(0), inTurn(1), []]) {
    expect(await left()).toContain(merchant.id);
    moveClock(MINUTE);
    await sweepRecoveries(beginSweep(deps));
    expect(sent()).toEqual(expected);
  }
  expect(await left()).not.toContain(merchant.id);
});

const CHANGED = { webhookUrl: "https://shop.test/mended" };

it.each<[string, (shop: SpreadMerchant) => Promise<unknown>]>([
  ["a change of the URL", ({ merchant }) => updateWebhookSettings(deps, ACTOR, merchant.id, CHANGED)],
  ["the sweep, once it is due,", ({ cell }) => sweepWaitingDeliveries(beginSweep(laterBy(MINUTE), cell))],
])("%s has an endpoint probed where deliveries wait for it", async (_, probe) => {
  const shop = await seedSpreadMerchant({ webhookUrl: "https://shop.test/hook" });
  const { merchant, cell } = shop;
  const origin = "https://shop.test";
  const waiting = { deliveryStatus: "pending", endedAt: null, waitingOrigin: origin } as const;
  const { eventId } = await seedPaidIn(cell, merchant.id, { createdAt: Date.now() - HOUR }, waiting);
  const degraded = { failures: 20, lastFailureAt: 1, degradedSince: 1, nextProbeAt: Date.now() + MINUTE };
  await cell.insert(webhookEndpoints).values({ merchantId: merchant.id, origin, ...degraded });
  expect(await readHealth(merchant.id)).toMatchObject({ status: "degraded", consecutive_failures: 20 });
  await probe(shop);
  expect(sent()).toEqual([eventId]);
});

it("the feed has each event once, and a late one at its arrival", async () => {
  const { merchant, eventIds, cell } = await seedSpreadShop();
  const [first, second = "", third, fourth, fifth = "", ...others] = eventIds;
  const latePosition = fifth.slice(0, 14) + second.slice(14);
  await cell.update(events).set({ latePosition }).where(eq(events.id, second));
  const read = await readPages<string>(async (after) => {
    const page = await listMissedEvents(deps, merchant.id, after, 2);
    return { rows: page.events, next: page.hasMore ? page.nextAfter : null };
  });
  const around = latePosition < fifth ? [second, fifth] : [fifth, second];
  expect(read).toEqual([first, third, fourth, ...around, ...others]);
});

it("a batch brings webhooks of several shards, and one of a shard that there is not", async () => {
  const receiver = startReceiver();
  const { merchant, home, cell } = await seedSpreadMerchant({ webhookUrl: "https://shop.test/hook" });
  const pending = { deliveryStatus: "pending", endedAt: null, nextAttemptAt: Date.now() } as const;
  const seed = (shard: Shard) => seedPaidIn(shard, merchant.id, { createdAt: Date.now() - MINUTE }, pending);
  const [atHome, inCell] = [await seed(home), await seed(cell)];
  const unknown = placedId(newEventId(), atHome.intent, 5);
  const messages = [unknown, atHome.eventId, inCell.eventId].map((eventId) => ({
    merchantId: merchant.id,
    eventId,
  }));
  const log = muteLog();
  expect(await consume("webhooks", messages)).toMatchObject({ acked: [0, 1, 2] });
  expect(receiver.requests).toHaveLength(2);
  for (const shard of [home, cell])
    expect(await eventsIn(shard, merchant.id)).toMatchObject([{ deliveryStatus: "delivered" }]);
  const unknownShards = log.filter((line) => line.includes("webhook_place_unknown"));
  expect(unknownShards).toEqual([expect.stringContaining(unknown)]);
});
