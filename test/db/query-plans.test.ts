// The sweep runs every minute over all merchants: without its partial indexes it would read whole tables.
import { describe, expect, it } from "vitest";
import { openDatabase } from "#core/db/client.ts";
import { failAbandonedDeliveries } from "#core/db/operations/clean-up.ts";
import { listOverdueIntents, listRefundsUnderWay } from "#core/db/payment-intents/payment-intents.ts";
import { readScanChecks } from "#core/db/wallet/scan-checks.ts";
import { listOpenRequests } from "#core/db/wallet/wallet-intents.ts";
import { claimOverdueDeliveries, listPendingDeliveries } from "#core/db/webhooks/deliveries.ts";
import { rearmFailed } from "#core/db/webhooks/delivery-log.ts";
import { recordSuccesses } from "#core/db/webhooks/delivery-outcome.ts";
import {
  listDueEndpoints,
  listForgottenEndpoints,
  listProbeCandidates,
  listWaiting,
  releaseAll,
  releaseOldest,
} from "#core/db/webhooks/probes.ts";
import { anotherIsolate } from "../support/identity-provider.ts";
import { plansOf } from "../support/query-plans.ts";

const db = openDatabase(anotherIsolate());

describe("the sweep's queries", () => {
  it("read overdue intents from payment_intents_open, in its order", async () => {
    const plans = await plansOf(() => listOverdueIntents(db, 1, { expiresAt: 0, id: "" }, 100));

    expect(plans.join("\n")).toContain("payment_intents_open ((expires_at,id)>(?,?)");
    expect(plans.join("\n")).not.toMatch(/SCAN payment_intents(?! USING)|TEMP B-TREE/);
  });

  it("read refunds under way from payment_intents_pending_refunds, in its order", async () => {
    const plans = await plansOf(() => listRefundsUnderWay(db, 1, { updatedAt: 0, id: "" }, 100));

    expect(plans.join("\n")).toContain("payment_intents_pending_refunds (");
    expect(plans.join("\n")).not.toMatch(/SCAN|TEMP B-TREE/);
  });

  it("read due deliveries from events_due, in its order", async () => {
    const plans = await plansOf(() => claimOverdueDeliveries(db, 1, 2, 100));

    expect(plans.join("\n")).toContain("events_due (next_attempt_at");
    expect(plans.join("\n")).not.toMatch(/SCAN events(?! USING)|TEMP B-TREE FOR ORDER BY/);
  });
});

describe("a merchant's deliveries", () => {
  it("are recovered through events_failed", async () => {
    const range = { since: 1, until: 2, after: "" };
    const plans = (await plansOf(() => rearmFailed(db, "merchant-1", range, 1, 100))).join("\n");
    expect(plans).toContain("INDEX events_failed (merchant_id=? AND id>? AND id<?)");
  });

  it("are looked up, and recorded, by the ids of a batch", async () => {
    const sought = await plansOf(() =>
      listPendingDeliveries(db, [{ merchantId: "merchant-1", eventId: "a" }]),
    );
    const recorded = await plansOf(() => recordSuccesses(db, []));
    expect(sought).toContain("SEARCH e USING PRIMARY KEY (merchant_id=? AND id=?)");
    expect(recorded).toContain("SEARCH events USING PRIMARY KEY (merchant_id=? AND id=?)");
    expect([...sought, ...recorded].join("\n")).not.toMatch(/SCAN (?!wanted|success)/);
  });
});

describe("deliveries that wait for a host", () => {
  const host = { merchantId: "merchant-1", origin: "https://shop.test" };

  it.each([
    ["those that may probe it", () => listProbeCandidates(db, host, 100)],
    ["what its recovery releases", () => releaseOldest(db, host, 1, 100)],
    ["what may have moved", () => listWaiting(db, { merchantId: "merchant-1", url: "", eventId: "" }, 500)],
    ["what waits for a host without a row", () => listForgottenEndpoints(db, "merchant-1", "", 100)],
    ["what was abandoned", () => failAbandonedDeliveries(db, "merchant-1", 1, 2, 500)],
    ["the hosts that are due", () => listDueEndpoints(db, 1, { ...host, nextProbeAt: 0 }, 100)],
  ])("are read from events_parked: %s", async (_, run) => {
    const plans = (await plansOf(run)).join("\n");
    expect(plans).toMatch(/INDEX events_parked/);
    expect(plans).not.toMatch(/SCAN e USING COVERING INDEX events_parked$/m);
    expect(plans).not.toMatch(/SCAN (e|events|webhook_endpoints)\b(?! USING)/);
    expect(plans).not.toMatch(/SEARCH e USING PRIMARY KEY \(merchant_id=\?\)/);
  });

  it("are found by their ids when they are released", async () => {
    const plans = (await plansOf(() => releaseAll(db, "merchant-1", ["a", "b"], 1))).join("\n");
    expect(plans).toContain("events USING PRIMARY KEY (merchant_id=? AND id=?)");
  });
});

describe("what a customer's wallet is asked for", () => {
  const pair = { walletId: "wallet-1", merchantId: "merchant-1" };

  it("is checked with two partial indexes and primary keys alone", async () => {
    const plans = (await plansOf(() => readScanChecks(db, pair, 1))).join("\n");
    for (const ended of ["rejections", "withdrawals"])
      expect(plans).toContain(
        `COVERING INDEX payment_intents_${ended} (target_wallet_id=? AND merchant_id=? AND cancelled_at>?)`,
      );
    expect(plans).toContain("blocked_merchants USING PRIMARY KEY (wallet_id=? AND merchant_id=?)");
    expect(plans).not.toMatch(/SCAN (?!rejected|withdrawn|ended)|TEMP B-TREE/);
  });

  it("is found by its merchant with payment_intents_approvals", async () => {
    const plans = (await plansOf(() => listOpenRequests(db, pair.walletId))).join("\n");
    expect(plans).toContain("INDEX payment_intents_approvals (target_wallet_id=?)");
    expect(plans).not.toMatch(/SCAN/);
  });
});
