// CELLS is 1 here: new payments, and their webhooks, are in one of sixteen cells.
import { eq } from "drizzle-orm";
import { v7 as newEventId } from "uuid";
import { expect, it } from "vitest";
import { events, webhookEndpoints } from "../../src/db/schema/webhooks.ts";
import { placedId } from "../../src/domain/placed-id.ts";
import { cellOf, eventsIn, fireCellAlarm } from "../support/cells.ts";
import { DAY, MINUTE, moveClock, SECOND } from "../support/clock.ts";
import { callAs, DELIVERIES, HEALTHY, readHealth } from "../support/deliveries.ts";
import { makePaidIntent } from "../support/intents.ts";
import { drained } from "../support/objects.ts";
import { makeMerchantWithWebhook, type TestMerchant } from "../support/parties.ts";
import { MERCHANT_API } from "../support/paths.ts";
import { consume, takeMessages } from "../support/queues.ts";
import { useScheduledDeliveries } from "../support/receiver.ts";
import { seedDeliveries } from "../support/seeded-deliveries.ts";
import { db, seedIntent } from "../support/seeds.ts";

const { queues, receiver, log } = useScheduledDeliveries();

async function makeShop() {
  const url = `https://${crypto.randomUUID()}.test/hook`;
  const merchant = await makeMerchantWithWebhook({ url });
  return { merchant, url, cell: cellOf(merchant.id) };
}

async function pay(merchant: TestMerchant): Promise<void> {
  const { id } = await makePaidIntent(merchant);
  await drained(id);
}

const deliverQueued = async ({ id }: TestMerchant) =>
  await consume("webhooks", takeMessages(queues.webhooks, id));

it("a webhook in a cell is delivered, after a failure by its retry", async () => {
  const { merchant, cell } = await makeShop();
  await pay(merchant);
  receiver.response = () => new Response("no", { status: 500 });
  await deliverQueued(merchant);
  expect(await eventsIn(cell, merchant.id)).toMatchObject([{ deliveryStatus: "pending", attempts: 1 }]);
  receiver.response = () => new Response("ok");
  moveClock(5 * SECOND);
  await deliverQueued(merchant);
  expect(await eventsIn(cell, merchant.id)).toMatchObject([{ deliveryStatus: "delivered", attempts: 2 }]);
});

it("webhooks in a cell wait for an endpoint that is degraded there, and are released once a probe succeeds", async () => {
  const { merchant, url, cell } = await makeShop();
  const { origin } = new URL(url);
  await cell.insert(webhookEndpoints).values({
    ...{ merchantId: merchant.id, origin, failures: 20, lastFailureAt: Date.now() },
    ...{ degradedSince: Date.now(), nextProbeAt: Date.now() + 10 * MINUTE },
  });
  expect(await readHealth(merchant.id)).toMatchObject({ status: "degraded", consecutive_failures: 20 });
  await pay(merchant);
  await pay(merchant);
  await deliverQueued(merchant);
  const waits = { parkedOrigin: origin, attempts: 0 };
  expect(await eventsIn(cell, merchant.id)).toMatchObject([waits, waits]);

  moveClock(10 * MINUTE);
  await fireCellAlarm(cell);
  for (const released of [1, 2]) {
    await deliverQueued(merchant);
    expect(receiver.requests).toHaveLength(released);
  }
  const delivered = { deliveryStatus: "delivered", attempts: 1 };
  expect(await eventsIn(cell, merchant.id)).toMatchObject([delivered, delivered]);
  expect(await readHealth(merchant.id)).toEqual(HEALTHY);
});

it("a batch brings webhooks of several places, and one of a place that there is not", async () => {
  const { merchant, cell } = await makeShop();
  await pay(merchant);
  const intent = await seedIntent(merchant.id);
  const eventId = placedId(newEventId(), intent, 0);
  const [id = ""] = await seedDeliveries(intent, 1);
  await db.update(events).set({ id: eventId }).where(eq(events.id, id));
  const unknown = placedId(newEventId(), intent, 5);
  const atHome = [unknown, eventId].map((each) => ({ merchantId: merchant.id, eventId: each }));
  const messages = [...atHome, ...takeMessages(queues.webhooks, merchant.id)];
  expect(await consume("webhooks", messages)).toMatchObject({ acked: [0, 1, 2] });
  for (const place of [db, cell])
    expect(await eventsIn(place, merchant.id)).toMatchObject([{ deliveryStatus: "delivered" }]);
  const unknownPlaces = log.filter((line) => line.includes("webhook_place_unknown"));
  expect(unknownPlaces).toEqual([expect.stringContaining(unknown)]);
});

it("its merchant sends what has failed again, wherever it is: one, or all of a period", async () => {
  const { merchant, cell } = await makeShop();
  await seedDeliveries(await seedIntent(merchant.id), 1, { status: "failed" });
  await pay(merchant);
  receiver.response = () => new Response("gone", { status: 410 });
  await deliverQueued(merchant);
  const [failed] = await eventsIn(cell, merchant.id);
  expect(failed).toMatchObject({ deliveryStatus: "failed" });

  const { status, body } = await callAs(merchant.id, "POST", `${DELIVERIES}/${failed?.id}/redeliver`);
  expect([status, body.delivery.status]).toEqual([200, "pending"]);
  await deliverQueued(merchant);
  moveClock(SECOND);
  const range = { since: new Date(Date.now() - DAY).toISOString(), until: new Date().toISOString() };
  const recovery = await callAs(merchant.id, "POST", `${DELIVERIES}/recover`, range);
  expect(recovery.body).toMatchObject({ recovered: 2 });
  const again = { deliveryStatus: "pending", attempts: 0 };
  for (const place of [db, cell]) expect(await eventsIn(place, merchant.id)).toMatchObject([again]);
});

it("what waits for an endpoint in a cell goes to the merchant's new URL once that is acknowledged", async () => {
  const { merchant, url, cell } = await makeShop();
  await pay(merchant);
  takeMessages(queues.webhooks, merchant.id);
  const parked = { nextAttemptAt: null, parkedOrigin: new URL(url).origin };
  await cell.update(events).set(parked).where(eq(events.merchantId, merchant.id));
  const repaired = `https://${crypto.randomUUID()}.test/hook`;
  expect((await callAs(merchant.id, "PUT", `${MERCHANT_API}/webhook`, { url: repaired })).status).toBe(200);
  await deliverQueued(merchant);
  expect(receiver.requests.map((request) => request.url)).toEqual([repaired]);
});
