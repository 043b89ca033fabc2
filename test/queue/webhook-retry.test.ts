import { describe, expect, it, vi } from "vitest";
import { HOUR, MINUTE, moveClock, SECOND } from "../support/clock.ts";
import { messagesFor } from "../support/deliveries.ts";
import { consume, runSweep } from "../support/queues.ts";
import { useScheduledDeliveries } from "../support/receiver.ts";
import { completedPayment } from "../support/seeded-deliveries.ts";

const GAPS = [
  5 * SECOND,
  30 * SECOND,
  2 * MINUTE,
  10 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
];

const { queues, receiver } = useScheduledDeliveries(() => new Response("no", { status: 500 }));

async function seedDueDelivery() {
  const { merchant, body, event } = await completedPayment(queues.webhooks);
  const attempt = async () => await consume("webhooks", messagesFor(merchant.id, [body.eventId]));
  return { merchant, body, event, attempt };
}

describe("a failed attempt", () => {
  it.each([
    ["500", () => new Response("no", { status: 500 }), 500, "responded with 500"],
    ["400", () => new Response("no", { status: 400 }), 400, "responded with 400"],
    ["301", () => Response.redirect("https://elsewhere.test/", 301), 301, "responded with 301"],
    [
      "a network error",
      () => Promise.reject(new TypeError("Network connection lost.")),
      null,
      "TypeError: Network connection lost.",
    ],
    [
      "a time-out",
      () => Promise.reject(new DOMException("The operation was aborted due to timeout", "TimeoutError")),
      null,
      "TimeoutError: The operation was aborted due to timeout",
    ],
  ])("with %s is retried after five seconds", async (_, response, status, error) => {
    const { merchant, attempt, event, body } = await seedDueDelivery();
    const dueAt = Date.now() + 5_000;
    receiver.response = response;

    expect(await attempt()).toMatchObject({ acked: [0], retried: [] });

    expect(receiver.requests).toHaveLength(1);
    expect(await event()).toMatchObject({
      delivery_status: "pending",
      attempts: 1,
      next_attempt_at: dueAt,
      last_response_status: status,
      last_error: error,
      ended_at: null,
    });
    const retry = { merchantId: merchant.id, eventId: body.eventId, delayedUntil: dueAt };
    expect(queues.webhooks).toEqual([{ body: retry, delaySeconds: 5 }]);
  });

  it("follows the whole schedule to the millisecond, then fails", async () => {
    const { attempt, event } = await seedDueDelivery();
    const gaps: number[] = [];
    const delays: (number | undefined)[] = [];

    for (let failed = 1; failed <= GAPS.length; failed++) {
      await attempt();
      const row = await event();
      expect(row).toMatchObject({ delivery_status: "pending", attempts: failed });
      gaps.push((row?.next_attempt_at ?? 0) - Date.now());
      delays.push(queues.webhooks.splice(0)[0]?.delaySeconds);
      vi.setSystemTime(row?.next_attempt_at ?? 0);
    }
    await attempt();

    expect(gaps).toEqual(GAPS);
    // A queue delays twelve hours at most; the sweep finds the rest.
    expect(delays).toEqual(GAPS.map((gap) => (gap <= 12 * HOUR ? gap / 1000 : undefined)));
    expect(await event()).toMatchObject({ delivery_status: "failed", attempts: 12, next_attempt_at: null });
    moveClock(48 * HOUR);
    await attempt();
    await runSweep();
    expect(receiver.requests).toHaveLength(12);
    expect(queues.webhooks.filter(({ body }) => body.eventId === undefined)).toEqual([]);
  });

  it("is not retried after 410", async () => {
    const { attempt, event } = await seedDueDelivery();
    receiver.response = () => new Response("gone", { status: 410 });

    await attempt();

    expect(await event()).toMatchObject({
      delivery_status: "failed",
      attempts: 1,
      next_attempt_at: null,
      last_response_status: 410,
    });
    expect(queues.webhooks).toEqual([]);
  });
});
