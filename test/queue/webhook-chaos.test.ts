// Failing receivers, and a queue that loses, repeats and shuffles messages, until nothing is due. A failing seed
// reproduces the run. `npm run test:long` has more seeds and more deliveries.

import { describe, expect, inject, it, vi } from "vitest";
import { DAY, HOUR, MINUTE, moveClock, SECOND, useStoppedClock } from "../support/clock.ts";
import { deliveryRows, stuckDeliveries } from "../support/deliveries.ts";
import { useMutedLog } from "../support/faults.ts";
import { consume, runSweep, useQueues } from "../support/queues.ts";
import { Random } from "../support/random.ts";
import { isSignedWith, type ReceivedRequest, startReceiver } from "../support/receiver.ts";
import { sharedRows } from "../support/rows.ts";
import { type Shop, seedDeliveries, seedShop } from "../support/seeded-deliveries.ts";

const FAILURES: ((random: Random) => Response | Promise<Response>)[] = [
  () => {
    moveClock(15 * SECOND);
    return Promise.reject(new DOMException("The operation was aborted due to timeout", "TimeoutError"));
  },
  () => Promise.reject(new TypeError("Network connection lost.")),
  () => new Response("no", { status: 500 }),
  () => Response.redirect("https://elsewhere.test/", 301),
  (random) => {
    const seconds = random.integer(0, 9_999);
    const value = random.chance(0.5)
      ? String(seconds)
      : new Date(Date.now() + seconds * SECOND).toUTCString();
    return new Response("busy", { status: 429, headers: { "retry-after": value } });
  },
  () => new Response(endless(), { status: 503 }),
  () => new Response(broken(), { status: 502 }),
];
const SUCCESSES: ((random: Random) => Response)[] = [
  () => new Response(null, { status: 204 }),
  (random) => {
    moveClock(random.integer(0, 14 * SECOND - 1));
    return new Response("slow");
  },
  () => new Response(endless()),
  () => new Response(broken()),
];

function endless(): ReadableStream {
  return new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(2_048)) });
}

function broken(): ReadableStream {
  return new ReadableStream({ pull: (controller) => controller.error(new Error("connection reset")) });
}

const IS_LONG = inject("longTests");
const SEEDS = IS_LONG ? [1, 2, 3, 4, 5] : [1];
/** Deliveries to each endpoint. */
const COUNTS = IS_LONG ? { moody: 15, late: 25, dead: 3 } : { moody: 4, late: 6, dead: 1 };
/** A degraded endpoint takes a probe every ten minutes: a longer outage needs more deliveries that only wait. */
const OUTAGE = IS_LONG ? { lasting: DAY, deliveries: 40 } : { lasting: 3 * HOUR, deliveries: 12 };

if (IS_LONG) vi.setConfig({ testTimeout: 180_000 });

const queues = useQueues();
useMutedLog();
useStoppedClock();

interface Received extends ReceivedRequest {
  isVerified: boolean;
  isSuccess: boolean;
}

/** One endpoint fails at times, one for a day, one always. */
function startBadDay(shops: Record<"moody" | "late" | "dead", Shop>, random: Random): Received[] {
  const received: Received[] = [];
  const wellAt = Date.now() + DAY;
  const { moody, late, dead } = shops;
  startReceiver((request) => {
    const shop = [moody, late, dead].find(({ url }) => url === request.url) ?? moody;
    const isSuccess = shop === moody ? random.chance(0.4) : shop === late && Date.now() > wellAt;
    received.push({ ...request, isSuccess, isVerified: isSignedWith(shop.merchant.secret, request) });
    return random.pick<(random: Random) => Response | Promise<Response>>(isSuccess ? SUCCESSES : FAILURES)(
      random,
    );
  });
  return received;
}

/** Holds sent messages until they are due; loses a tenth of them and repeats a fifth. */
function createUnreliableQueue(random: Random) {
  let waiting: { body: unknown; dueAt: number }[] = [];
  /** How many messages were repeated, by event. */
  const doubled = new Map<string, number>();
  return {
    doubled,
    take() {
      for (const { body, delaySeconds = 0 } of queues.webhooks.splice(0)) {
        const copies = random.chance(0.1) ? 0 : random.chance(0.2) ? 2 : 1;
        for (let copy = 0; copy < copies; copy++) {
          const lateMs = copy === 0 ? 0 : random.integer(0, MINUTE - 1);
          if (copy > 0) doubled.set(body.eventId, (doubled.get(body.eventId) ?? 0) + 1);
          waiting.push({ body, dueAt: Date.now() + delaySeconds * SECOND + lateMs });
        }
      }
      const due = waiting.filter(({ dueAt }) => dueAt <= Date.now());
      waiting = waiting.filter(({ dueAt }) => dueAt > Date.now());
      return random.shuffle(due).map(({ body }) => body);
    },
    nextAt: () => Math.min(...waiting.map(({ dueAt }) => dueAt)),
  };
}

