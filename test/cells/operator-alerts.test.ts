// Operators are told of webhooks that do not arrive, wherever the payments are.
import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, it, vi } from "vitest";
import { listAllPositions } from "#core/db/operations/sweep-positions.ts";
import { findIntent } from "#core/db/payment-intents/payment-intents.ts";
import { webhookEndpoints } from "#core/db/schema/webhooks.ts";
import type { OperatorAlert } from "#core/domain/ports/operator-alerts.ts";
import { reportCell } from "#core/services/operations/count-events.ts";
import { tellOfSize } from "#core/services/operations/database-size.ts";
import { beginSweep } from "#core/services/operations/resume-sweep.ts";
import { createShards } from "#core/shards/shards.ts";
import { homeParts, sweepCell } from "#main/scheduled.ts";
import { cellOf, eventsIn } from "../support/cells.ts";
import { MINUTE, moveClock, useStoppedClock } from "../support/clock.ts";
import { muteLog } from "../support/faults.ts";
import { postIntent, refund } from "../support/intents.ts";
import { samples } from "../support/metrics.ts";
import { fireAlarm, pay, published } from "../support/objects.ts";
import { makeMerchant } from "../support/parties.ts";
import { captureQueues } from "../support/queues.ts";
import { okValue } from "../support/result.ts";
import { db, deps, seedWallet } from "../support/seeds.ts";
import { seedIntentIn, seedSpreadMerchant } from "../support/spread-payments.ts";
import { merchantToken } from "../support/tokens.ts";

useStoppedClock();

it("operators are told once that an endpoint fails in a cell, and once that it has recovered there", async () => {
  const { merchant, cell } = await seedSpreadMerchant();
  const { id: merchantId, businessName: business_name } = merchant;
  const origin = "https://shop.test";
  const degradedSince = Date.now() - 10 * MINUTE;
  await cell
    .insert(webhookEndpoints)
    .values({ merchantId, origin, failures: 20, lastFailureAt: Date.now(), degradedSince });
  const told: OperatorAlert[] = [];
  const operatorAlerts = { receive: async (alert: OperatorAlert) => void told.push(alert) };
  const config = { ...deps.config, operatorAlertUrl: "https://mail.example.com/alerts" };
  const sweepBoth = async () => {
    await sweepCell({ ...deps, config, operatorAlerts }, cell, 0);
    await homeParts(beginSweep({ ...deps, config, operatorAlerts })).operator_alerts?.();
    return told.splice(0);
  };
  const failing_since = new Date(degradedSince).toISOString();
  const data = { merchant_id: merchantId, business_name, endpoint: origin, failing_since };

  expect(await sweepBoth()).toMatchObject([{ type: "webhooks.failing", data }]);
  expect(await sweepBoth()).toEqual([]);
  const isRecovered = { failures: 0, degradedSince: null };
  await cell.update(webhookEndpoints).set(isRecovered).where(eq(webhookEndpoints.merchantId, merchantId));
  expect(await sweepBoth()).toMatchObject([{ type: "webhooks.recovered", data }]);
  expect(await sweepBoth()).toEqual([]);
});

it("a cell that is filling is told of at 60 % of 10 GB, and at each further tenth", async () => {
  const { cell } = await seedSpreadMerchant();
  const lines = muteLog();
  const told: OperatorAlert[] = [];
  const receive = vi.fn(async (alert: OperatorAlert) => void told.push(alert));
  receive.mockRejectedValueOnce(new Error("refused"));
  const config = { ...deps.config, operatorAlertUrl: "https://mail.example.com/alerts" };
  const reportAt = async (gigabytes: number) => {
    const run = {
      ...deps,
      config,
      operatorAlerts: { receive },
      shard: cell,
      positions: listAllPositions(cell, 9),
    };
    await reportCell(run, gigabytes * 1_000_000_000);
    return told.splice(0).map(({ type, data }) => ({ type, data }));
  };
  const next_step = expect.stringContaining("spread the largest merchant");
  const data = { database: cell.name, size_bytes: 6_100_000_000, percent: 60, next_step };

  expect(await reportAt(5.9)).toEqual([]);
  expect(await reportAt(6.1), "refused").toEqual([]);
  expect(await reportAt(6.1)).toEqual([{ type: "database.filling", data }]);
  expect(await reportAt(6.9)).toEqual([]);
  expect(await reportAt(8)).toMatchObject([{ data: { percent: 80 } }]);
  expect(lines.filter((line) => line.includes("database_filling"))).toHaveLength(3);
  expect((await samples()).get('payments_database_bytes{database="largest_cell"}')).toBe(8_000_000_000);
  expect((await samples()).get('payments_database_bytes{database="home"}')).toBeGreaterThan(100_000);
});

