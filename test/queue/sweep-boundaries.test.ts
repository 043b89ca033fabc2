// The sweep's times to the millisecond: what is exactly due is taken, what is due a millisecond later is not.

import { describe, expect } from "vitest";
import { originOf } from "#core/domain/webhooks/delivery.ts";
import { MINUTE, moveClock, useStoppedClock } from "../support/clock.ts";
import { useMutedLog } from "../support/faults.ts";
import { eventsOf, rowOf } from "../support/intent-rows.ts";
import { runSweep, useQueues } from "../support/queues.ts";
import { ledgerRows } from "../support/rows.ts";
import { completedPayment, seedDegraded, seedDeliveries, seedShop } from "../support/seeded-deliveries.ts";
import { it } from "../support/seeded-it.ts";
import { seedIntent } from "../support/seeds.ts";
import { seedPendingRefund } from "../support/settlement.ts";

const queues = useQueues();
useMutedLog();
useStoppedClock();

describe("an intent", () => {
  it("expires at its deadline, and not before", async ({ merchant }) => {
    const intent = await seedIntent(merchant.id, { expiresAt: Date.now() + MINUTE });

    moveClock(MINUTE - 1);
    await runSweep();
    expect(await rowOf(intent.id)).toMatchObject({ status: "pending" });
    moveClock(1);
    await runSweep();

    expect(await rowOf(intent.id)).toMatchObject({ status: "expired", updated_at: intent.expiresAt });
  });

  it("expires in the first run, on either side of the line between new and old", async ({ merchant }) => {
    const line = Date.now() - 10 * MINUTE;
    const intents = await Promise.all(
      [line - 1, line, line + 1].map((expiresAt) =>
        seedIntent(merchant.id, { expiresAt, createdAt: expiresAt - MINUTE }),
      ),
    );

    await runSweep();

    const rows = await Promise.all(intents.map(({ id }) => rowOf(id)));
    expect(rows.map((row) => row?.status)).toEqual(["expired", "expired", "expired"]);
  });
});

describe("a delivery", () => {
  it("is queued again after exactly two minutes", async () => {
    const { intent, body } = await completedPayment(queues.webhooks);
    const [event] = await eventsOf(intent.id);
    moveClock((event?.next_attempt_at ?? 0) - Date.now() + 2 * MINUTE - 1);
    const ofEvent = () => queues.webhooks.filter((message) => message.body.eventId === body.eventId);

    await runSweep();
    expect(ofEvent()).toEqual([]);
    moveClock(1);
    await runSweep();

    expect(ofEvent()).toHaveLength(1);
  });

  it("that waits for a degraded host probes it when the probe is due", async () => {
    const { merchant, url, intent } = await seedShop();
    await seedDegraded(merchant.id, url, 1);
    await seedDeliveries(intent, 1, { waitingUrl: url, nextAttemptAt: null });
    const probes = () => queues.webhooks.filter(({ body }) => body.probe?.origin === originOf(url));

    await runSweep();
    expect(probes()).toEqual([]);
    moveClock(1);
    await runSweep();

    expect(probes()).toHaveLength(1);
  });
});

describe("a refund in the embedded ledger", () => {
  it("settles at its time, and not before", async () => {
    const { transactionId } = await seedPendingRefund();
    const settlesAt = await ledgerRows.value<number>(
      "SELECT settles_at FROM ledger_transactions WHERE id = ?",
      transactionId,
    );
    const settled = () =>
      queues.ledgerEvents.filter(({ body }) => body.data.transaction_id === transactionId);

    moveClock((settlesAt ?? 0) - Date.now() - 1);
    await runSweep();
    expect(settled()).toEqual([]);
    moveClock(1);
    await runSweep();

    expect(settled()).toMatchObject([{ body: { data: { status: "completed" } } }]);
  });
});
