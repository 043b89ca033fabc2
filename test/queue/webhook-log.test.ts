// What an attempt logs, what it reads when it is made, and what happens to a message in the dead-letter queue.
import { describe, expect, it } from "vitest";
import { MINUTE, moveClock, useStoppedClock } from "../support/clock.ts";
import { callAs, deliver, deliveryRows, messagesFor } from "../support/deliveries.ts";
import { useMutedLog } from "../support/faults.ts";
import { MERCHANT_API } from "../support/paths.ts";
import { consume, runSweep, useQueues } from "../support/queues.ts";
import { isSignedWith, useReceiver } from "../support/receiver.ts";
import { seedDeliveries, seedShop } from "../support/seeded-deliveries.ts";

const queues = useQueues();
const lines = useMutedLog();
const receiver = useReceiver();
useStoppedClock();

const attemptLines = () =>
  lines.map((line) => JSON.parse(line)).filter(({ event }) => event === "webhook_attempt");

describe("the log of an attempt", () => {
  it("is one line with all the details", async () => {
    const { merchant, intent } = await seedShop();
    const [id = ""] = await seedDeliveries(intent, 1);
    receiver.response = () => new Response("no", { status: 500 });
    await deliver(merchant.id, [id]);
    receiver.response = async () => {
      moveClock(40);
      return new Response("ok");
    };
    moveClock(10_000);
    await deliver(merchant.id, [id]);

    const line = { event: "webhook_attempt", event_id: id, type: "payment.completed" };
    expect(attemptLines()).toEqual([
      {
        ...line,
        level: "warn",
        merchant_id: merchant.id,
        target: "merchant",
        attempt: 1,
        status: 500,
        duration_ms: 0,
        failure: "responded with 500",
        next_attempt_at: expect.any(Number),
      },
      {
        ...line,
        level: "info",
        merchant_id: merchant.id,
        target: "merchant",
        attempt: 2,
        status: 200,
        duration_ms: 40,
        failure: null,
        next_attempt_at: null,
      },
    ]);
  });
});

describe("the secret and address", () => {
  it("are read when the attempt is made", async () => {
    const { merchant, intent, url } = await seedShop();
    const [id = ""] = await seedDeliveries(intent, 1);
    receiver.response = () => new Response("no", { status: 500 });
    await deliver(merchant.id, [id]);
    const moved = `${url}/moved`;
    await callAs(merchant.id, "PUT", `${MERCHANT_API}/webhook`, { url: moved });
    const { body } = await callAs(merchant.id, "POST", `${MERCHANT_API}/webhook/rotate-secret`, {});
    moveClock(10_000);
    await deliver(merchant.id, [id]);

    const [first, second] = receiver.requests;
    expect([first?.url, second?.url]).toEqual([url, moved]);
    expect([merchant.secret, body.webhook_secret].map((secret) => isSignedWith(secret, first))).toEqual([
      true,
      false,
    ]);
    expect([merchant.secret, body.webhook_secret].map((secret) => isSignedWith(secret, second))).toEqual([
      false,
      true,
    ]);
  });
});

describe("the dead-letter queue", () => {
  it("acknowledges and logs what the queue gave up on; the sweep delivers it", async () => {
    const { merchant, intent } = await seedShop();
    const [id = ""] = await seedDeliveries(intent, 1);
    const [message] = messagesFor(merchant.id, [id]);

    expect(await consume("webhooks-dead", [message])).toEqual({
      acked: [0],
      retried: [],
      retryDelaysSeconds: [],
    });

    expect(lines.map((line) => JSON.parse(line))).toEqual([
      { level: "error", event: "webhook_message_dead", event_id: id },
    ]);
    expect((await deliveryRows(merchant.id))[0]).toMatchObject({ delivery_status: "pending" });
    moveClock(2 * MINUTE + 1);
    await runSweep();
    await consume(
      "webhooks",
      queues.webhooks.splice(0).map(({ body }) => body),
    );
    expect((await deliveryRows(merchant.id))[0]).toMatchObject({ delivery_status: "delivered", attempts: 1 });
  });

  it.each([
    ["ledger-settlements", { transactionId: "t1" }, "t1"],
    ["ledger-events", { type: "transaction.settled", data: { transaction_id: "t2" } }, "t2"],
    ["ledger-events", { unprojectedIntentId: "i1" }, "i1"],
    ["wallet-events", { id: "w1", walletId: "w", cloudEvent: "{}" }, "w1"],
  ])("of %s names %j", async (queue, body, subject) => {
    expect(await consume(`${queue}-dead`, [body])).toMatchObject({ acked: [0], retried: [] });
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      { level: "error", event: "queue_message_dead", queue, subject },
    ]);
  });

  it.each(["webhooks", "webhook-retries", "webhooks-dead"])(
    "%s-live is the same queue in live",
    async (name) => {
      const { merchant, intent } = await seedShop();
      const [id = ""] = await seedDeliveries(intent, 1);
      const messages = messagesFor(merchant.id, [id]);
      expect(await consume(`${name}-live`, messages)).toMatchObject({ acked: [0] });
    },
  );
});
