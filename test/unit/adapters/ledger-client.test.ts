import { describe, expect, it } from "vitest";
import { DependencyError } from "#core/domain/dependency-error.ts";
import { err, ok } from "#core/domain/result.ts";
import type { Fetch } from "#core/lib/fetch-json.ts";
import {
  clientOf,
  returning,
  startLedger,
  TOKEN,
  TRANSACTION,
  TRANSFER,
} from "../../support/embedded-ledger.ts";
import { useMutedLog } from "../../support/faults.ts";

/** Responses from which the result cannot be known. */
const UNUSABLE: [string, Fetch][] = [
  ["never comes", () => new Promise(() => undefined)],
  ["is a network failure", () => Promise.reject(new Error("connection refused"))],
  ["is a 500", async () => Response.json({ error: "internal_error" }, { status: 500 })],
  ["is a 429", async () => Response.json({ error: "slow_down" }, { status: 429 })],
  ["is a redirect", async () => new Response(null, { status: 302, headers: { Location: "https://else" } })],
  ["is HTML", async () => new Response("<html>", { headers: { "Content-Type": "text/html" } })],
  ["is empty", async () => new Response(null)],
  ["is huge", async () => Response.json({ ...TRANSACTION, description: "x".repeat(2_000_000) })],
  ["is another thing", async () => Response.json({ status: "completed" })],
  ["has an unknown status", async () => Response.json({ ...TRANSACTION, status: "processing" })],
];

const logged = useMutedLog();

describe("transfer", () => {
  it("posts the transfer under its key", async () => {
    const calls: Request[] = [];
    const ledger = clientOf(async (input, init) => {
      calls.push(new Request(input, init));
      return Response.json(TRANSACTION, { status: 201 });
    });
    expect(await ledger.transfer(TRANSFER)).toEqual({ outcome: "settled", transactionId: "tx-1" });
    const [request] = calls;
    expect(calls).toHaveLength(1);
    expect(`${request?.method} ${request?.url}`).toBe("POST https://ledger.test/v1/transactions");
    expect(request?.headers.get("Authorization")).toBe(`Bearer ${TOKEN}`);
    expect(request?.headers.get("Idempotency-Key")).toBe(TRANSFER.key);
    expect(await request?.json()).toEqual({
      transaction_type: "payment",
      from_account_id: "wallet-1",
      to_account_id: "merchant-1",
      amount: "12.50",
      currency: "USD",
      description: "Coffee",
      metadata: { payment_intent_id: "intent-1", operation_key: "payment:intent-1:1" },
    });
  });

  it.each([
    ["settled", 201, TRANSACTION, { outcome: "settled", transactionId: "tx-1" }],
    ["settled", 200, { ...TRANSACTION, amount: "12.5" }, { outcome: "settled", transactionId: "tx-1" }],
    ["pending", 201, { ...TRANSACTION, status: "pending" }, { outcome: "pending", transactionId: "tx-1" }],
    ["declined", 422, { error: "insufficient_funds" }, { outcome: "declined", reason: "insufficient_funds" }],
    ["declined", 422, { error: "account_not_found" }, { outcome: "declined", reason: "account_not_found" }],
    ["declined", 422, { error: "currency_mismatch" }, { outcome: "declined", reason: "currency_mismatch" }],
    [
      "declined",
      200,
      { ...TRANSACTION, status: "failed", failure_reason: "account_not_found" },
      { outcome: "declined", reason: "account_not_found" },
    ],
    [
      "declined",
      200,
      { ...TRANSACTION, status: "failed", failure_reason: "moon phase" },
      { outcome: "declined", reason: "insufficient_funds" },
    ],
  ])("is %s after a %i with %j", async (_, status, body, result) => {
    expect(await returning(status, body).transfer(TRANSFER)).toEqual(result);
    expect(logged).toEqual([]);
  });

  it.each(UNUSABLE)("is unknown, and logged, when the response %s", async (_, fetch) => {
    expect(await clientOf(fetch, 200).transfer(TRANSFER)).toEqual({ outcome: "unknown" });
    expect(logged).toEqual([expect.stringContaining(TRANSFER.key)]);
  });

  it.each([
    [400, { error: "invalid_request" }],
    [401, { error: "unauthorized" }],
    [403, null],
    [404, { error: "insufficient_funds" }],
    [422, { error: "unprocessable" }],
  ])("is rejected, and logged, for a %i with %j", async (status, body) => {
    expect(await returning(status, body).transfer(TRANSFER)).toEqual({ outcome: "rejected" });
    const line = JSON.parse(logged[0] ?? "");
    expect(line).toMatchObject({ event: "transfer_rejected", key: TRANSFER.key, status });
  });

  it.each([
    [201, { ...TRANSACTION, amount: "12.51" }],
    [201, { ...TRANSACTION, amount: "1250" }],
    [201, { ...TRANSACTION, amount: "12.505" }],
    [201, { ...TRANSACTION, amount: 12.5 }],
    [201, { ...TRANSACTION, currency: "EUR" }],
    [201, { ...TRANSACTION, from_account_id: "merchant-1", to_account_id: "wallet-1" }],
    [201, { ...TRANSACTION, status: "failed", to_account_id: "merchant-2" }],
  ])("is unknown, and logged, for a %i with %j", async (status, body) => {
    expect(await returning(status, body).transfer(TRANSFER)).toEqual({ outcome: "unknown" });
    expect(logged).toHaveLength(1);
  });
});

