import { describe, expect, it } from "vitest";
import { failDatabase, muteLog, repair } from "../support/faults.ts";
import { drained, pay } from "../support/objects.ts";
import { consume } from "../support/queues.ts";
import { startReceiver, useScheduledDeliveries } from "../support/receiver.ts";
import { completedPayment } from "../support/seeded-deliveries.ts";
import { seedIntent, seedMerchant, seedWallet } from "../support/seeds.ts";

const { queues, receiver } = useScheduledDeliveries();

describe("a batch of deliveries", () => {
  it("is delivered despite a malformed message and a secret that cannot be opened", async () => {
    const good = await completedPayment(queues.webhooks);
    const sealedElsewhere = await seedMerchant();
    const merchant = await seedMerchant({
      webhookUrl: "https://sealed.test/hook",
      webhookSecret: sealedElsewhere.webhookSecret,
    });
    const intent = await seedIntent(merchant.id);
    await pay(intent.id, await seedWallet());
    await drained(intent.id);
    const sealed = queues.webhooks.splice(0)[0]?.body;

    const outcome = await consume("webhooks", [null, sealed, good.body]);

    expect(outcome.acked).toContain(2);
    expect(outcome.retried).toContain(0);
    expect(await good.event()).toMatchObject({ delivery_status: "delivered" });
    expect(receiver.requests.map(({ url }) => url)).toEqual(["https://shop.test/hook"]);
  });

  it("is retried while D1 fails", async () => {
    const { body, event } = await completedPayment(queues.webhooks);
    failDatabase(/events/);
    expect(await consume("webhooks", [body])).toEqual({ acked: [], retried: [0], retryDelaysSeconds: [10] });
    expect(receiver.requests).toEqual([]);
    repair();
    muteLog();
    startReceiver();

    expect(await consume("webhooks", [body])).toMatchObject({ acked: [0] });
    expect(await event()).toMatchObject({ delivery_status: "delivered" });
  });
});
