import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, vi } from "vitest";
import { sweepSandbox } from "#sandbox/scheduled.ts";
import { MINUTE, moveClock } from "../support/clock.ts";
import { useMutedLog } from "../support/faults.ts";
import { eventsOf, rowOf, transactionsOf } from "../support/intent-rows.ts";
import { evict, fireAlarm, objectOf, published, stored } from "../support/objects.ts";
import { runSweep, useQueues } from "../support/queues.ts";
import { databaseOf, rowsOf, sharedRows } from "../support/rows.ts";
import { completedPayment } from "../support/seeded-deliveries.ts";
import { it } from "../support/seeded-it.ts";
import { deps, seedIntent } from "../support/seeds.ts";
import { seedPendingRefund, settleInLedger, settleRefund } from "../support/settlement.ts";

const queues = useQueues();
useMutedLog();

async function positions(part: string): Promise<unknown> {
  return await sharedRows.value("SELECT count(*) AS n FROM sweep_positions WHERE part = ?", part);
}

describe("the sweep of overdue intents", () => {
  it("gets past objects that always throw, even a full page of them", async ({ merchant }) => {
    const stuckUntil = Date.now() - 60_000;
    const ids = Array.from({ length: 130 }, () => crypto.randomUUID());
    await Promise.all(
      ids.map((id) => seedIntent(merchant.id, { id, expiresAt: stuckUntil, createdAt: stuckUntil - 1 })),
    );
    const last = await seedIntent(merchant.id, { expiresAt: stuckUntil + 1, createdAt: stuckUntil - 1 });
    const stuck = new Set(ids);
    const intents: typeof deps.intents = {
      ...deps.intents,
      find: async (id) => {
        if (stuck.has(id)) throw new Error("this object always throws");
        return await deps.intents.find(id);
      },
    };

    await sweepSandbox({ ...deps, intents }, env);
    expect(await rowOf(last.id)).toMatchObject({ status: "expired" });

    await runSweep();
    const open = await rowsOf(merchant.id).value(
      "SELECT count(*) AS n FROM payment_intents WHERE merchant_id = ? AND status = 'pending'",
      merchant.id,
    );
    expect(open).toBe(0);
  });

  it("reaches new ones at once, and the old ones in turn, however many always throw", async ({
    merchant,
  }) => {
    const now = moveClock(0);
    const hour = 60 * 60_000;
    const template = await seedIntent(merchant.id, { expiresAt: now - hour, createdAt: now - 2 * hour });
    const columns = Object.keys((await rowOf(template.id)) ?? {});
    await rowsOf(template.id).run(
      `INSERT INTO payment_intents (${columns}) SELECT ${columns.map((name) => (name === "id" ? "'stuck-' || json_each.value" : `payment_intents.${name}`))}
       FROM payment_intents, json_each(?2) WHERE payment_intents.id = ?1`,
      template.id,
      JSON.stringify(Array.from({ length: 2_600 }, (_, index) => index)),
    );
    const old = await seedIntent(merchant.id, { expiresAt: now - hour + 1, createdAt: now - 2 * hour });
    const fresh = await seedIntent(merchant.id, { expiresAt: now - 1, createdAt: now - hour });
    const intents: typeof deps.intents = {
      ...deps.intents,
      find: async (id) => {
        if (id.startsWith("stuck-")) throw new Error("this object always throws");
        return await deps.intents.find(id);
      },
    };

    await sweepSandbox({ ...deps, intents }, env);
    expect(await rowOf(fresh.id)).toMatchObject({ status: "expired" });
    expect(await rowOf(old.id)).toMatchObject({ status: "pending" });

    await sweepSandbox({ ...deps, intents }, env);
    expect(await rowOf(old.id)).toMatchObject({ status: "expired" });
    expect(await positions("overdue_intents")).toBe(0);
    await sharedRows.run("DELETE FROM payment_intents WHERE id LIKE 'stuck-%'");
  });

  it("runs the other parts when one fails", async ({ merchant }) => {
    const overdue = await seedIntent(merchant.id, { expiresAt: Date.now() - 1 });
    vi.spyOn(env.WEBHOOK_RETRIES, "sendBatch").mockRejectedValue(new Error("Too Many Requests"));

    await runSweep();

    expect(await rowOf(overdue.id)).toMatchObject({ status: "expired" });
  });
});

describe("the sweep of pending refunds", () => {
  /** Accepted, settled by the ledger, and neither the ledger's event nor the alarm has reached the object. */
  async function seedForgottenRefund() {
    const refund = await seedPendingRefund();
    await published(refund.intent.id);
    await runInDurableObject(objectOf(refund.intent.id), (_, { storage }) => storage.deleteAlarm());
    await evict(refund.intent.id);
    return refund;
  }

  it("has a refund that lost its alarm completed within minutes", async () => {
    const { intent, transactionId } = await seedForgottenRefund();
    moveClock(MINUTE);
    await runSweep();
    expect((await stored(intent.id)).alarmAt).toBeNull();

    moveClock(2 * MINUTE);
    await settleInLedger(transactionId);
    await runSweep();
    expect((await stored(intent.id)).alarmAt).toBeLessThanOrEqual(Date.now() + MINUTE);
    await fireAlarm(intent.id);
    await published(intent.id);

    expect(await rowOf(intent.id)).toMatchObject({ refund_status: "completed" });
  });

  it("has one completed whose object has lost all that it stored", async () => {
    const { intent, transactionId } = await seedForgottenRefund();
    await runInDurableObject(objectOf(intent.id), (_, { storage }) => storage.deleteAll());
    moveClock(3 * MINUTE);
    await settleInLedger(transactionId);

    await runSweep();
    await fireAlarm(intent.id);
    await published(intent.id);

    expect(await rowOf(intent.id)).toMatchObject({ refund_status: "completed" });
    expect(await transactionsOf(intent.id)).toHaveLength(2);
  });

  it("calls no object of a refund that is completed or has just begun", async () => {
    const { intent: old } = await seedForgottenRefund();
    const { intent: completed } = await seedPendingRefund();
    await settleRefund(completed.id);
    moveClock(3 * MINUTE);
    const { intent: begun } = await seedPendingRefund();
    const find = vi.spyOn(deps.intents, "find");

    await runSweep();

    const called = find.mock.calls.flat();
    expect([old.id, completed.id, begun.id].filter((id) => called.includes(id))).toEqual([old.id]);
  });
});

describe("the sweep of overdue deliveries", () => {
  it("takes over more than one page", async () => {
    const { merchant, intent } = await completedPayment(queues.webhooks);
    const ofMerchant = () => queues.webhooks.filter(({ body }) => body.merchantId === merchant.id);
    const [first] = await eventsOf(intent.id);
    await databaseOf(merchant.id).batch(
      Array.from({ length: 150 }, () =>
        databaseOf(merchant.id)
          .prepare(
            `INSERT INTO events (merchant_id, id, intent_id, sequence, type, actor, payload, created_at,
                               delivery_status, attempts, next_attempt_at)
           SELECT merchant_id, ?, intent_id, sequence, type, actor, payload, created_at,
                  delivery_status, attempts, next_attempt_at FROM events WHERE merchant_id = ? AND id = ?`,
          )
          .bind(crypto.randomUUID(), merchant.id, first?.id),
      ),
    );
    moveClock(121_000);

    await runSweep();

    expect(ofMerchant()).toHaveLength(151);
    expect(new Set(ofMerchant().map(({ body }) => body.eventId)).size).toBe(151);
  });
});
