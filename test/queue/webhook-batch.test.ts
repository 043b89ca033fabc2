import { Webhook } from "standardwebhooks";
import { describe, expect, it } from "vitest";
import { call } from "../support/api.ts";
import { failDatabase, muteLog, repair } from "../support/faults.ts";
import { eventsOf } from "../support/intent-rows.ts";
import { drained, pay } from "../support/objects.ts";
import { makeMerchant } from "../support/parties.ts";
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

  it("eventually gives up on a delivery whose secret can never be opened", async () => {
    const other = await seedMerchant();
    const change = { webhookUrl: "https://sealed.test/hook", webhookSecret: other.webhookSecret };
    const merchant = await seedMerchant(change);
    const intent = await seedIntent(merchant.id);
    await pay(intent.id, await seedWallet());
    await drained(intent.id);

    await consume("webhooks", [queues.webhooks[0]?.body]);

    expect((await eventsOf(intent.id))[0]).toMatchObject({ attempts: 1, delivery_status: "pending" });
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

describe("POST /merchant/api/v1/webhook/rotate-secret", () => {
  it("signs what was queued before with the new secret", async () => {
    const merchant = await makeMerchant();
    const { token } = merchant;
    await call("PUT", "/merchant/api/v1/webhook", { token, json: { url: "https://shop.test/hook" } });
    const rotate = async () => (await call("POST", "/merchant/api/v1/webhook/rotate-secret", { token })).body;
    const before = (await rotate()).webhook_secret;
    const intent = await seedIntent(merchant.id);
    await pay(intent.id, await seedWallet());
    await drained(intent.id);
    const after = (await rotate()).webhook_secret;

    await consume("webhooks", [queues.webhooks[0]?.body]);

    const { body, headers } = receiver.requests.at(-1) ?? { body: "", headers: {} };
    expect(new Webhook(after).verify(body, headers)).toBeTruthy();
    expect(() => new Webhook(before).verify(body, headers)).toThrow("No matching signature");
  });
});
