// Deliveries that wait for an address and now go to another are found in portions, wherever they are in the line.
import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { MINUTE, moveClock } from "../support/clock.ts";
import { callAs, seedDeliveries, seedWaitingShop } from "../support/deliveries.ts";
import { MERCHANT_API } from "../support/factories.ts";
import { muteLog, repair } from "../support/faults.ts";
import { seedCounter, seedIntent } from "../support/objects.ts";
import { captureQueues, runSweep, takeMessages } from "../support/queues.ts";

let queues: ReturnType<typeof captureQueues>;

beforeEach(() => {
  queues = captureQueues();
  muteLog();
  moveClock(0);
});
afterEach(repair);

describe("a degraded address that is replaced", () => {
  it("sends 500 a minute to the new one, from the change on", async () => {
    const { merchant, ids } = await seedWaitingShop(1_101);
    await env.DB.prepare("UPDATE webhook_endpoints SET next_probe_at = ? WHERE merchant_id = ?")
      .bind(Date.now() + 60 * MINUTE, merchant.id)
      .run();
    const url = `https://${crypto.randomUUID()}.test/new`;

    await callAs(merchant.id, "PUT", `${MERCHANT_API}/webhook`, { url });
    const released = [takeMessages(queues.webhooks, merchant.id)];
    for (let minute = 0; minute < 3; minute++) {
      await runSweep();
      released.push(takeMessages(queues.webhooks, merchant.id));
    }

    expect(released.map((messages) => messages.length)).toEqual([500, 500, 101, 0]);
    expect(released.flat().map(({ eventId }) => eventId)).toEqual(ids);
  });

  it("sends those that have moved even behind many that have not", async () => {
    const { merchant, url } = await seedWaitingShop(600);
    const open = { expiresAt: Date.now() + 30 * 24 * 60 * MINUTE };
    const counter = await seedCounter(merchant.id, { webhookUrl: url });
    const ofCounter = await seedIntent(merchant.id, { counterId: counter.id, ...open });
    const moved = await seedDeliveries(ofCounter, 2, {
      parkedUrl: url,
      nextAttemptAt: null,
      createdAt: Date.now() + 1,
    });
    await env.DB.prepare("UPDATE counters SET webhook_url = 'https://till.test/new' WHERE id = ?")
      .bind(counter.id)
      .run();

    await runSweep();
    moveClock(MINUTE);
    await runSweep();

    const sent = takeMessages(queues.webhooks, merchant.id).filter(({ probe }) => probe === undefined);
    expect(sent.map(({ eventId }) => eventId)).toEqual(moved);
  });
});
