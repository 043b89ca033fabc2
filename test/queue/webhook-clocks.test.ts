// Whoever makes a delivery due, and whoever makes the attempt, may have clocks that differ.
import { describe, expect, it } from "vitest";
import { DAY, MINUTE, moveClock, SECOND } from "../support/clock.ts";
import { deliver, deliveryRows, messagesFor } from "../support/deliveries.ts";
import { consume, runSweep, takeMessages } from "../support/queues.ts";
import { useScheduledDeliveries } from "../support/receiver.ts";
import { seedDeliveries, seedShop, seedWaitingShop } from "../support/seeded-deliveries.ts";

const { queues, receiver } = useScheduledDeliveries();

/** What `work` sends, at a moment at which its clock is ahead of the consumer's. */
async function sentAhead(merchantId: string, byMs: number, work: () => Promise<unknown>) {
  queues.webhooks.splice(0);
  moveClock(byMs);
  await work();
  moveClock(-byMs);
  return takeMessages(queues.webhooks, merchantId);
}

describe("a delivery that is due now by a clock that is ahead", () => {
  it.each([0, 500, 2_000, 59_000, 600_000])(
    "is attempted when its event's own message comes, %d ms",
    async (byMs) => {
      const { merchant, intent } = await seedShop();
      const firstDueAt = Date.now() + byMs;
      const ids = await seedDeliveries(intent, 1, { nextAttemptAt: firstDueAt });
      await consume(
        "webhooks",
        messagesFor(merchant.id, ids).map((each) => ({ ...each, firstDueAt })),
      );
      expect(receiver.requests).toHaveLength(1);
      expect(await deliveryRows(merchant.id)).toMatchObject([{ delivery_status: "delivered" }]);
    },
  );

  it.each([0, 500, 2_000, 59_000, 600_000])(
    "is attempted when the sweep's message comes, %d ms",
    async (byMs) => {
      const { merchant, intent } = await seedShop({ expiresAt: Date.now() + 600 * MINUTE });
      await seedDeliveries(intent, 1);
      moveClock(3 * MINUTE);
      const sent = await sentAhead(merchant.id, byMs, runSweep);
      expect(sent).toHaveLength(1);
      await consume("webhook-retries", sent);
      expect(receiver.requests).toHaveLength(1);
    },
  );

  it("is attempted when it probes a degraded endpoint", async () => {
    const { merchant } = await seedWaitingShop(1);
    const probes = await sentAhead(merchant.id, 30 * SECOND, runSweep);
    expect(probes).toHaveLength(1);
    await consume("webhook-retries", probes);
    expect(receiver.requests).toHaveLength(1);
  });
});

describe("a retry", () => {
  it("that comes before it is due waits for the rest of its delay, however often, and is then attempted", async () => {
    const { merchant, intent } = await seedShop();
    receiver.response = () => new Response("no", { status: 500 });
    const [id = ""] = await seedDeliveries(intent, 1);
    const sent = await sentAhead(merchant.id, 30 * SECOND, () => deliver(merchant.id, [id]));

    for (const [afterMs, left] of [
      [5 * SECOND, 30],
      [10 * SECOND, 20],
    ] as const) {
      moveClock(afterMs);
      const outcome = await consume("webhook-retries", sent);
      expect(outcome).toEqual({ acked: [], retried: [0], retryDelaysSeconds: [left] });
    }
    expect(receiver.requests).toHaveLength(1);
    moveClock(20 * SECOND);
    await consume("webhook-retries", sent);
    expect(receiver.requests).toHaveLength(2);
  });

  it("that comes a day too early, as the clock was ahead, waits as long as a queue can", async () => {
    const { merchant, intent } = await seedShop({ expiresAt: Date.now() + 2 * DAY });
    const delayedUntil = Date.now() + DAY;
    const ids = await seedDeliveries(intent, 1, { nextAttemptAt: delayedUntil });
    const messages = messagesFor(merchant.id, ids).map((each) => ({ ...each, delayedUntil }));
    expect(await consume("webhook-retries", messages)).toMatchObject({ retryDelaysSeconds: [12 * 60 * 60] });
  });

  it("of a time that the row no longer says is left to the row's own message", async () => {
    const { merchant, intent } = await seedShop();
    const ids = await seedDeliveries(intent, 1, { nextAttemptAt: Date.now() + 10 * MINUTE });
    for (const time of ["dueAt", "delayedUntil"] as const) {
      const messages = messagesFor(merchant.id, ids).map((each) => ({
        ...each,
        [time]: Date.now() + MINUTE,
      }));
      expect(await consume("webhook-retries", messages)).toMatchObject({ acked: [0] });
    }
    expect(receiver.requests).toEqual([]);
    expect(queues.webhooks).toEqual([]);
  });
});
