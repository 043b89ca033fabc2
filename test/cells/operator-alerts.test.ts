// Operators are told of webhooks that do not arrive, wherever the payments are.
import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, it, vi } from "vitest";
import { listAllPositions } from "../../src/db/operations/sweep-positions.ts";
import { webhookEndpoints } from "../../src/db/schema/webhooks.ts";
import type { OperatorAlert } from "../../src/domain/ports/operator-alerts.ts";
import { homeParts, sweepCell } from "../../src/scheduled.ts";
import { reportCell } from "../../src/services/operations/metrics.ts";
import { beginSweep } from "../../src/services/operations/resume-sweep.ts";
import { cellOf } from "../support/cells.ts";
import { MINUTE, useStoppedClock } from "../support/clock.ts";
import { muteLog } from "../support/faults.ts";
import { postIntent } from "../support/intents.ts";
import { samples } from "../support/metrics.ts";
import { makeMerchant } from "../support/parties.ts";
import { deps } from "../support/seeds.ts";
import { seedSpreadMerchant } from "../support/spread-payments.ts";

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
      place: cell,
      positions: listAllPositions(cell, 9),
    };
    await reportCell(run, gigabytes * 1_000_000_000);
    return told.splice(0).map(({ type, data }) => ({ type, data }));
  };
  const data = { database: cell.place, size_bytes: 6_100_000_000, percent: 60 };

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
  const { place } = cellOf(merchant.id);
  await runInDurableObject(env.CELL_OBJECTS.getByName(place), (_, { storage }) => {
    vi.spyOn(storage, "transactionSync").mockImplementation(() => {
      throw new Error("database or disk is full: SQLITE_FULL");
    });
  });
  const { status, body } = await postIntent(merchant, { amount: 1 });
  expect([status, body.code]).toEqual([503, "database_unavailable"]);
  expect(lines.map((line) => JSON.parse(line))).toContainEqual(
    expect.objectContaining({ event: "cell_full", cell: place }),
  );
});
