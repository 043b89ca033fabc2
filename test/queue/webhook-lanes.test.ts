// First attempts and all other attempts have separate queues, so that a backlog of one does not delay the other.
import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { HOUR, MINUTE, moveClock, SECOND, useStoppedClock } from "../support/clock.ts";
import { callAs, DELIVERIES, deliver } from "../support/deliveries.ts";
import { useMutedLog } from "../support/faults.ts";
import { pay, published } from "../support/objects.ts";
import { captureQueue, consume, runSweep, type SentMessage } from "../support/queues.ts";
import { startReceiver } from "../support/receiver.ts";
import { seedDegraded, seedDeliveries, seedShop } from "../support/seeded-deliveries.ts";
import { seedWallet } from "../support/seeds.ts";

let first: SentMessage[];
let retries: SentMessage[];

useMutedLog();
useStoppedClock();
beforeEach(() => {
  first = captureQueue(env.WEBHOOKS);
  retries = captureQueue(env.WEBHOOK_RETRIES);
});

const sentFor = (merchantId: string, sent: SentMessage[]) =>
  sent.flatMap(({ body }) => (body.merchantId === merchantId ? [body.eventId] : []));

describe("the queue of first attempts", () => {
  it("carries the webhook of a payment", async () => {
    const { merchant, intent } = await seedShop();
    await pay(intent.id, await seedWallet());
    await published(intent.id);
    expect(sentFor(merchant.id, first)).toHaveLength(1);
    expect(retries).toEqual([]);
  });
});

describe("the queue of all other attempts", () => {
  afterEach(() => expect(first).toEqual([]));

  it("carries a retry", async () => {
    const { merchant, intent } = await seedShop();
    startReceiver(() => new Response(null, { status: 500 }));
    const ids = await seedDeliveries(intent, 1);
    await deliver(merchant.id, ids);
    expect(sentFor(merchant.id, retries)).toEqual(ids);
  });

  it("carries what the sweep takes over", async () => {
    const { merchant, intent } = await seedShop();
    const ids = await seedDeliveries(intent, 2);
    moveClock(3 * MINUTE);
    await runSweep();
    expect(sentFor(merchant.id, retries).sort()).toEqual(ids);
  });

  it("carries a redelivery", async () => {
    const { merchant, intent } = await seedShop();
    const ids = await seedDeliveries(intent, 1, { status: "delivered", nextAttemptAt: null });
    await callAs(merchant.id, "POST", `${DELIVERIES}/${ids[0]}/redeliver`);
    expect(sentFor(merchant.id, retries)).toEqual(ids);
  });

  it("carries recovered deliveries", async () => {
    const { merchant, intent } = await seedShop();
    const createdAt = Date.now() - HOUR;
    const ids = await seedDeliveries(intent, 3, { status: "failed", nextAttemptAt: null, createdAt });
    const range = { since: new Date(createdAt - SECOND).toISOString(), until: new Date().toISOString() };
    await callAs(merchant.id, "POST", `${DELIVERIES}/recover`, range);
    expect(sentFor(merchant.id, retries)).toEqual(ids);
  });

  it("carries the probe of a degraded endpoint and what its success releases", async () => {
    const { merchant, intent, url } = await seedShop();
    startReceiver();
    await seedDegraded(merchant.id, url, 0);
    const ids = await seedDeliveries(intent, 3, { waitingUrl: url, nextAttemptAt: null });
    await runSweep();
    const probes = retries.splice(0).filter(({ body }) => body.merchantId === merchant.id);
    expect(probes.map(({ body }) => body.eventId)).toEqual(ids.slice(0, 1));
    await consume(
      "webhook-retries",
      probes.map(({ body }) => body),
    );
    expect(sentFor(merchant.id, retries)).toEqual(ids.slice(1));
  });
});
