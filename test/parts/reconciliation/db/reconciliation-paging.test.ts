// The reconciliation of many merchants and of a growing ledger: nothing is missed or repeated between pages.

import { env } from "cloudflare:workers";
import { afterEach, describe, expect, vi } from "vitest";
import { uuidSince } from "#core/db/webhooks/time-ordered-id.ts";
import type { CheckCursor, Finding } from "#core/domain/reconciliation/reconciliation.ts";
import { CHECK_START } from "#core/domain/reconciliation/reconciliation.ts";
import { err } from "#core/domain/result.ts";
import { HOME } from "#core/domain/shards/cells.ts";
import { reconcile } from "#parts/reconciliation/services/reconciliation.ts";
import { MINUTE, moveClock } from "../../../support/clock.ts";
import { repair } from "../../../support/faults.ts";
import { pay, published } from "../../../support/objects.ts";
import { rowsReadBy } from "../../../support/query-plans.ts";
import { useReconciliation } from "../../../support/reconciliation.ts";
import { ledgerRows, rowsOf, sharedRows } from "../../../support/rows.ts";
import { it } from "../../../support/seeded-it.ts";
import { deps, seedIntent, seedMerchant, seedWallet } from "../../../support/seeds.ts";

useReconciliation();
afterEach(async () => {
  repair();
  await sharedRows.run("DELETE FROM merchants WHERE business_name = 'Quiet'");
});

function page(cursor: CheckCursor | null, limit: number) {
  return reconcile(deps, { from: null, to: null, stuckAfterMs: 10 * MINUTE, cursor, limit });
}

/** All findings of a check, and of those that its last page has reached. `between` runs after each page. */
async function walk(check: string, limit: number, between: () => Promise<void> = async () => {}) {
  const found: Finding[] = [];
  let cursor: CheckCursor | null = { check, place: HOME, position: CHECK_START };
  while (cursor?.check === check) {
    const { findings, next }: Awaited<ReturnType<typeof reconcile>> = await page(cursor, limit);
    found.push(...findings);
    cursor = next;
    await between();
  }
  return found;
}

