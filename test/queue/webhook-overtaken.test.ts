import { describe, expect, it } from "vitest";
import { deliveryTools } from "#core/services/webhooks/deliveries.ts";
import { prepareDeliveries } from "#core/webhooks/deliver.ts";
import { DAY, MINUTE, moveClock, SECOND } from "../support/clock.ts";
import { attemptStatuses, deliveryRows, messagesFor, readHealth } from "../support/deliveries.ts";
import { until } from "../support/objects.ts";
import { consume, runSweep, takeMessages } from "../support/queues.ts";
import { holdResponses, useScheduledDeliveries } from "../support/receiver.ts";
import { type Shop, seedDeliveries, seedShop, seedWaitingShop } from "../support/seeded-deliveries.ts";
import { deps } from "../support/seeds.ts";

const { queues, receiver } = useScheduledDeliveries();

const seedOpenShop = (): Promise<Shop> => seedShop({ expiresAt: Date.now() + 30 * DAY });
describe("a queue that is eleven minutes late", () => {
  it("makes one attempt and counts one failure, however often the sweep has queued it meanwhile", async () => {
    const { merchant, intent } = await seedOpenShop();
    const messages = messagesFor(merchant.id, await seedDeliveries(intent, 1));
    for (let minute = 0; minute < 11; minute++) {
      moveClock(MINUTE);
      await runSweep();
    }
    messages.push(...takeMessages(queues.webhooks, merchant.id));
    expect(messages.length).toBeGreaterThan(3);
    const { release } = holdResponses(receiver, 500);
    const consumed = Promise.all(messages.map((message) => consume("webhook-retries", [message])));
    await until(() => receiver.requests.length > 0);
    release();
    await consumed;

    expect(receiver.requests).toHaveLength(1);
    expect((await deliveryRows(merchant.id))[0]).toMatchObject({ attempts: 1 });
    expect(await readHealth(merchant.id)).toMatchObject({ consecutive_failures: 1 });
  });
});

/** Thirty minutes with a sweep in each, in which every message arrives so long after it was sent. */
async function runLate(merchantId: string, lagMs: number, sent: readonly unknown[] = []): Promise<void> {
  const late = (body: unknown) => ({ body, at: Date.now() + lagMs });
  const waiting = sent.map(late);
  for (let minute = 0; minute < 30; minute += 0.5) {
    moveClock(MINUTE / 2);
    if (Number.isInteger(minute)) await runSweep();
    waiting.push(...takeMessages(queues.webhooks, merchantId).map(late));
    for (const { body } of waiting.filter(({ at }) => at === Date.now()))
      await consume("webhook-retries", [body]);
  }
}

describe("a queue that is always late", () => {
  it.each([2.5, 11])("by %d minutes still delivers once", async (lag) => {
    const { merchant, intent } = await seedOpenShop();
    await runLate(merchant.id, lag * MINUTE, messagesFor(merchant.id, await seedDeliveries(intent, 1)));
    expect(receiver.requests).toHaveLength(1);
    expect((await deliveryRows(merchant.id))[0]).toMatchObject({ delivery_status: "delivered" });
  });

  it("still probes a degraded endpoint", async () => {
    const { merchant } = await seedWaitingShop(3);
    await runLate(merchant.id, 3 * MINUTE);
    expect(receiver.requests).toHaveLength(3);
  });
});

describe("a first attempt's message that comes twice at once", () => {
  it("counts as one attempt and one failure, and the log has both", async () => {
    const { merchant, intent } = await seedOpenShop();
    const [message] = messagesFor(merchant.id, await seedDeliveries(intent, 1));
    const messages = [{ ...message, firstDueAt: Date.now() }];
    const { release } = holdResponses(receiver, 503);
    const consumed = Promise.all([consume("webhooks", messages), consume("webhooks", messages)]);
    await until(() => receiver.requests.length === 2);
    release();
    await consumed;

    const [row] = await deliveryRows(merchant.id);
    expect(row).toMatchObject({ attempts: 1, delivery_status: "pending" });
    expect(attemptStatuses(row)).toEqual([503, 503]);
    expect(await readHealth(merchant.id)).toMatchObject({ consecutive_failures: 1 });
  });
});

describe("a message that comes twice at once, a minute late", () => {
  it.each([0, 1])("makes one attempt after %d others", async (attempts) => {
    const { merchant, intent } = await seedOpenShop();
    const [message] = messagesFor(merchant.id, await seedDeliveries(intent, 1, { attempts }));
    const messages = [attempts === 0 ? { ...message, firstDueAt: Date.now() } : message];
    moveClock(MINUTE);
    const { release } = holdResponses(receiver, 503);
    const consumed = Promise.all([
      consume("webhook-retries", messages),
      consume("webhook-retries", messages),
    ]);
    await until(() => receiver.requests.length === 1);
    release();
    await consumed;
    expect(receiver.requests).toHaveLength(1);
  });
});

describe("an attempt whose Worker ends", () => {
  it("is made again when its lease is over", async () => {
    const { merchant, intent } = await seedOpenShop();
    const messages = messagesFor(merchant.id, await seedDeliveries(intent, 1));
    // Prepared, but never executed.
    await Promise.all(prepareDeliveries(deliveryTools(deps, deps.shards.home), messages));
    moveClock(MINUTE - 2 * SECOND);
    await consume("webhook-retries", messages);
    expect(receiver.requests).toEqual([]);
    moveClock(3 * MINUTE);
    await runSweep();
    await consume("webhook-retries", messages);
    expect((await deliveryRows(merchant.id))[0]).toMatchObject({ delivery_status: "delivered" });
  });
});

describe("the last attempt, made twice at once", () => {
  it("is a success when one of the two is", async () => {
    const { merchant, intent } = await seedOpenShop();
    const [id = ""] = await seedDeliveries(intent, 1, { attempts: 11 });
    const message = { merchantId: merchant.id, eventId: id, firstDueAt: Date.now() };
    receiver.response = async ({ init }) => {
      const isFirst = receiver.requests[0]?.init === init;
      await until(() => receiver.requests.length === 2);
      if (!isFirst)
        await until(async () => (await deliveryRows(merchant.id))[0]?.delivery_status === "failed");
      return new Response("", { status: isFirst ? 500 : 200 });
    };
    await Promise.all([consume("webhooks", [message]), consume("webhooks", [message])]);
    expect((await deliveryRows(merchant.id))[0]).toMatchObject({ delivery_status: "delivered" });
  });
});
