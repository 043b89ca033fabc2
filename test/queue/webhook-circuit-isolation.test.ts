// What a degraded endpoint does not affect.
import { describe, expect, it } from "vitest";
import { callAs, deliver, deliveryRows, HEALTHY, readHealth } from "../support/deliveries.ts";
import { MERCHANT_API } from "../support/paths.ts";
import { useScheduledDeliveries } from "../support/receiver.ts";
import { type Shop, seedDegraded, seedDeliveries, seedShop } from "../support/seeded-deliveries.ts";
import { seedIntent, seedMerchant } from "../support/seeds.ts";

const failing = () => new Response("no", { status: 500 });

const { receiver } = useScheduledDeliveries(failing);

async function seedDegradedShop(): Promise<Shop> {
  const shop = await seedShop();
  await seedDegraded(shop.merchant.id, shop.url);
  return shop;
}

const receivedIds = () => receiver.requests.map(({ headers }) => headers["webhook-id"]);

describe("a degraded endpoint", () => {
  it("is degraded only for its merchant", async () => {
    const { url } = await seedDegradedShop();
    const other = await seedMerchant({ webhookUrl: url });
    const ids = await seedDeliveries(await seedIntent(other.id), 3);

    await deliver(other.id, ids);

    expect(receivedIds().sort()).toEqual(ids);
    expect(await readHealth(other.id)).toMatchObject({ status: "healthy", consecutive_failures: 3 });
  });

  it("does not affect the merchant's other endpoints", async () => {
    const { merchant } = await seedDegradedShop();
    const intent = await seedIntent(merchant.id, { callbackUrl: "https://order.test/1" });
    const ids = await seedDeliveries(intent, 3);

    await deliver(merchant.id, ids);

    expect(receivedIds().sort()).toEqual(ids);
    expect((await deliveryRows(merchant.id)).filter(({ parked_url: url }) => url !== null)).toEqual([]);
  });

  it("can be replaced by a healthy one, to which new deliveries go at once", async () => {
    const { merchant, intent } = await seedDegradedShop();
    const url = `https://${crypto.randomUUID()}.test/new`;
    await callAs(merchant.id, "PUT", `${MERCHANT_API}/webhook`, { url });
    expect(await readHealth(merchant.id)).toEqual(HEALTHY);
    receiver.response = () => new Response("ok");
    const [fresh = ""] = await seedDeliveries(intent, 1);

    await deliver(merchant.id, [fresh]);

    expect(receiver.requests.map((request) => request.url)).toEqual([url]);
  });
});
