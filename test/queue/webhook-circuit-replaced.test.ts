import { describe, expect, it } from "vitest";
import { callAs, statusesOf, stuckDeliveries } from "../support/deliveries.ts";
import { MERCHANT_API } from "../support/paths.ts";
import { runMinutes } from "../support/queues.ts";
import { useScheduledDeliveries } from "../support/receiver.ts";
import { seedWaitingShop } from "../support/seeded-deliveries.ts";

const { queues, receiver } = useScheduledDeliveries();

const newUrl = () => `https://${crypto.randomUUID()}.test/new`;
const moveTo = (merchantId: string, url: string | null) =>
  callAs(merchantId, "PUT", `${MERCHANT_API}/webhook`, { url });

describe("a degraded endpoint that is replaced", () => {
  it("sends everything to the new one, at the latest by its own probes", async () => {
    const { merchant } = await seedWaitingShop(3);
    const url = newUrl();
    await moveTo(merchant.id, url);

    await runMinutes(queues.webhooks, merchant.id, 35);

    expect((await stuckDeliveries(merchant.id)).length).toBe(0);
    expect(await statusesOf(merchant.id)).toEqual(["delivered"]);
    expect(new Set(receiver.requests.map((request) => request.url))).toEqual(new Set([url]));
  });

  it("sends everything within a quarter of an hour when the new one is healthy", async () => {
    const { merchant } = await seedWaitingShop(20);
    await moveTo(merchant.id, newUrl());

    await runMinutes(queues.webhooks, merchant.id, 15);

    expect(await statusesOf(merchant.id)).toEqual(["delivered"]);
  });

  it("ends parked deliveries when the new one fails as well", async () => {
    const { merchant } = await seedWaitingShop(3);
    receiver.response = () => new Response("gone", { status: 410 });
    await moveTo(merchant.id, newUrl());

    await runMinutes(queues.webhooks, merchant.id, 35);

    expect((await stuckDeliveries(merchant.id)).length).toBe(0);
    expect(await statusesOf(merchant.id)).toEqual(["failed"]);
  });

  it("ends parked deliveries when there is no endpoint any more", async () => {
    const { merchant } = await seedWaitingShop(3);
    await moveTo(merchant.id, null);

    await runMinutes(queues.webhooks, merchant.id, 35);

    expect((await stuckDeliveries(merchant.id)).length).toBe(0);
    expect(await statusesOf(merchant.id)).toEqual(["failed"]);
    expect(receiver.requests).toEqual([]);
  });
});
