// What the adapter makes of Formance Ledger: one test for each way in which that differs from this service's own contract.
import { describe, expect, it } from "vitest";
import type { IntentTransfer, LedgerTransfer, MovementTransferKind } from "#core/domain/ledger.ts";
import { err, ok } from "#core/domain/result.ts";
import type { Fetch } from "#core/lib/fetch-json.ts";
import { createFormanceLedger } from "#parts/formance/adapters/ledger-formance.ts";
import { muteLog, useMutedLog } from "../../../support/faults.ts";
import { FORMANCE_TOKEN, StandInFormance } from "../../../support/stand-in-formance.ts";

const NOW = Date.parse("2026-11-25T12:00:00.000Z");
const declined = (reason: string) => ({ outcome: "declined", reason });

useMutedLog();

function start(wrap: (fetch: Fetch) => Fetch = (fetch) => fetch) {
  const formance = new StandInFormance(() => NOW);
  const fetch = wrap(formance.fetch);
  const options = { fetch, baseUrl: "https://formance.test/v2/main", tokens: [FORMANCE_TOKEN] };
  return { formance, ledger: createFormanceLedger(options) };
}

function payment(change: Partial<IntentTransfer> = {}): LedgerTransfer {
  return {
    ...{ kind: "payment", key: "payment:intent-1:1", fromAccountId: "wallet-1", toAccountId: "merchant-1" },
    ...{ amountMinor: 1250, currency: "USD", description: "Coffee", paymentIntentId: "intent-1" },
    ...change,
  };
}

const refund = (change: Partial<IntentTransfer> = {}) =>
  payment({
    kind: "refund",
    key: "refund:intent-1:1",
    fromAccountId: "merchant-1",
    toAccountId: "wallet-1",
    ...change,
  });

const movement = (
  kind: MovementTransferKind,
  fromAccountId: string,
  toAccountId: string,
): LedgerTransfer => ({
  ...{ kind, key: `${kind}:movement-1`, fromAccountId, toAccountId, movementId: "movement-1" },
  ...{ amountMinor: 1250, currency: "USD", description: "" },
});