/** When the service itself next has something due. */
async function nextDueAt(): Promise<number> {
  const row = await sharedRows.first<{
    attempt: number | null;
    probe: number | null;
  }>(`SELECT (SELECT min(next_attempt_at) FROM events) AS attempt,
            (SELECT min(next_probe_at) FROM webhook_endpoints w WHERE EXISTS (
               SELECT 1 FROM events e WHERE e.merchant_id = w.merchant_id AND e.parked_url = w.url)) AS probe`);
  const attempt = row?.attempt ?? Number.POSITIVE_INFINITY;
  return Math.min(attempt + 2 * MINUTE, row?.probe ?? Number.POSITIVE_INFINITY);
}

/** Runs until nothing is due any more. */
async function runUntilQuiet(random: Random): Promise<Map<string, number>> {
  const queue = createUnreliableQueue(random);
  queues.webhooks.push(...(await seededMessages()));
  let nextSweepAt = 0;
  for (let step = 0; step < 3_000; step++) {
    const due = queue.take();
    const batches: unknown[][] = [];
    while (due.length > 0) batches.push(due.splice(0, random.integer(1, 6)));
    for (let start = 0; start < batches.length; start += 2) {
      await Promise.all(batches.slice(start, start + 2).map((batch) => consume("webhooks", batch)));
    }
    if (Date.now() >= nextSweepAt) {
      await (random.chance(0.2) ? Promise.all([runSweep(), runSweep()]) : runSweep());
      nextSweepAt = Date.now() + MINUTE;
    }
    if (queues.webhooks.length > 0) continue;
    const nextAt = Math.min(queue.nextAt(), Math.max(await nextDueAt(), nextSweepAt));
    if (!Number.isFinite(nextAt)) return queue.doubled;
    moveClock(Math.max(0, nextAt - Date.now()) + random.integer(0, 2 * SECOND - 1));
  }
  throw new Error("there was always something due");
}

async function seededMessages() {
  const results = await sharedRows.all(
    `SELECT merchant_id AS merchantId, id AS eventId FROM events WHERE next_attempt_at IS NOT NULL`,
  );
  return results.map((body) => ({ body, delaySeconds: undefined }));
}

describe("deliveries on a bad day", () => {
  it.each(SEEDS)("all end, delivered or failed after twelve attempts, with seed %i", async (seed) => {
    const random = new Random(seed);
    vi.spyOn(Math, "random").mockImplementation(() => random.next());
    const open = { expiresAt: Date.now() + 900 * DAY };
    const shops = { moody: await seedShop(open), late: await seedShop(open), dead: await seedShop(open) };
    const received = startBadDay(shops, random);
    const { moody, late, dead } = shops;
    await seedDeliveries(moody.intent, COUNTS.moody);
    await seedDeliveries(late.intent, COUNTS.late);
    await seedDeliveries(dead.intent, COUNTS.dead);

    const doubled = await runUntilQuiet(random);

    expect(received.filter(({ isVerified }) => !isVerified)).toEqual([]);
    for (const { merchant } of Object.values(shops)) {
      expect((await stuckDeliveries(merchant.id)).length).toBe(0);
      for (const row of await deliveryRows(merchant.id)) {
        const attempts = received.filter(({ headers }) => headers["webhook-id"] === row.id);
        expect(new Set(attempts.map(({ body }) => body))).toEqual(new Set([row.payload]));
        expect(JSON.parse(row.attempt_log ?? "[]")).toHaveLength(attempts.length);
        expect(row.attempts).toBeLessThanOrEqual(12);
        expect(attempts.length).toBeLessThanOrEqual(row.attempts + (doubled.get(row.id) ?? 0));
        if (row.delivery_status === "delivered") {
          expect(attempts.some(({ isSuccess }) => isSuccess)).toBe(true);
        } else {
          expect(row).toMatchObject({ delivery_status: "failed", attempts: 12, next_attempt_at: null });
          expect(attempts.length).toBeGreaterThanOrEqual(12);
        }
      }
    }
    const statuses = (await deliveryRows(dead.merchant.id)).map((row) => row.delivery_status);
    expect(statuses).toEqual(Array(COUNTS.dead).fill("failed"));
    expect((await deliveryRows(late.merchant.id)).every((row) => row.attempts <= 12)).toBe(true);
  });
});

describe("an endpoint that is down for hours", () => {
  it("gets everything within an hour of its return", async () => {
    const random = new Random(7);
    const shop = await seedShop({ expiresAt: Date.now() + 900 * DAY });
    const backAt = Date.now() + OUTAGE.lasting;
    const arrivals = new Map<string, number>();
    startReceiver(({ headers }) => {
      if (Date.now() < backAt) throw new TypeError("Connection refused");
      arrivals.set(headers["webhook-id"] ?? "", Date.now());
      return new Response("ok");
    });
    const ids = await seedDeliveries(shop.intent, OUTAGE.deliveries);

    await runUntilQuiet(random);

    const rows = await deliveryRows(shop.merchant.id);
    const delivered = rows.filter(({ delivery_status: status }) => status === "delivered");
    expect(delivered.map(({ id }) => id)).toEqual(ids);
    // Most were only waiting; the few that probed may be further into their schedule.
    const prompt = rows.filter(({ attempts }) => attempts <= 3);
    expect(prompt.length).toBeGreaterThan(OUTAGE.deliveries / 2);
    for (const { id } of prompt) expect((arrivals.get(id) ?? 0) - backAt).toBeLessThan(HOUR);
  });
});
