// A page of the reconciliation reads few rows, however many intents there are.

import { beforeAll, describe, expect, it, vi } from "vitest";
import { CHECK_START } from "#core/domain/reconciliation/reconciliation.ts";
import {
  listComparedIntents,
  listIntentEvents,
  listSharedTransactions,
} from "#parts/reconciliation/db/reconciled-intents.ts";
import {
  listFailedDeliveries,
  listOverdueDeliveries,
  listOverdueIntents,
  listPendingRefunds,
  listUnfinishedWork,
  listWaitingEndpoints,
  nextMerchantWithFailures,
} from "#parts/reconciliation/db/stuck-work.ts";
import { reconcile } from "#parts/reconciliation/services/reconciliation.ts";
import { HOUR } from "../../../support/clock.ts";
import { MANY, seedPaidIntents } from "../../../support/many-rows.ts";
import { plansOf, rowsReadBy } from "../../../support/query-plans.ts";
import { sharedRows } from "../../../support/rows.ts";
import { db, deps, seedMerchant } from "../../../support/seeds.ts";

const ALL_TIME = { from: 0, to: Number.MAX_SAFE_INTEGER };
let merchantId: string;

beforeAll(async () => {
  merchantId = (await seedMerchant({ webhookUrl: "https://shop.test/hook", updatedAt: 0 })).id;
  await seedPaidIntents(merchantId);
});

async function setEvents(assignments: string, condition = "TRUE"): Promise<void> {
  await sharedRows.run(`UPDATE events SET ${assignments} WHERE ${condition}`);
}

describe("the lists of stuck work", () => {
  const period = { ...ALL_TIME, after: "" };
  it.each([
    ["unfinished_work_since", () => listUnfinishedWork(db, "payment", 1, CHECK_START, 10)],
    ["payment_intents_open", () => listOverdueIntents(db, 1, CHECK_START, 10)],
    ["payment_intents_pending_refunds", () => listPendingRefunds(db, 1, CHECK_START, 10)],
    ["events_due", () => listOverdueDeliveries(db, 1, CHECK_START, 10)],
    ["events_parked", () => listWaitingEndpoints(db, CHECK_START, 10)],
    ["events_failed", () => listFailedDeliveries(db, "merchant-1", period, 10)],
    ["events_failed", () => nextMerchantWithFailures(db, "")],
  ])("are read from %s, in its order", async (index, run) => {
    const plans = (await plansOf(run)).join("\n");
    expect(plans).toContain(`INDEX ${index} (`);
    expect(plans).not.toMatch(/SCAN (payment_intents|events|unfinished_work)|TEMP B-TREE/);
  });

  it("skip the deliveries that wait for the same address", async () => {
    const waiting = "delivery_status = 'pending', parked_url = 'https://shop.test/hook'";
    await setEvents(waiting, `merchant_id = '${merchantId}'`);
    const rows = await rowsReadBy(() => listWaitingEndpoints(db, CHECK_START, 20));
    await setEvents("delivery_status = 'delivered', parked_url = NULL");

    expect(rows).toBeLessThan(20);
  });
});

describe("the intents of a period", () => {
  it.each([
    ["with their payments", "list (merchant_id=? AND status=?", "completed", listComparedIntents],
    ["with their refunds", "by_refund (merchant_id=? AND refund_status=?", "refunded", listComparedIntents],
    ["with their events", "list (merchant_id=? AND status=?", "completed", listIntentEvents],
  ] as const)("are read merchant by merchant, without sorting: %s", async (_, index, part, list) => {
    const read = list as typeof listComparedIntents;
    const plans = (await plansOf(() => read(db, part, { ...ALL_TIME, after: CHECK_START }, 10))).join("\n");
    expect(plans).toMatch(/SEARCH m USING PRIMARY KEY/);
    expect(plans).toContain(`payment_intents_${index} AND created_at>? AND created_at<?)`);
    expect(plans).not.toMatch(/SCAN (i|e|m)\b|TEMP B-TREE/);
  });

  it("cost the same on the first page and in the middle", async () => {
    const page = async (after: typeof CHECK_START) =>
      await rowsReadBy(() => listIntentEvents(db, "completed", { ...ALL_TIME, after }, 100));
    const { next } = await listComparedIntents(
      db,
      "completed",
      { ...ALL_TIME, after: CHECK_START },
      MANY / 2,
    );

    expect(await page(CHECK_START)).toBeLessThan(1_000);
    expect(await page(next ?? CHECK_START)).toBeLessThan(1_000);
  });

  it("are few rows as well when there are no events", async () => {
    await setEvents("intent_id = 'another'");
    const rows = await rowsReadBy(() =>
      listIntentEvents(db, "completed", { ...ALL_TIME, after: CHECK_START }, 100),
    );

    expect(rows).toBeLessThan(1_000);
  });
});

describe("the transactions that several intents have", () => {
  it("are found among a merchant's payments and refunds of the period, and by the keys of the claims", async () => {
    const period = { from: 1, to: 2, after: "" };
    const plans = (await plansOf(() => listSharedTransactions(db, merchantId, period, 10))).join("\n");
    for (const index of [
      "list (merchant_id=? AND status=?",
      "by_refund (merchant_id=? AND refund_status=?",
    ]) {
      expect(plans).toContain(`payment_intents_${index} AND created_at>? AND created_at<?)`);
    }
    expect(plans).toContain("SEARCH c USING PRIMARY KEY (transaction_id=?)");
    expect(plans).not.toMatch(/SCAN (payment_intents|i|c)\b/);
  });
});

describe("a page of the whole reconciliation", () => {
  it("reads at most 2,000 rows of a table with many paid intents", async () => {
    vi.spyOn(deps.ledger, "findById").mockResolvedValue(null);
    const query = { from: null, to: null, stuckAfterMs: HOUR / 6, cursor: null, limit: 100 };
    const first = await reconcile(deps, query);
    expect(first.next).not.toBeNull();
    vi.restoreAllMocks();

    expect(await rowsReadBy(() => reconcile(deps, query))).toBeLessThan(2_000);
    const second = { ...query, cursor: first.next };
    expect(await rowsReadBy(() => reconcile(deps, second))).toBeLessThan(2_000);
  });
});
