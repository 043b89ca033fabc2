// What waits for an endpoint is probed, released and looked through in chunks: where each ends, and who may take the next.

import { describe, expect, it } from "vitest";
import { originOf } from "#core/domain/webhooks/delivery.ts";
import { deliveryTools } from "#core/services/webhooks/deliveries.ts";
import { probeIfDue, releaseMoved, releaseRecovered } from "#core/webhooks/circuit.ts";
import { MINUTE, moveClock, useStoppedClock } from "../support/clock.ts";
import { deliver } from "../support/deliveries.ts";
import { useMutedLog } from "../support/faults.ts";
import { takeMessages, useQueues } from "../support/queues.ts";
import { startReceiver } from "../support/receiver.ts";
import { rowsOf } from "../support/rows.ts";
import { seedDeliveries, seedWaitingShop } from "../support/seeded-deliveries.ts";
import { deps } from "../support/seeds.ts";

const tools = { ...deliveryTools(deps, deps.shards.home), clock: () => Date.now() };

const queues = useQueues();
useMutedLog();
useStoppedClock();

async function seedWaiting(count: number) {
  const { merchant, url, ids } = await seedWaitingShop(count);
  return { merchantId: merchant.id, origin: originOf(url), ids };
}

it("a due probe is made once when two ask for it", async () => {
  const { merchantId, origin } = await seedWaiting(2);
  const endpoint = { merchantId, origin };
  await Promise.all([probeIfDue(tools, endpoint), probeIfDue(tools, endpoint)]);
  expect(takeMessages(queues.webhooks, merchantId)).toHaveLength(1);
});

describe("a recovered endpoint for which 500 deliveries wait", () => {
  it("is remembered with the whole chunk, and forgotten a minute later when nothing is left", async () => {
    const { merchantId, origin, ids } = await seedWaiting(500);
    const isRemembered = async () =>
      (await rowsOf(merchantId).first(
        "SELECT 1 FROM webhook_endpoints WHERE merchant_id = ?",
        merchantId,
      )) !== null;
    await rowsOf(merchantId).run(
      "UPDATE webhook_endpoints SET degraded_since = NULL, failures = 0 WHERE merchant_id = ?",
      merchantId,
    );
    const release = async () => {
      await releaseRecovered(tools, { merchantId, origin });
      const released = takeMessages(queues.webhooks, merchantId);
      return { released: released.map(({ eventId }) => eventId), isRemembered: await isRemembered() };
    };
    expect(await release()).toEqual({ released: ids, isRemembered: true });
    expect(await release()).toEqual({ released: [], isRemembered: true });
    moveClock(MINUTE);
    expect(await release()).toEqual({ released: [], isRemembered: false });
  });
});

it("a failed attempt releases nothing of what waits for an endpoint that has recovered", async () => {
  startReceiver(() => new Response("no", { status: 500 }));
  const { merchant, intent } = await seedWaitingShop(3);
  await rowsOf(merchant.id).run(
    "UPDATE webhook_endpoints SET degraded_since = NULL, failures = 0 WHERE merchant_id = ?",
    merchant.id,
  );
  const [id = ""] = await seedDeliveries(intent, 1);
  await deliver(merchant.id, [id]);
  expect(takeMessages(queues.webhooks, merchant.id)).toMatchObject([
    { eventId: id, delayedUntil: expect.any(Number) },
  ]);
});

describe("deliveries that have not moved", () => {
  it("are looked at 500 at a time, up to the last", async () => {
    const { merchantId, origin, ids } = await seedWaiting(501);
    const start = { merchantId, url: "", eventId: "" };
    const next = { merchantId, url: origin, eventId: ids[499] ?? "" };
    expect(await releaseMoved(tools, start)).toEqual(next);
    expect(await releaseMoved(tools, next)).toBeNull();

    await rowsOf(merchantId).run("DELETE FROM events WHERE merchant_id = ? AND id = ?", merchantId, ids[500]);
    expect(await releaseMoved(tools, start)).toEqual(next);
    expect(await releaseMoved(tools, next)).toBeNull();
    expect(takeMessages(queues.webhooks, merchantId)).toEqual([]);
  });
});
