import { env } from "cloudflare:workers";
import { describe, expect, it, vi } from "vitest";
import { DAY, HOUR, MINUTE, moveClock, SECOND } from "../../support/clock.ts";
import { failDatabase, POSTING } from "../../support/faults.ts";
import { grown, samples, seedPaidWithin } from "../../support/metrics.ts";
import { drained, fireAlarm, pay } from "../../support/objects.ts";
import { useReconciliation } from "../../support/reconciliation.ts";
import { rowsOf, sharedRows } from "../../support/rows.ts";
import { seedIntent, seedMerchant, seedPayable } from "../../support/seeds.ts";
import { seedPendingRefund } from "../../support/settlement.ts";

useReconciliation();

describe("GET /metrics, of what is unfinished", () => {
  it("shows open and overdue intents", async () => {
    const before = await samples();
    const merchant = await seedMerchant();
    await seedIntent(merchant.id);
    await seedIntent(merchant.id, { expiresAt: Date.now() - 90 * SECOND });
    await seedIntent(merchant.id, { status: "pending_approval", targetWalletId: crypto.randomUUID() });

    expect(grown(before, await samples())).toMatchObject({
      'payments_intents_open{status="pending"}': 2,
      'payments_intents_open{status="pending_approval"}': 1,
      payments_intents_overdue: 1,
    });
  });

  it("shows refunds and payments that are unfinished, by age", async () => {
    const before = await samples();
    const { intent } = await seedPendingRefund();
    await drained(intent.id);
    const { intent: unknown, wallet } = await seedPayable();
    failDatabase(POSTING);
    await pay(unknown.id, wallet);
    for (let alarm = 0; alarm < 2; alarm++) await fireAlarm(unknown.id);
    moveClock(2 * MINUTE);

    const growth = grown(before, await samples());
    const older = (operation: string, seconds: number) =>
      growth[`payments_operations_unfinished{operation="${operation}",older_than_seconds="${seconds}"}`];
    for (const operation of ["payment", "refund"]) {
      expect([0, 60, 600].map((seconds) => older(operation, seconds))).toEqual([1, 1, undefined]);
    }
    expect((await samples()).get('payments_operation_oldest_seconds{operation="payment"}')).toBe(120);
  });

  it("shows objects that D1 or a queue does not take the changes of", async () => {
    const { intent, wallet } = await seedPayable({ webhookUrl: "https://shop.test/hook" });
    vi.spyOn(env.WEBHOOKS, "sendBatch").mockRejectedValue(new Error("the queue failed"));
    await pay(intent.id, wallet);
    for (let alarm = 0; alarm < 4; alarm++) await fireAlarm(intent.id);
    moveClock(HOUR);

    const shown = await samples();
    expect(shown.get('payments_objects_undrained{older_than_seconds="3600"}')).toBe(1);
    expect(shown.get("payments_object_undrained_oldest_seconds")).toBe(3600);
  });

  it("shows the backlog of webhooks", async () => {
    const before = await samples();
    const eventIds = [];
    for (let count = 0; count < 4; count++) {
      const { intent } = await seedPaidWithin(0);
      eventIds.push(intent.id);
    }
    const [due, scheduled, waiting, failed] = eventIds;
    const set = (assignments: string, id = "") =>
      rowsOf(id).run(`UPDATE events SET ${assignments} WHERE intent_id = ?`, id);
    await set(`next_attempt_at = ${Date.now() - 90 * SECOND}`, due);
    await set(`next_attempt_at = ${Date.now() + HOUR}`, scheduled);
    await set("next_attempt_at = NULL, parked_url = 'https://shop.test/hook'", waiting);
    await set("next_attempt_at = NULL, delivery_status = 'failed'", failed);
    await sharedRows.run(
      "INSERT INTO webhook_endpoints VALUES ('m', 'https://shop.test', 20, 0, ?1, ?1)",
      Date.now() - HOUR,
    );

    expect(grown(before, await samples())).toMatchObject({
      'payments_webhook_deliveries{state="due"}': 1,
      'payments_webhook_deliveries{state="scheduled"}': 1,
      'payments_webhook_deliveries{state="waiting"}': 1,
      'payments_webhook_deliveries{state="failed"}': 1,
      payments_webhook_addresses_degraded: 1,
      payments_webhook_degraded_oldest_seconds: 3600,
    });
  });

  it("counts only recent failed deliveries", async () => {
    const { intent } = await seedPaidWithin(SECOND);
    const fail = "UPDATE events SET next_attempt_at = NULL, delivery_status = 'failed' WHERE intent_id = ?";
    await rowsOf(intent.id).run(fail, intent.id);
    const failed = async () => (await samples()).get('payments_webhook_deliveries{state="failed"}') ?? 0;
    const before = await failed();
    moveClock(8 * DAY);

    expect([before > 0, await failed()]).toEqual([true, 0]);
  });
});
