import { describe, expect } from "vitest";
import type { PaymentIntent } from "#core/domain/payment-intents/payment-intent.ts";
import { useStoppedClock } from "../support/clock.ts";
import { useMutedLog } from "../support/faults.ts";
import { pay, published } from "../support/objects.ts";
import { consume, useQueues } from "../support/queues.ts";
import { useReceiver } from "../support/receiver.ts";
import { it } from "../support/seeded-it.ts";
import { type SeededMerchant, seedIntent, seedMerchant, seedWallet } from "../support/seeds.ts";

const queues = useQueues();
useMutedLog();
const receiver = useReceiver();
useStoppedClock();

async function completeIntent(merchant: SeededMerchant, change: Partial<PaymentIntent> = {}) {
  const intent = await seedIntent(merchant.id, change);
  await pay(intent.id, await seedWallet());
  await published(intent.id);
  return intent;
}

describe("a change between the event and its delivery", () => {
  it("never delivers one merchant's event for another", async () => {
    const merchant = await seedMerchant({ webhookUrl: "https://shop.test/hook" });
    const stranger = await seedMerchant({ webhookUrl: "https://stranger.test/hook" });
    await completeIntent(merchant);
    const message = queues.webhooks[0]?.body;

    expect(await consume("webhooks", [{ ...message, merchantId: stranger.id }])).toMatchObject({
      acked: [0],
    });

    expect(receiver.requests).toEqual([]);
  });
});
