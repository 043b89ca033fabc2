import { env } from "cloudflare:workers";
import { afterEach, describe, expect, it } from "vitest";
import { settleDue, settleIfDue } from "#core/ledger/settle.ts";
import {
  balances,
  databaseWith,
  db,
  type EmbeddedLedger,
  findImbalances,
  payment,
  refund,
  startLedger,
} from "../support/embedded-ledger.ts";
import { muteLog, repair } from "../support/faults.ts";
import { ledgerRows } from "../support/rows.ts";

async function acceptRefund(ledger: EmbeddedLedger, amount = "10.00") {
  const [wallet, merchant] = [await ledger.openWallet("10.00"), crypto.randomUUID()];
  await ledger.post(payment(wallet, merchant, "10.00"));
  const key = crypto.randomUUID();
  const { status, body } = await ledger.post(refund(merchant, wallet, amount), key);
  expect(status).toBe(201);
  return { wallet, merchant, key, transaction: body };
}

const settledAt = (at: number) => ({ status: "completed", completed_at: new Date(at).toISOString() });

// Leaves nothing due for the sweeps of later tests.
afterEach(async () => {
  repair();
  expect(await findImbalances()).toEqual([]);
  await settleDue(db, Number.MAX_SAFE_INTEGER / 2 ** 10);
});

describe("GET /v1/transactions/{id}", () => {
  it("shows a refund as pending until it is due, then settles it", async () => {
    const ledger = startLedger();
    const { wallet, transaction } = await acceptRefund(ledger);
    const path = `/v1/transactions/${transaction.transaction_id}`;
    ledger.clock.now += 1999;
    expect(await ledger.call("GET", path)).toEqual({ status: 200, body: transaction });
    ledger.clock.now += 1;
    const settled = { ...transaction, ...settledAt(ledger.clock.now) };
    expect(await ledger.call("GET", path)).toEqual({ status: 200, body: settled });
    ledger.clock.now += 1000;
    expect(await ledger.call("GET", path)).toEqual({ status: 200, body: settled });
    expect(await balances(ledger, wallet)).toEqual(["10.00 USD"]);
  });

  it("returns 404 for an unknown transaction", async () => {
    expect(await startLedger().call("GET", `/v1/transactions/${crypto.randomUUID()}`)).toEqual({
      status: 404,
      body: { error: "not_found" },
    });
  });
});

describe("GET /v1/transactions?idempotency_key=", () => {
  it("settles a refund whose settlement could not be scheduled, for which no response has waited", async () => {
    muteLog();
    const sending = Promise.withResolvers<void>();
    const ledger = startLedger({ scheduleSettlement: () => sending.promise });
    const { key } = await acceptRefund(ledger);
    sending.reject(new Error("queue is down"));
    ledger.clock.now += 2000;
    expect(await ledger.call("GET", `/v1/transactions?idempotency_key=${key}`)).toMatchObject({
      body: { transactions: [{ status: "completed" }] },
    });
  });
});

describe("settleIfDue", () => {
  it("settles once under 10 parallel calls", async () => {
    const ledger = startLedger();
    const { wallet, transaction } = await acceptRefund(ledger, "4.00");
    const now = ledger.clock.now + 2000;
    const responses = await Promise.all(
      Array.from({ length: 10 }, () => settleIfDue(db, transaction.transaction_id, now)),
    );
    expect(responses).toEqual(Array(10).fill({ ...transaction, ...settledAt(now) }));
    expect(await balances(ledger, wallet)).toEqual(["4.00 USD"]);
    const entries = await ledgerRows.all(
      "SELECT line FROM ledger_entries WHERE transaction_id = ? ORDER BY line",
      transaction.transaction_id,
    );
    expect(entries.map(({ line }) => line)).toEqual([1, 2, 3, 4]);
  });

  it("settles once when the reply is lost and the call is repeated", async () => {
    const ledger = startLedger();
    const { wallet, transaction } = await acceptRefund(ledger);
    const losingReplies = databaseWith(async (statements) => {
      await env.DB.batch(statements);
      throw new Error("D1_ERROR: Network connection lost.");
    });
    const now = ledger.clock.now + 2000;
    await expect(settleIfDue(losingReplies, transaction.transaction_id, now)).rejects.toThrow("lost");
    expect(await settleIfDue(db, transaction.transaction_id, now)).toMatchObject({ status: "completed" });
    expect(await balances(ledger, wallet)).toEqual(["10.00 USD"]);
  });
});

describe("settleDue", () => {
  it("settles due refunds, longest overdue first, a page at a time", async () => {
    const ledger = startLedger();
    const ids: string[] = [];
    for (let index = 0; index < 4; index++) {
      const { transaction } = await acceptRefund(ledger);
      ids.push(transaction.transaction_id);
      ledger.clock.now += 1000;
    }
    const now = ledger.clock.now;
    const sweep = async () => (await settleDue(db, now, 2)).map(({ transaction_id }) => transaction_id);
    expect(await sweep()).toEqual(ids.slice(0, 2));
    expect(await sweep()).toEqual(ids.slice(2, 3));
    expect(await sweep()).toEqual([]);
  });

  it("settles the others when one fails", async () => {
    muteLog();
    const ledger = startLedger();
    const [first, second] = [await acceptRefund(ledger), await acceptRefund(ledger)];
    let failures = 1;
    const failing = databaseWith((statements) =>
      failures-- > 0 ? Promise.reject(new Error("D1_ERROR: overloaded")) : env.DB.batch<never>(statements),
    );
    const settled = await settleDue(failing, ledger.clock.now + 2000);
    expect(settled).toHaveLength(1);
    expect([first, second].map(({ transaction }) => transaction.transaction_id)).toContain(
      settled[0]?.transaction_id,
    );
  });

  it("finds due refunds through the index", async () => {
    const query = "SELECT id FROM ledger_transactions WHERE settles_at <= ? ORDER BY settles_at LIMIT ?";
    const plan = await ledgerRows.all(`EXPLAIN QUERY PLAN ${query}`, 1, 1);
    expect(plan.map(({ detail }) => detail)).toEqual([
      "SEARCH ledger_transactions USING COVERING INDEX ledger_transactions_due (settles_at<?)",
    ]);
  });
});