/** Merchants that have nothing, with ids that sort before all others. */
async function seedQuietMerchants(count: number): Promise<void> {
  await sharedRows.run(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1)
     INSERT INTO merchants (id, email, business_name, status, idp_client_id, webhook_events, webhook_secret, created_at,
       updated_at)
     SELECT printf('00000000-0000-4000-8000-%012d', i), i || '@shop.test', 'Quiet', 'active', '', '[]', '', 0, 0 FROM n`,
    count,
  );
}

async function seedPaidIntent(merchantId: string) {
  const intent = await seedIntent(merchantId);
  await pay(intent.id, await seedWallet());
  await published(intent.id);
  return intent;
}

/** One more transaction of the merchant, which is no one's payment. */
async function copyTransaction(merchantId: string, id: string, createdAt: number): Promise<void> {
  const copy = `INSERT INTO ledger_transactions
    SELECT ?2, ?2, transaction_type, status, NULL, from_account_id, to_account_id, amount_minor, currency, description,
      '{}', ?3, ?3, NULL FROM ledger_transactions WHERE to_account_id = ?1 LIMIT 1`;
  await ledgerRows.run(copy, merchantId, id, createdAt);
}

describe("the reconciliation", () => {
  it("gets past merchants without intents, a bounded number at a time", async () => {
    await seedQuietMerchants(1_200);
    const intent = await seedPaidIntent((await seedMerchant()).id);
    await rowsOf(intent.id).run("DELETE FROM events WHERE intent_id = ?", intent.id);
    moveClock(11 * MINUTE);
    vi.spyOn(deps.ledger, "listTransactions").mockResolvedValue({ transactions: [], total: 0 });

    const first = { check: "intent_events", place: HOME, position: CHECK_START } as const;
    expect(await rowsReadBy(() => page(first, 100))).toBeLessThan(2_500);
    expect((await page(first, 100)).next?.check).toBe("intent_events");
    expect((await walk("intent_events", 100)).map(({ paymentIntentId }) => paymentIntentId)).toEqual([
      intent.id,
    ]);
  });

  it("finds the failed deliveries of every merchant, in pages of any size", async () => {
    const at = Date.now();
    const eventIds = Array.from(
      { length: 50 },
      (_, index) => `${uuidSince(at)}-7000-8000-${String(index).padStart(12, "0")}`,
    );
    const insert =
      env.DB.prepare(`INSERT INTO events (merchant_id, id, intent_id, sequence, type, actor, payload,
      created_at, delivery_status, attempts, ended_at) VALUES (?, ?, 'i', 1, 't', 'a', '{}', ?, 'failed', 12, ?)`);
    // Two for each of 25 merchants.
    await env.DB.batch(eventIds.map((id, index) => insert.bind(`merchant-${index % 25}`, id, at, at)));
    moveClock(11 * MINUTE);
    vi.spyOn(deps.ledger, "listTransactions").mockResolvedValue({ transactions: [], total: 0 });

    for (const limit of [1, 7, 100]) {
      const found = (await walk("failed_deliveries", limit)).filter(({ kind }) => kind === "delivery_failed");
      expect(found.map(({ eventId }) => eventId).toSorted()).toEqual(eventIds);
    }
  });

  it("finds every shared transaction, of every merchant, in pages of any size", async () => {
    const merchants = [await seedMerchant(), await seedMerchant()];
    for (const { id } of merchants) {
      for (const transaction of ["tx-1", "tx-1", "tx-2", "tx-2", "tx-3"]) {
        const intent = await seedPaidIntent(id);
        await rowsOf(id).run(
          "UPDATE payment_intents SET payment_ledger_tx_id = ? WHERE id = ?",
          transaction,
          intent.id,
        );
      }
    }
    moveClock(11 * MINUTE);
    vi.spyOn(deps.ledger, "listTransactions").mockResolvedValue({ transactions: [], total: 0 });
    vi.spyOn(deps.ledger, "findById").mockResolvedValue(null);
    const shared = merchants.flatMap(({ id }) => [`${id} tx-1`, `${id} tx-2`]).toSorted();

    for (const limit of [1, 2, 3, 100]) {
      const found = (await walk("shared_transactions", limit)).filter(
        ({ kind }) => kind === "transaction_shared",
      );
      expect(found.map(({ merchantId, transactionId }) => `${merchantId} ${transactionId}`)).toEqual(shared);
    }
  });

  it("searches for every payment whose transaction id is not known, few of them per page", async ({
    merchant,
  }) => {
    const ids = [];
    for (let count = 0; count < 5; count++) ids.push((await seedPaidIntent(merchant.id)).id);
    await rowsOf(merchant.id).run(
      "UPDATE payment_intents SET payment_ledger_tx_id = NULL WHERE merchant_id = ?",
      merchant.id,
    );
    await ledgerRows.run("DELETE FROM ledger_transactions WHERE to_account_id = ?", merchant.id);
    moveClock(11 * MINUTE);
    const asked = vi.spyOn(deps.ledger, "listTransactions");

    await page({ check: "ledger_payments", place: HOME, position: CHECK_START }, 100);
    expect(asked.mock.calls.length).toBeLessThan(10);
    const found = (await walk("ledger_payments", 100)).filter(({ kind }) => kind === "payment_not_settled");
    expect(found.map(({ paymentIntentId }) => paymentIntentId).toSorted()).toEqual(ids.toSorted());
  });

  // New transactions move everything on meanwhile.
  it.for([
    { how: "behind what it has seen", isPaged: false },
    { how: "by pages where it has to", isPaged: true },
  ])("goes on with a growing history $how", async ({ isPaged }, { merchant, wallet }) => {
    if (isPaged) vi.spyOn(deps.ledger, "listBefore").mockResolvedValue(err("unsupported"));
    const asked = vi.spyOn(deps.ledger, "listTransactions");
    let copies = 0;
    const copy = async (count: number) => {
      for (const end = copies + count; copies < end; copies++) {
        await copyTransaction(merchant.id, `${merchant.id}-${copies}`, moveClock(1));
      }
    };
    const ids = Array.from({ length: 4 }, () => crypto.randomUUID());
    for (const paymentIntentId of ids) {
      moveClock(1);
      const accounts = { fromAccountId: wallet, toAccountId: merchant.id };
      const payment = {
        ...accounts,
        kind: "payment",
        amountMinor: 1,
        currency: "USD",
        description: "",
      } as const;
      await deps.ledger.transfer({ ...payment, key: `payment:${paymentIntentId}:1`, paymentIntentId });
      // The last one stays the newest: it is still on the first page when the second newest has left it.
      if (paymentIntentId !== ids.at(-1)) await copy(50);
    }
    moveClock(11 * MINUTE);
    const addToHistory = () => copy(copies < 300 ? 30 : 0);

    const found = (await walk("ledger_history", 1, addToHistory)).filter(
      ({ merchantId }) => merchantId === merchant.id,
    );

    // It is at least four times; how often depends on the merchants that come after this one.
    expect(copies).toBeGreaterThanOrEqual(270);
    expect(found.map(({ paymentIntentId }) => paymentIntentId)).toEqual(ids.toReversed());
    expect(asked.mock.calls.some(([account, page]) => account === merchant.id && page > 1)).toBe(isPaged);
  });
});