describe("findTransfer", () => {
  it.each([
    ["completed", { outcome: "settled", transactionId: "tx-1" }],
    ["pending", { outcome: "pending", transactionId: "tx-1" }],
    ["failed", { outcome: "declined", reason: "insufficient_funds" }],
  ])("reads %s", async (status, result) => {
    expect(await returning(200, { ...TRANSACTION, status }).findTransfer("tx-1")).toEqual(result);
  });

  it.each([
    ...UNUSABLE,
    ["is a 404", async () => Response.json({ error: "not_found" }, { status: 404 })],
    ["is another transaction", async () => Response.json({ ...TRANSACTION, transaction_id: "tx-2" })],
  ] satisfies typeof UNUSABLE)("is unknown when the response %s", async (_, fetch) => {
    expect(await clientOf(fetch, 200).findTransfer("tx-1")).toEqual({ outcome: "unknown" });
    expect(logged).toHaveLength(1);
  });
});

describe("reads", () => {
  it("pass a history on with this service's fields and no others", async () => {
    const { description, metadata, completed_at, ...rest } = TRANSACTION;
    const sent = [
      { ...rest, internal_note: "x", failure_reason: "x" },
      { ...rest, description: null },
    ];
    const ledger = returning(200, { transactions: sent, total: 2, page: 1 });
    const line = { ...rest, description: "", metadata: {}, completed_at: null };
    expect(await ledger.listTransactions("a", 1, 20)).toEqual({ transactions: [line, line], total: 2 });
  });

  // The last is valid here: a history shows any status of the ledger.
  it.each(UNUSABLE.slice(0, -1))("throw DependencyError when the response %s", async (_, fetch) => {
    const ledger = clientOf(fetch, 200);
    await expect(ledger.listTransactions("a", 1, 20)).rejects.toThrow(DependencyError);
    await expect(ledger.findBalances("a")).rejects.toThrow(DependencyError);
  });

  it.each([
    ["ignores the parameter", 200, { transactions: [], page: 1, limit: 20, total: 0 }],
    ["begins elsewhere", 200, { transactions: [], page: 1, limit: 20, total: 0, before: "tx-2" }],
    ["refuses the parameter", 400, { error: "invalid_request" }],
  ])("tell a ledger that %s from one that reads on", async (_, status, body) => {
    expect(await returning(status, body).listBefore("a", "tx-1", 20)).toEqual(err("unsupported"));
  });

  it("read zero, negative and very large balances", async () => {
    const balances = [
      { currency: "USD", amount: "0.00" },
      { currency: "JPY", amount: "-500" },
      { currency: "KWD", amount: "1000000000.000" },
    ];
    expect(await returning(200, { account_id: "a", balances }).findBalances("a")).toEqual([
      { currency: "USD", amountMinor: 0n },
      { currency: "JPY", amountMinor: -500n },
      { currency: "KWD", amountMinor: 1_000_000_000_000n },
    ]);
  });

  it("refuse a balance with too many decimals for its currency", async () => {
    const balances = [{ currency: "JPY", amount: "1.5" }];
    await expect(returning(200, { account_id: "a", balances }).findBalances("a")).rejects.toThrow(
      DependencyError,
    );
  });
});

describe("a ledger that opens accounts in another way", () => {
  it.each([404, 405, 501])("is not asked in vain: %d", async (status) => {
    await expect(returning(status, {}).openWallet("a")).resolves.toBeUndefined();
    await expect(returning(500, {}).openWallet("a")).rejects.toThrow(DependencyError);
  });
});

describe("with the embedded ledger", () => {
  function start() {
    const embedded = startLedger();
    const ledger = clientOf(async (input, init) => embedded.app.fetch(new Request(input, init)));
    return { embedded, ledger };
  }

  it("opens an empty account, and leaves one with money as it is", async () => {
    const { ledger } = start();
    const [empty, full] = [crypto.randomUUID(), crypto.randomUUID()];
    await ledger.openAccount(full, "EUR", 2000);
    for (const wallet of [empty, empty, full]) await ledger.openWallet(wallet);
    expect(await ledger.findBalances(empty)).toEqual([{ currency: "USD", amountMinor: 0n }]);
    expect(await ledger.findBalances(full)).toEqual([{ currency: "EUR", amountMinor: 2000n }]);
  });

  it("reads on from a transaction, and from none of another account", async () => {
    const { ledger } = start();
    const [wallet, merchant] = [crypto.randomUUID(), crypto.randomUUID()];
    await ledger.openAccount(wallet, "USD", 5000);
    for (const n of [1, 2, 3]) {
      const ids = { key: `payment:${wallet}:${n}`, fromAccountId: wallet, toAccountId: merchant };
      expect(await ledger.transfer({ ...TRANSFER, ...ids })).toMatchObject({ outcome: "settled" });
    }
    const { transactions, total } = await ledger.listTransactions(wallet, 1, 4);
    const [first, ...others] = transactions;
    const id = first?.transaction_id ?? "";
    expect(await ledger.listBefore(wallet, id, 2)).toEqual(ok({ transactions: others.slice(0, 2), total }));
    expect(await ledger.listBefore(wallet, others[2]?.transaction_id ?? "", 2)).toEqual(
      ok({ transactions: [], total }),
    );
    for (const account of [crypto.randomUUID(), ""]) {
      expect(await ledger.listBefore(account || wallet, account ? id : "unknown", 2)).toEqual(
        err("unsupported"),
      );
    }
  });
});
