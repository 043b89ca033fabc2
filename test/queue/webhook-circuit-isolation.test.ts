// What a degraded endpoint does not affect.
import { describe, expect, it } from "vitest";
import { deliver, readHealth } from "../support/deliveries.ts";
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
});