describe("Formance Ledger", () => {
  it("knows wallets and merchants by their prefixes, and is posted minor units of an asset", async () => {
    const { formance, ledger } = start();
    formance.fund("wallets:wallet-1", 2000);
    expect(await ledger.transfer(payment())).toEqual({ outcome: "settled", transactionId: "2" });
    expect(formance.received).toEqual([
      {
        path: "/v2/main/transactions",
        key: "payment:intent-1:1",
        body: {
          reference: "payment:intent-1:1",
          postings: [
            { source: "wallets:wallet-1", destination: "merchants:merchant-1", amount: 1250, asset: "USD/2" },
          ],
          metadata: {
            ...{ transaction_type: "payment", description: "Coffee" },
            ...{ payment_intent_id: "intent-1", operation_key: "payment:intent-1:1" },
          },
        },
      },
    ]);
  });

  it.each([
    ["a currency without an asset", { currency: "XXQ" }],
    ["an id that would match other accounts", { fromAccountId: "" }],
    ["an id that is an address", { toAccountId: "merchant-1:fees" }],
  ])("is sent nothing with %s", async (_, change) => {
    const { formance, ledger } = start();
    expect(await ledger.transfer(payment(change))).toEqual({ outcome: "rejected" });
    expect(formance.sent).toBe(0);
  });

  it("logs the status with which it was refused", async () => {
    const log = muteLog();
    const { ledger } = start(
      () => async (_, init) =>
        init?.method === "POST" ? Response.json({}, { status: 403 }) : Response.json({ data: {} }),
    );
    expect(await ledger.transfer(payment())).toEqual({ outcome: "rejected" });
    expect(JSON.parse(log.at(-1) ?? "")).toMatchObject({ event: "transfer_rejected", status: 403 });
  });

  it("pays no unknown wallet, and knows one once it is opened or used", async () => {
    const { formance, ledger } = start();
    formance.fund("merchants:merchant-1", 5000);
    expect(await ledger.transfer(payment())).toEqual(declined("account_not_found"));
    expect(await ledger.transfer(refund())).toEqual(declined("account_not_found"));
    expect(await ledger.findBalances("wallet-1")).toBeNull();
    await ledger.openWallet("wallet-1");
    await ledger.openWallet("wallet-1");
    expect(formance.received.filter(({ path }) => path.endsWith("/metadata"))).toHaveLength(1);
    expect(await ledger.findBalances("wallet-1")).toEqual([]);
    expect(await ledger.transfer(refund())).toEqual(declined("account_not_found"));
    const next = await ledger.transfer(refund({ key: "refund:intent-1:2" }));
    // Final at once: there is nothing to report. What was sent again under its key has used up a number.
    expect(next).toEqual({ outcome: "settled", transactionId: "5" });
    expect(await ledger.findTransfer("5")).toEqual(next);
  });

  it("is asked for a key by its reference, declines included", async () => {
    const { formance, ledger } = start();
    expect(await ledger.findByKey("payment:intent-1:1")).toEqual(ok(null));
    await ledger.openWallet("wallet-1");
    await ledger.transfer(payment());
    formance.fund("wallets:wallet-1", 1250);
    await ledger.transfer(payment({ key: "payment:intent-1:2" }));
    const { key, description, ...rest } = payment();
    const report = { ...rest, operationKey: key };
    expect(await ledger.findByKey(key)).toEqual(
      ok({ ...report, transactionId: "1", result: declined("insufficient_funds") }),
    );
    const paid = { ...report, operationKey: "payment:intent-1:2", transactionId: "3" };
    const found = { ...paid, result: { outcome: "settled", transactionId: "3" } };
    expect(await ledger.findByKey("payment:intent-1:2")).toEqual(ok(found));
    expect(await ledger.findById("3")).toEqual(found);
    for (const id of ["1", "99", "tx-1", "03", "9".repeat(22)]) expect(await ledger.findById(id)).toBeNull();
  });

  it("lists a history by numbers of pages, and behind a transaction", async () => {
    const { formance, ledger } = start();
    formance.fund("wallets:wallet-1", 2500);
    await ledger.transfer(payment());
    await ledger.transfer(payment({ key: "payment:intent-2:1", amountMinor: 9999 }));
    const line = {
      ...{ transaction_id: "2", transaction_type: "payment", status: "completed", description: "Coffee" },
      ...{ amount: "12.50", currency: "USD", from_account_id: "wallet-1", to_account_id: "merchant-1" },
      metadata: { payment_intent_id: "intent-1", operation_key: "payment:intent-1:1" },
      ...{ created_at: new Date(NOW).toISOString(), completed_at: new Date(NOW).toISOString() },
    };
    expect(await ledger.listTransactions("merchant-1", 1, 20)).toEqual({ transactions: [line], total: 1 });
    expect(await ledger.listTransactions("wallet-1", 1, 1)).toEqual({ transactions: [line], total: 2 });
    const { transactions } = await ledger.listTransactions("wallet-1", 2, 1);
    expect(transactions).toMatchObject([
      { transaction_id: "1", transaction_type: "transfer", amount: "25.00" },
    ]);
    expect(await ledger.listBefore("wallet-1", "2", 20)).toEqual(ok({ transactions, total: 2 }));
    for (const id of ["tx-1", "9".repeat(22)])
      expect(await ledger.listBefore("wallet-1", id, 20)).toEqual(err("unsupported"));
    expect(await ledger.listTransactions("nobody", 1, 20)).toEqual({ transactions: [], total: 0 });
  });

  it("shows the balances that this service can move", async () => {
    const { formance, ledger } = start();
    for (const asset of ["USD/2", "JPY/0", "EUR/4"]) formance.fund("wallets:wallet-1", 1250, asset);
    expect(await ledger.findBalances("wallet-1")).toEqual([
      { currency: "USD", amountMinor: 1250n },
      { currency: "JPY", amountMinor: 1250n },
    ]);
    const { transactions } = await ledger.listTransactions("wallet-1", 1, 1);
    expect(transactions).toMatchObject([{ currency: "EUR", amount: "0.1250" }]);
  });

  it("has the float as world, whose history is without the keys that were used up", async () => {
    const { formance, ledger } = start();
    await ledger.openWallet("wallet-1");
    expect(await ledger.transfer(movement("pay_out", "wallet-1", "float"))).toEqual(
      declined("insufficient_funds"),
    );
    expect(await ledger.transfer(movement("top_up", "float", "wallet-1"))).toMatchObject({
      outcome: "settled",
    });
    expect(formance.balanceOf("world")).toBe(-1250);
    const { transactions, total } = await ledger.listTransactions("float", 1, 20);
    expect(transactions).toMatchObject([
      { transaction_type: "top_up", from_account_id: "float", metadata: { movement_id: "movement-1" } },
    ]);
    expect(total).toBe(1);
    expect(await ledger.findByKey("top_up:movement-1")).toMatchObject(
      ok({ kind: "top_up", operationKey: "top_up:movement-1", toAccountId: "wallet-1" }),
    );
    expect(await ledger.hasMoved("top_up:movement-1")).toBe(true);
    expect(await ledger.hasMoved("top_up:movement-2")).toBe(false);
    expect(await ledger.hasMoved("pay_out:movement-1")).toBe(false);
  });

  it("voids a key by using it up, for ever, and leaves one that has moved money", async () => {
    const { formance, ledger } = start();
    formance.fund("wallets:wallet-1", 9000);
    for (let repeat = 0; repeat < 2; repeat++) expect(await ledger.voidKey(payment())).toEqual(ok(true));
    expect(await ledger.transfer(payment())).toEqual(declined("not_executed"));
    const other = payment({ key: "payment:intent-1:2" });
    expect(await ledger.transfer(other)).toMatchObject({ outcome: "settled" });
    expect(await ledger.voidKey(other)).toEqual(ok(false));
    expect(await ledger.voidKey(payment({ key: other.key, fromAccountId: "wallet-2" }))).toEqual(ok(false));
  });

  it("adds up what it owes, and reads again what was not of one moment", async () => {
    const areWalletsRead = Promise.withResolvers<void>();
    const { formance, ledger } = start((fetch) => async (url, init) => {
      // Between the two reads, someone is given money.
      if (url.includes("world")) await areWalletsRead.promise;
      if (url.includes("world") && formance.entries.length === 3) formance.fund("wallets:wallet-2", 100);
      const response = await fetch(url, init);
      if (url.includes("wallets")) areWalletsRead.resolve();
      return response;
    });
    formance.fund("wallets:wallet-1", 2000);
    formance.fund("wallets:wallet-1", 300, "JPY/0");
    await ledger.transfer(payment());
    const none = { merchantsMinor: 0n, inFlightMinor: 0n };
    const totals = [
      { currency: "USD", floatMinor: 2100n, walletsMinor: 850n, merchantsMinor: 1250n, inFlightMinor: 0n },
      { currency: "JPY", floatMinor: 300n, walletsMinor: 300n, ...none },
    ];
    const before = formance.sent;
    expect(await ledger.findTotals()).toEqual(ok(totals));
    expect(formance.sent - before).toBe(6);
    formance.fund("fees", 1);
    const [first, second] = totals;
    expect(await ledger.findTotals()).toEqual(ok([{ ...first, floatMinor: 2101n }, second]));
  });

  it("is read exactly, however large its numbers are", async () => {
    const large = 2n ** 60n + 1n;
    const { formance, ledger } = start((fetch) => async (url, init) => {
      const response = await fetch(url, init);
      const text = (await response.text()).replaceAll("77001", String(large));
      return new Response(response.status === 204 ? null : text, response);
    });
    for (const asset of ["USD/2", "ETH/18"]) formance.fund("wallets:wallet-1", 77001, asset);
    const total = { currency: "USD", floatMinor: large, walletsMinor: large };
    expect(await ledger.findTotals()).toMatchObject({ value: [total] });
    expect(await ledger.findBalances("wallet-1")).toEqual([{ currency: "USD", amountMinor: large }]);
    const { transactions } = await ledger.listTransactions("wallet-1", 1, 2);
    expect(transactions).toMatchObject([
      { currency: "ETH", amount: "1.152921504606846977" },
      { currency: "USD", amount: "11529215046068469.77" },
    ]);
  });

  it("is not believed when it does not respond as expected", async () => {
    const { formance, ledger } = start();
    formance.mishapOf = () => ({ kind: "lost" });
    expect(await ledger.transfer(payment())).toEqual({ outcome: "unknown" });
    expect(await ledger.findTransfer("1")).toEqual({ outcome: "unknown" });
    await expect(ledger.findBalances("wallet-1")).rejects.toThrow("the ledger did not respond as expected");
    await expect(ledger.findByKey("payment:intent-1:1")).rejects.toThrow();
  });
});
