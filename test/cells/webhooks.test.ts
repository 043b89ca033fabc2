// CELLS is 1 here: new payments, and their webhooks, are in one of sixteen cells.
import { expect, it } from "vitest";
import { webhookEndpoints } from "#core/db/schema/webhooks.ts";
import { cellOf, eventsIn, fireCellAlarm } from "../support/cells.ts";
import { MINUTE, moveClock, SECOND } from "../support/clock.ts";
import { HEALTHY, readHealth } from "../support/deliveries.ts";
import { makePaidIntent } from "../support/intents.ts";
import { published } from "../support/objects.ts";
import { makeMerchantWithWebhook, type TestMerchant } from "../support/parties.ts";
import { consume, takeMessages } from "../support/queues.ts";
import { useScheduledDeliveries } from "../support/receiver.ts";

const { queues, receiver } = useScheduledDeliveries();

async function makeShop() {
  const url = `https://${crypto.randomUUID()}.test/hook`;
  const merchant = await makeMerchantWithWebhook({ url });
  return { merchant, url, cell: cellOf(merchant.id) };
}

async function pay(merchant: TestMerchant): Promise<void> {
  const { id } = await makePaidIntent(merchant);
  await published(id);
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
  const waits = { waitingOrigin: origin, attempts: 0 };
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
