// Deliveries that wait for an endpoint and now go to another are found in portions, wherever they are in the line.

import { describe, expect, it } from "vitest";
import { MINUTE, moveClock, SECOND, useStoppedClock } from "../support/clock.ts";
import { callAs, statusesOf } from "../support/deliveries.ts";
import { useMutedLog } from "../support/faults.ts";
import { MERCHANT_API } from "../support/paths.ts";
import { consume, runSweep, takeMessages, useQueues } from "../support/queues.ts";
import { useReceiver } from "../support/receiver.ts";
import { rowsOf } from "../support/rows.ts";
import { seedDeliveries, seedWaitingShop } from "../support/seeded-deliveries.ts";
import { seedCounter, seedIntent } from "../support/seeds.ts";

const queues = useQueues();
useMutedLog();
const receiver = useReceiver();
useStoppedClock();

describe("a degraded endpoint that is replaced", () => {
  it("sends 500 a minute to the new one, from the change on", async () => {
    const { merchant, ids } = await seedWaitingShop(1_101);
    await rowsOf(merchant.id).run(
      "UPDATE webhook_endpoints SET next_probe_at = ? WHERE merchant_id = ?",
      Date.now() + 60 * MINUTE,
      merchant.id,
    );
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
    await rowsOf(counter.id).run(
      "UPDATE counters SET webhook_url = 'https://till.test/new' WHERE id = ?",
      counter.id,
    );

    await runSweep();
    moveClock(MINUTE);
    await runSweep();

    const sent = takeMessages(queues.webhooks, merchant.id).filter(({ probe }) => probe === undefined);
    expect(sent.map(({ eventId }) => eventId)).toEqual(moved);
  });
});

describe("a URL that is changed at a degraded endpoint", () => {
  async function changePath(probedAgoMs: number) {
    const { merchant, url } = await seedWaitingShop(2);
    await rowsOf(merchant.id).run(
      "UPDATE webhook_endpoints SET next_probe_at = ? WHERE merchant_id = ?",
      Date.now() + 10 * MINUTE - probedAgoMs,
      merchant.id,
    );
    receiver.response = () => new Response("ok");
    const put = (path: string) =>
      callAs(merchant.id, "PUT", `${MERCHANT_API}/webhook`, { url: `${new URL(url).origin}${path}` });
    const probes = () => takeMessages(queues.webhooks, merchant.id);
    return { merchant, put, probes };
  }

  it("is probed at once, and its success releases what waits", async () => {
    const { merchant, put, probes } = await changePath(MINUTE);

    await put("/repaired");
    await consume("webhook-retries", probes());
    await consume("webhook-retries", probes());

    expect(await statusesOf(merchant.id)).toEqual(["delivered"]);
    expect(receiver.requests.map(({ url }) => new URL(url).pathname)).toEqual(["/repaired", "/repaired"]);
  });

  it("is not probed again within a minute of the last probe, so that changes are no way round it", async () => {
    const { put, probes } = await changePath(MINUTE - 1);
    await put("/1");
    expect(probes()).toEqual([]);
    moveClock(1);
    await put("/2");
    expect(probes()).toHaveLength(1);
    moveClock(59 * SECOND);
    await put("/3");
    expect(probes()).toEqual([]);
  });

  it("changes nothing for an endpoint that has recovered and still has deliveries waiting", async () => {
    const { merchant, put, probes } = await changePath(5 * MINUTE);
    const row = () =>
      rowsOf(merchant.id).first("SELECT * FROM webhook_endpoints WHERE merchant_id = ?", merchant.id);
    await rowsOf(merchant.id).run(
      "UPDATE webhook_endpoints SET degraded_since = NULL WHERE merchant_id = ?",
      merchant.id,
    );
    const before = await row();
    await put("/other");
    expect(probes()).toEqual([]);
    expect(await row()).toEqual(before);
  });
});
