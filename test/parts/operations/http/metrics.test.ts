import { env } from "cloudflare:workers";
import { describe, expect, it, vi } from "vitest";
import { adminToken, call } from "../../../support/api.ts";
import { DAY, HOUR, MINUTE, moveClock, SECOND } from "../../../support/clock.ts";
import { expectUnauthorized } from "../../../support/error-responses.ts";
import { failDatabase, POSTING } from "../../../support/faults.ts";
import { grown, samples, scrape, seedPaidWithin } from "../../../support/metrics.ts";
import { execute, fireAlarm, pay, published } from "../../../support/objects.ts";
import { runSweep } from "../../../support/queues.ts";
import { useReconciliation } from "../../../support/reconciliation.ts";
import { rowsOf, sharedRows } from "../../../support/rows.ts";
import { deps, seedIntent, seedMerchant, seedPayable, seedWallet } from "../../../support/seeds.ts";
import { seedPendingRefund } from "../../../support/settlement.ts";

useReconciliation();

const COUNTERS = /_total|_bucket|_sum|_count/;

/** What `run` adds to the counters once the sweep has counted it. */
async function counted(run: () => Promise<unknown>): Promise<Record<string, number>> {
  // Expires what earlier tests have left, before the counting begins anew.
  await runSweep();
  await sharedRows.run("DELETE FROM sweep_positions WHERE part = 'counted_events'");
  moveClock(2 * MINUTE);
  await runSweep();
  const before = await samples();
  moveClock(SECOND);
  await run();
  moveClock(2 * MINUTE);
  await runSweep();
  const growth = grown(before, await samples());
  return Object.fromEntries(Object.entries(growth).filter(([name]) => COUNTERS.test(name)));
}

describe("GET /metrics", () => {
  it("is the text format of Prometheus, with a description and a type for every metric", async () => {
    const text = await scrape();
    const names = new Set<string>();
    for (const block of text.split(/^(?=# HELP )/m)) {
      const [help = "", type = "", ...lines] = block.trimEnd().split("\n");
      const [, name = ""] = /^# HELP (payments_[a-z_]+) [A-Z].*\.$/.exec(help) ?? [];
      expect(type).toMatch(new RegExp(`^# TYPE ${name} (counter|gauge|histogram)$`));
      expect(name.endsWith("_total")).toBe(type.endsWith(" counter"));
      expect(names.has(name)).toBe(false);
      names.add(name);
      expect(lines).not.toEqual([]);
      for (const line of lines) {
        const sample = new RegExp(
          `^${name}(_bucket|_sum|_count)?({\\w+="[^"]+"(,\\w+="[^"]+")*})? \\d+(\\.\\d+)?$`,
        );
        expect(line).toMatch(sample);
      }
    }
    expect(names.size).toBeGreaterThan(15);
    expect(text.endsWith("\n")).toBe(true);
  });

  it("has no ids in its labels, and so always as many samples", async () => {
    const { merchant } = await seedPaidWithin(SECOND);
    const before = await samples();
    await seedIntent(merchant.id);
    await runSweep();

    expect([...(await samples()).keys()]).toEqual([...before.keys()]);
    expect(await scrape()).not.toMatch(/[0-9a-f]{8}-/);
  });

  it("is for administrators and the scrape token only", async () => {
    expect((await call("GET", "/metrics", { token: await adminToken() })).status).toBe(200);
    expectUnauthorized(await call("GET", "/metrics", { token: "test-metrics-token-of-a-scrapes" }));
    const { config } = deps;
    const { metricsToken } = config;
    config.metricsToken = null;
    expectUnauthorized(await call("GET", "/metrics", { token: "test-metrics-token-of-a-scraper" }));
    expectUnauthorized(await call("GET", "/metrics", { token: "null" }));
    config.metricsToken = metricsToken;
  });

  it("counts what has ended since the last sweep, by status, with the time to pay", async () => {
    const growth = await counted(async () => {
      const { merchant } = await seedPaidWithin(7 * SECOND);
      const cancelled = await seedIntent(merchant.id);
      await execute(cancelled.id, { type: "cancel", merchantId: merchant.id });
      const expired = await seedIntent(merchant.id);
      await execute(expired.id, { type: "simulate_expiry", merchantId: merchant.id });
      for (const { id } of [cancelled, expired]) await published(id);
    });

    const slower = ["10", "20", "30", "60", "120", "300", "900", "1800", "3600", "86400", "+Inf"];
    expect(growth).toEqual({
      'payments_intents_total{status="completed"}': 1,
      'payments_intents_total{status="cancelled"}': 1,
      'payments_intents_total{status="expired"}': 1,
      'payments_webhook_events_total{delivery="pending"}': 1,
      'payments_webhook_events_total{delivery="none"}': 2,
      ...Object.fromEntries(slower.map((le) => [`payments_time_to_pay_seconds_bucket{le="${le}"}`, 1])),
      payments_time_to_pay_seconds_sum: 7,
      payments_time_to_pay_seconds_count: 1,
    });
  });

  it("counts refunds by what happened to them", async () => {
    const growth = await counted(async () => {
      const { intent } = await seedPendingRefund();
      await published(intent.id);
    });

    expect(growth).toMatchObject({ 'payments_refunds_total{event="requested"}': 1 });
    expect(growth).not.toHaveProperty('payments_refunds_total{event="completed"}');
  });

  it("counts each event once, however often the sweep runs, and makes up for missed runs", async () => {
    const growth = await counted(async () => {
      for (let run = 0; run < 4; run++) {
        await seedPaidWithin(SECOND);
        moveClock(9 * MINUTE);
      }
      for (let run = 0; run < 6; run++) await runSweep();
    });

    expect(growth).toMatchObject({ 'payments_intents_total{status="completed"}': 4 });
  });

  it("counts an event that reached D1 late, when it arrived", async () => {
    const growth = await counted(async () => {
      const { intent } = await seedPaidWithin(SECOND);
      const late = "UPDATE events SET id = '0' || substr(id, 2), late_position = id WHERE intent_id = ?";
      await rowsOf(intent.id).run(late, intent.id);
    });

    expect(growth).toMatchObject({ 'payments_intents_total{status="completed"}': 1 });
  });

  it("keeps the counters in one row", async () => {
    await counted(() => seedPaidWithin(SECOND));
    const rows = await sharedRows.first(
      "SELECT count(*) AS n FROM sweep_positions WHERE part = 'counted_events'",
    );

    expect(rows).toEqual({ n: 1 });
    expect((await samples()).get("payments_sweep_last_run_timestamp_seconds")).toBe(Date.now() / 1000);
  });

  it("adds up for time to pay above every bound", async () => {
    const growth = await counted(async () => {
      const merchant = await seedMerchant();
      const intent = await seedIntent(merchant.id, { createdAt: Date.now() - 2 * DAY });
      await pay(intent.id, await seedWallet());
      await published(intent.id);
    });

    expect(growth).toMatchObject({
      'payments_time_to_pay_seconds_bucket{le="+Inf"}': 1,
      payments_time_to_pay_seconds_sum: (2 * DAY) / SECOND,
    });
    expect(growth).not.toHaveProperty('payments_time_to_pay_seconds_bucket{le="86400"}');
  });
});

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
    await published(intent.id);
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
