// A scrape reads a bounded number of rows, and the sweep's counting only what is new.

import { beforeAll, describe, expect, it } from "vitest";
import { countEvents } from "#core/db/operations/count-events.ts";
import { COUNTED_MAX, type Gauges, readGauges } from "#core/db/operations/gauges.ts";
import { readMetrics } from "#parts/operations/services/metrics.ts";
import { MINUTE } from "../../../support/clock.ts";
import { seedPaidIntents } from "../../../support/many-rows.ts";
import { rowsReadBy } from "../../../support/query-plans.ts";
import { sharedRows } from "../../../support/rows.ts";
import { db, deps, seedMerchant } from "../../../support/seeds.ts";

beforeAll(async () => {
  const { id } = await seedMerchant({ webhookUrl: "https://shop.test/hook" });
  await seedPaidIntents(id);
});

async function setAll(table: "events" | "payment_intents", assignments: string): Promise<void> {
  await sharedRows.run(`UPDATE ${table} SET ${assignments}`);
}

describe("a scrape of many intents", () => {
  it("reads fewer than 20 rows while everything is finished", async () => {
    expect(await rowsReadBy(() => readMetrics(deps))).toBeLessThan(20);
  });

  it.each([
    ["open intents", "payment_intents", "status = 'pending', expires_at = 0", "openIntents", 3],
    [
      "pending refunds",
      "payment_intents",
      "status = 'completed', refund_status = 'pending'",
      "refundsByAge",
      1,
    ],
    ["due deliveries", "events", "delivery_status = 'pending', next_attempt_at = 0", "dueDeliveries", 1],
    [
      "waiting deliveries",
      "events",
      "next_attempt_at = NULL, parked_url = 'https://shop.test'",
      "waitingDeliveries",
      1,
    ],
    ["failed deliveries", "events", "parked_url = NULL, delivery_status = 'failed'", "failedDeliveries", 1],
  ] as const)(
    "reads at most 10,000 rows for each count of many %s",
    async (_, table, assignments, name, counts) => {
      await setAll(table, assignments);
      const gauges = await readGauges(db, Date.now());
      const shown =
        name === "refundsByAge" ? JSON.parse(gauges[name])[0] : gauges[name satisfies keyof Gauges];

      expect(shown).toBe(COUNTED_MAX);
      expect(await rowsReadBy(() => readMetrics(deps))).toBeLessThan(counts * COUNTED_MAX + 1_000);
      await setAll("events", "delivery_status = 'delivered', next_attempt_at = NULL, parked_url = NULL");
      await setAll("payment_intents", "status = 'completed', refund_status = NULL");
    },
  );
});

describe("a scrape while everything is stuck", () => {
  it("reads at most 200,000 rows", async () => {
    await setAll(
      "payment_intents",
      "status = 'pending_approval', target_wallet_id = 'w', refund_status = 'pending'",
    );
    await setAll(
      "events",
      "delivery_status = 'failed', next_attempt_at = 0, parked_url = 'a', bus_due_at = 0",
    );
    const each = "SELECT id FROM payment_intents";
    for (const filled of [
      `INSERT INTO unfinished_work SELECT id, 'm', iif(unicode(substr(id, -1)) % 2, 'payment', 'outbox'), 0 FROM (${each})`,
      `INSERT INTO webhook_endpoints SELECT 'm', id, 20, 0, 0, 0 FROM (${each})`,
    ]) {
      await sharedRows.run(filled);
    }

    expect(await rowsReadBy(() => readMetrics(deps))).toBeLessThan(200_000);
    await setAll("payment_intents", "status = 'completed', refund_status = NULL");
    await setAll(
      "events",
      "delivery_status = 'delivered', next_attempt_at = NULL, parked_url = NULL, bus_due_at = NULL",
    );
  });
});

describe("counting the events of a minute", () => {
  const period = { from: Date.now() - 2 * MINUTE, to: Date.now() - MINUTE };

  it("reads those events, their intents and the merchants, not the others", async () => {
    const count = () => countEvents(db, period, { after: "", limit: 200 }, [1]);
    const counts = [
      { type: "payment.completed", delivery: "delivered", events: 60, timeToPayMs: 0, bucket: 0 },
    ];

    expect(await count()).toEqual({ counts, last: null });
    expect(await rowsReadBy(count)).toBeLessThan(4 * 60 + 5 * 101);
  });
});
