import { describe, expect, it } from "vitest";
import { MINUTE, moveClock } from "../support/clock.ts";
import { countQueries } from "../support/count-queries.ts";
import { attemptStatuses, deliveryRows, messagesFor } from "../support/deliveries.ts";
import { failDatabase, muteLog, repair } from "../support/faults.ts";
import { pay, published, until } from "../support/objects.ts";
import { consume, runSweep, takeMessages } from "../support/queues.ts";
import { holdResponses, startReceiver, useScheduledDeliveries } from "../support/receiver.ts";
import { completedPayment, seedDeliveries, seedShop } from "../support/seeded-deliveries.ts";
import { seedIntent, seedMerchant, seedWallet } from "../support/seeds.ts";

const { log, queues, receiver } = useScheduledDeliveries();

/** Deliveries of one shop, and the messages that were sent with their events. */
async function firstAttempts(count: number) {
  const { merchant, intent } = await seedShop();
  const ids = await seedDeliveries(intent, count);
  return {
    merchant,
    messages: messagesFor(merchant.id, ids).map((id) => ({ ...id, firstDueAt: Date.now() })),
  };
}

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
    await published(intent.id);
    const sealed = queues.webhooks.splice(0)[0]?.body;

    const outcome = await consume("webhooks", [null, sealed, good.body]);

    expect(outcome.acked).toContain(2);
    expect(outcome.retried).toContain(0);
    expect(await good.event()).toMatchObject({ delivery_status: "delivered" });
    expect(receiver.requests.map(({ url }) => url)).toEqual(["https://shop.test/hook"]);
  });

  it("of six first attempts is looked up by one statement and recorded by another", async () => {
    const { merchant, messages } = await firstAttempts(6);
    const counted = countQueries();
    expect(await consume("webhooks", messages)).toMatchObject({ acked: [0, 1, 2, 3, 4, 5] });
    expect(counted.queries).toBe(2);
    const rows = await deliveryRows(merchant.id);
    expect(rows.map(attemptStatuses)).toEqual(Array(6).fill([200]));
    expect(rows.every((row) => row.delivery_status === "delivered" && row.attempts === 1)).toBe(true);
  });

  it("records what is delivered while one of its receivers hangs, and then that one", async () => {
    const { merchant, messages } = await firstAttempts(3);
    const { release } = holdResponses(receiver, 200);
    const held = receiver.response;
    receiver.response = (request) =>
      request.headers["webhook-id"] === messages[0]?.eventId ? held(request) : new Response("ok");
    const consumed = consume("webhooks", messages);
    const statuses = async () => (await deliveryRows(merchant.id)).map((row) => row.delivery_status);
    await until(async () => (await statuses()).filter((status) => status === "delivered").length === 2);
    expect(await statuses()).toEqual(["pending", "delivered", "delivered"]);
    release();
    await consumed;
    expect(await statuses()).toEqual(["delivered", "delivered", "delivered"]);
  });

  it("with one message twice counts one attempt, and logs both", async () => {
    const { merchant, messages } = await firstAttempts(1);
    let responses = 0;
    receiver.response = () => new Response("", { status: 200 + responses++ });
    await consume("webhooks", [...messages, ...messages]);
    const [row] = await deliveryRows(merchant.id);
    expect(row).toMatchObject({ delivery_status: "delivered", attempts: 1 });
    expect(attemptStatuses(row).sort()).toEqual([200, 201]);
  });

  it("is sent again by the sweep when what was delivered is lost before D1 has it", async () => {
    const { merchant, messages } = await firstAttempts(2);
    const lost = failDatabase(/^update "events" set "delivery_status"/);
    await consume("webhooks", messages);
    lost();
    expect(log.filter((line) => line.includes("webhook_record_failed"))).toHaveLength(2);
    moveClock(3 * MINUTE);
    await runSweep();
    await consume("webhook-retries", takeMessages(queues.webhooks, merchant.id));
    const ids = messages.map(({ eventId }) => eventId);
    expect(receiver.requests.map(({ headers }) => headers["webhook-id"]).sort()).toEqual(
      [...ids, ...ids].sort(),
    );
    expect((await deliveryRows(merchant.id)).map(attemptStatuses)).toEqual([[200], [200]]);
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