it("a full cell refuses payments with 503, and is named in the log", async () => {
  const merchant = await makeMerchant();
  const lines = muteLog();
  const { name: shard } = cellOf(merchant.id);
  await runInDurableObject(env.CELL_OBJECTS.getByName(shard), (_, { storage }) => {
    vi.spyOn(storage, "transactionSync").mockImplementation(() => {
      throw new Error("database or disk is full: SQLITE_FULL");
    });
  });
  const { status, body } = await postIntent(merchant, { amount: 1 });
  expect([status, body.code]).toEqual([503, "database_unavailable"]);
  expect(lines.map((line) => JSON.parse(line))).toContainEqual(
    expect.objectContaining({ event: "cell_full", cell: shard }),
  );
});

it("a full D1 completes and refunds what lies in it, and stores it once there is room; new payments go on in cells", async () => {
  const { merchant, home } = await seedSpreadMerchant();
  const token = await merchantToken(merchant.id);
  const { id } = await seedIntentIn(home, merchant.id);
  muteLog();
  captureQueues();
  const batch = env.DB.batch.bind(env.DB);
  const textOf = (statement: D1PreparedStatement) =>
    (statement as unknown as { statement: string }).statement;
  const full = vi.spyOn(env.DB, "batch").mockImplementation((async (statements: D1PreparedStatement[]) => {
    // The embedded ledger, which has room, is another database in production.
    const isNewRow = statements.some((each) => /^insert into "(payment_intents|events)"/.test(textOf(each)));
    if (isNewRow) throw new Error("D1_ERROR: database or disk is full: SQLITE_FULL");
    return await batch(statements);
  }) as D1Database["batch"]);

  expect(okValue(await pay(id, await seedWallet()))).toMatchObject({ status: "completed" });
  expect((await refund({ token }, id)).status).toBe(200);
  await fireAlarm(id);
  expect(await eventsIn(home, merchant.id)).toEqual([]);
  expect((await postIntent({ token }, { amount: 1 })).status).toBe(201);

  full.mockRestore();
  moveClock(MINUTE);
  await fireAlarm(id);
  await published(id);
  const types = (await eventsIn(home, merchant.id)).map(({ type }) => type);
  expect(types).toEqual(expect.arrayContaining(["payment.completed", "refund.pending"]));
  expect(await findIntent(home, id)).toMatchObject({ status: "completed", refundStatus: expect.any(String) });
});

it("the alert about D1 names CELLS as the next step, and with cells what there is to check", async () => {
  const told: OperatorAlert[] = [];
  const operatorAlerts = { receive: async (alert: OperatorAlert) => void told.push(alert) };
  const config = { ...deps.config, operatorAlertUrl: "https://mail.example.com/alerts" };
  muteLog();
  for (const [shards, gigabytes, nextStep] of [
    [createShards(db, [], deps.shards.named), 6, "set CELLS"],
    [deps.shards, 8, "new payments go to cells"],
  ] as const) {
    const run = beginSweep({ ...deps, config, operatorAlerts, shards });
    await tellOfSize(run, gigabytes * 1_000_000_000);
    const next_step = expect.stringContaining(nextStep);
    expect(told.splice(0)).toMatchObject([{ data: { database: "home", next_step } }]);
  }
});
