// Operators are told of webhooks that do not arrive, wherever the payments are.
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { webhookEndpoints } from "../../src/db/schema/webhooks.ts";
import type { OperatorAlert } from "../../src/domain/ports/operator-alerts.ts";
import { homeParts, sweepCell } from "../../src/scheduled.ts";
import { beginSweep } from "../../src/services/operations/resume-sweep.ts";
import { MINUTE, useStoppedClock } from "../support/clock.ts";
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
    await sweepCell({ ...deps, config, operatorAlerts }, cell);
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
